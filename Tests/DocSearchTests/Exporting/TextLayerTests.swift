import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import DocSearch

@Suite("Words as invisible text")
struct TextLayerTests {
    /// A page as shown is of A4, with a blank and a text of its own.
    private static let size = PageText.Size(width: 595, height: 842)

    private static func word(_ text: String, _ box: [Double]) -> PageText.Word {
        PageText.Word(text: text, box: box, confidence: 1, isIndexed: true)
    }

    /// What programs read of a PDF to which the words were added, by our own reader of text layers.
    private func read(
        _ words: [PageText.Word], added page: PDFWriter.Page, size: PageText.Size = size, hidesLayer: Bool = false,
        notHidden: [Int] = [], _ change: ([UInt8]) -> [UInt8] = { $0 }
    ) async throws -> (page: PageText, bytes: [UInt8]) {
        let archive = try TestArchive()
        try archive.write(change(PDFWriter([page]).bytes), to: "a.pdf")
        try await archive.update()
        let bundle = try OpenBundle(
            archive.index.bundlePath(of: archive.document("a.pdf")), passwords: [], limits: ReadingLimits())
        var font = TextLayerFont(of: "0123456789abcdef")
        let layer = TextLayer(words, on: size, font: &font)
        let texts = try OpenFile.temporary()
        let content = layer.content + font.parts.joined()
        #expect(content.withUnsafeBytes { WholeWrite.failure(of: $0, to: texts.descriptor) } == nil)
        var request = AddTextRequest(path: "a.pdf", entry: "", contentHash: "", pageCount: 1, limits: .init())
        request.pages = [
            .init(
                page: 1, width: size.width, height: size.height, hidesLayer: hidesLayer,
                byteCount: layer.content.count, turns: layer.turns)
        ]
        request.font = .init(
            name: font.name, variants: font.variants, byteCounts: font.parts.map(\.count),
            narrowCodes: font.narrowCodes,
            lastCode: font.lastCode)
        let path = try archive.write([UInt8](), to: "b.pdf")
        let output = open(path, O_WRONLY)
        defer { close(output) }
        let conversation = WorkerConversation(
            program: ExtractProgram.path, options: .init(), stop: StopFlag(after: nil), isSingle: true)
        let answer = try conversation.addText(
            request, of: bundle, texts: texts.descriptor, to: output, stop: StopFlag(after: nil))
        #expect(answer.leftOut == [])
        #expect(answer.notHidden == notHidden)
        #expect(answer.repair == nil)
        try await archive.update()
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        return (try await archive.pages().page(1, of: archive.document("b.pdf")), bytes)
    }

    private static let words = [
        word("The", [72, 100, 20, 9]), word("harbour", [95, 100, 40, 9]), word("yearly", [138, 102, 30, 10]),
        word("accounts", [171, 102, 45, 8]), word("of", [72, 115, 10, 8]), word("1970", [85, 115, 24, 8]),
    ]

    private func expectSame(_ found: [PageText.Word], _ words: [PageText.Word]) {
        #expect(found.map(\.text) == words.map(\.text))
        for (one, other) in zip(found, words) {
            let far = zip(one.box, other.box).map { abs($0 - $1) }.max() ?? .infinity
            #expect(far < 1, "\(one.text) is at \(one.box) instead of \(other.box)")
        }
    }

    @Test(arguments: [0, 90, 180, 270], [false, true])
    func wordsAreInTheirBoxesOnPagesThatAreTurnedAndCropped(rotation: Int, isCropped: Bool) async throws {
        var page = PDFWriter.Page()
        page.rotation = rotation
        if rotation % 180 == 90 { (page.width, page.height) = (page.height, page.width) }
        if isCropped {
            page.cropBox = (30, 50, 30 + page.width, 50 + page.height)
            (page.width, page.height) = (page.width + 100, page.height + 200)
        }
        let found = try await read(Self.words, added: page).page
        #expect(found.size == Self.size)
        expectSame(found.words, Self.words)
        #expect(found.text == "The harbour yearly accounts\nof 1970")
    }

    @Test func wordsFromRightToLeftAreReadInTheirOrder() async throws {
        let words = [
            Self.word("שלום", [300, 140, 30, 10]), Self.word("עולם", [262, 140, 33, 10]),
            Self.word("ספור", [220, 140, 33, 10]), Self.word("1970", [195, 140, 22, 9]),
            Self.word("مرحبا", [300, 180, 40, 12]), Self.word("بالعالم", [250, 180, 45, 12]),
        ]
        let found = try await read(words, added: PDFWriter.Page()).page
        let lines = found.text.split(separator: "\n")
        #expect(lines == ["שלום עולם ספור 1970", "مرحبا بالعالم"])
    }

    /// PDFium drops text whose glyphs have no box.
    @Test func glyphsHaveTheWidthsOfTheirCharacters() throws {
        let file = TextLayerFont.file
        func number(_ offset: Int) -> Int { Int(file[offset]) << 8 | Int(file[offset + 1]) }
        let tables = (0..<number(4)).map { 12 + 16 * $0 }
        func table(_ name: String) throws -> Int {
            let entry = try #require(tables.first { file[$0..<$0 + 4].elementsEqual(name.utf8) })
            return number(entry + 8) << 16 | number(entry + 10)
        }
        let (glyphs, places, widths) = (try table("glyf"), try table("loca"), try table("hmtx"))
        for (glyph, width) in [(1, 500), (2, 250)] {
            let outline = glyphs + 2 * number(places + 2 * glyph)
            #expect((1...4).map { number(outline + 2 * $0) } == [0, 0, width, 1000])
            #expect(number(widths + 4 * glyph) == width)
        }
    }

    @Test func charactersOfEveryPlaneAreKept() async throws {
        let texts = ["𝔘", "漢字", "ﬁnd", "naïve", "(a\\b)", "a\u{0301}b", "…—„“"]
        let words = texts.enumerated().map { Self.word($1, [72, 72 + 20 * Double($0), 60, 10]) }
        let found = try await read(words, added: PDFWriter.Page()).page
        let normal = ["ﬁnd": "find", "a\u{0301}b": "áb"]
        #expect(found.text.split(separator: "\n").map(String.init) == texts.map { normal[$0] ?? $0 })
    }

    /// None of them ends the string, the stream or the reader.
    @Test func hostileWordsAndPlacesHarmNothing() async throws {
        let hostile = [
            Self.word(")Tj ET Q /Im Do (", [72, 300, 100, 10]),
            Self.word("\u{0}\u{7}\r\n\u{202E}x", [72, 320, 100, 10]),
            Self.word(String(repeating: "long", count: 2_500), [72, 340, 400, 10]),
            Self.word("outside", [900, 340, 40, 10]), Self.word("above", [72, -300, 40, 10]),
            Self.word("nowhere", []), Self.word("flat", [72, 400, 0, 0]), Self.word("", [72, 420, 10, 10]),
            Self.word("nan", [.nan, 1, 2, 3]), Self.word("endless", [72, 430, .infinity, 10]),
            Self.word("huge", [0, 0, 1e300, 1e300]),
        ]
        let (page, _) = try await read(Self.words + hostile, added: PDFWriter.Page())
        #expect(page.text.hasPrefix("The harbour yearly accounts\nof 1970"))
        #expect(page.text.contains(")Tj ET Q /Im Do ("))
        for left in ["outside", "above", "nowhere", "flat", "nan", "endless", "huge"] {
            #expect(!page.text.contains(left))
        }
    }

    @Test func hiddenLayerIsNotReadAnyMore() async throws {
        var page = PDFWriter.Page(text: "gArBlEd oLd tExT\nof another recognition")
        page.texts[1].isVisible = false
        let found = try await read(Self.words, added: page, hidesLayer: true).page
        expectSame(found.words, Self.words)
        #expect(found.text == "The harbour yearly accounts\nof 1970")
    }

    /// The end of a sequence that has no beginning would end ours too early.
    @Test(arguments: ["(gArBlEd)Tj EMC", "(gArBlEd)Tj /A BMC"])
    func layerOfDamagedContentIsNotHiddenAndTheWordsAreAdded(operators: String) async throws {
        let page = PDFWriter.Page(text: "gArBlEd oLd tExT of an old recognition")
        let whole = "(gArBlEd oLd tExT of an old recognition) Tj"
        let found = try await read(Self.words, added: page, hidesLayer: true, notHidden: [1]) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            let damaged = operators.padding(toLength: whole.count, withPad: " ", startingAt: 0)
            #expect(text.contains(whole))
            return Array(text.replacingOccurrences(of: whole, with: damaged).utf8)
        }.page
        #expect(found.text.contains("The harbour yearly accounts"))
        #expect(found.text.contains("gArBlEd"))
    }

    /// Two fields that are each other's parts would be looked at 2 to the power of 50 times.
    @Test func fieldsWithoutEndCountAsSigned() async throws {
        let folder = try TemporaryFolder()
        var text = "%PDF-1.7\n"
        var offsets: [Int] = []
        for (number, object) in [
            "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields 6 0 R>>>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>",
            "<</Length 0>>\nstream\n\nendstream", "null", "[<</Kids 6 0 R>><</Kids 6 0 R>>]",
        ].enumerated() {
            offsets.append(text.utf8.count)
            text += "\(number + 1) 0 obj\n\(object)\nendobj\n"
        }
        let table = text.utf8.count
        text += "xref\n0 7\n0000000000 65535 f \n"
        for offset in offsets { text += String(repeating: "0", count: 10 - "\(offset)".count) + "\(offset) 00000 n \n" }
        text += "trailer\n<</Size 7/Root 1 0 R>>\nstartxref\n\(table)\n%%EOF\n"
        try folder.write(text.utf8, to: "a.pdf")
        let root = IndexRoot(id: 1, path: folder.path, isFile: false, languages: [])
        let bundle = try OpenBundle(
            BundlePath(root: root, directory: "", name: "a.pdf"), passwords: [], limits: ReadingLimits())
        let output = open(try folder.write([UInt8](), to: "b.pdf"), O_WRONLY)
        defer { close(output) }
        let conversation = WorkerConversation(
            program: ExtractProgram.path, options: .init(), stop: StopFlag(after: nil), isSingle: true)
        let texts = try OpenFile.temporary()
        let descriptor = texts.descriptor
        let error = #expect(throws: ReaderRefusal.self) {
            _ = try conversation.addText(
                AddTextRequest(path: "a.pdf", entry: "", contentHash: "", pageCount: 1, limits: .init()), of: bundle,
                texts: descriptor, to: output, stop: StopFlag(after: nil))
        }
        _ = texts.descriptor
        #expect(error?.problem.reason == AddTextRequest.isSigned)
    }

    /// As recognition gives the words of a scan that lies on its side or upside down.
    @Test(arguments: 1...3) func scansThatAreTurnedAreReadInTheirOrder(turns: Int) async throws {
        let words = Self.words.map { word in
            var word = word
            let box = PageBox(word.box).map {
                ReadingTurn.box($0, turnedBy: 4 - turns, on: PageText.Size(width: 595, height: 842))
            }
            word.box = box.map { [$0.left, $0.top, $0.width, $0.height] } ?? []
            return word
        }
        var page = PDFWriter.Page()
        if turns % 2 == 1 { (page.width, page.height) = (page.height, page.width) }
        let size = PageText.Size(width: page.width, height: page.height)
        let found = try await read(words, added: page, size: size).page
        #expect(found.text.split(whereSeparator: \.isWhitespace) == words.map { Substring($0.text) })
        expectSame(found.words, words)
    }

    @Test func sidewaysWordsStandInTheirBoxes() async throws {
        let words = Self.words + [Self.word("sideways", [500, 300, 9, 45])]
        let found = try await read(words, added: PDFWriter.Page()).page
        #expect(found.text.contains("sideways"))
        let box = try #require(found.words.first { $0.text == "sideways" }?.box)
        #expect(zip(box, [500, 300, 9, 45]).allSatisfy { abs($0 - $1) < 1 })
    }

    @Test func sameWordsGiveTheSameBytes() async throws {
        let (_, one) = try await read(Self.words, added: PDFWriter.Page(text: "seen"))
        let (_, other) = try await read(Self.words, added: PDFWriter.Page(text: "seen"))
        #expect(one == other)
    }
}
