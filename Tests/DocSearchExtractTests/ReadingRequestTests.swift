import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import DocSearchExtract

@Suite("A request to read a bundle", .serialized)
struct ReadingRequestTests {
    static let prose = """
        The council met in the old market hall and resolved that the
        bridge be mended before the rains. A letter of the water board
        was read, in which the clerk asks for the plans of the new
        reservoir and for the names of the men who had been seen there
        at night.
        """

    /// Two pages.
    private static let pdf = PDFWriter(
        texts: [prose, "The harbour accounts were passed"], information: ["Title": "Minutes of May"]
    ).bytes

    private func frames(
        _ bundle: [UInt8], _ extent: ReadingExtent = .pages, limits: ExtractionLimits = Conversation.limits,
        resume: PageAddress? = nil, skipping: [PageAddress] = [], answers: [KnownAnswer] = [.unknown, .unknown]
    ) throws -> [ExtractionFrame] {
        let request = ReadBundleRequest(
            path: "1931/may.pdf", extent: extent, limits: limits, resume: resume, skippedPages: skipping)
        return try Conversation.frames(.readBundle(request), bundle: bundle, answers: answers)
    }

    @Test func readingRequestIsAnsweredWithEachPieceOfWorkAnnounced() throws {
        let frames = try frames(Self.pdf)
        #expect(
            frames.summaries == [
                "starting bundle #0", "bundle pdf", "starting document #0", "document  of 2",
                "starting text-layer #1", "page #1 text-layer", "starting text-layer #2", "page #2 text-layer",
                "finished complete",
            ])
        #expect(frames.documents.first?.metadata.title == "Minutes of May")
        #expect(frames.pages.first?.text.contains("bridge be mended before the rains") == true)
        #expect(frames.pages.map(\.verdict) == [.good, .good])
        #expect(frames.pages.map(\.layer) == [.bornDigital, .bornDigital])
    }

    @Test func filesWithinPDFsThatBecomeNothingAreNamedBehindTheirPDF() throws {
        var letter = PDFWriter(texts: [Self.prose])
        letter.files = [
            .init("table.xlsx", [1]), .init("notes.docx", [2], page: 1), .init("exhibit.pdf", Self.pdf),
            .init("files.zip", ZipWriter([.init("a.pdf", Self.pdf), .init("b.wav", "x")]).bytes),
        ]
        let zip = ZipWriter([.init("letter.pdf", letter.bytes), .init("c.wav", "y")]).bytes
        let frames = try frames(zip, answers: Array(repeating: .unknown, count: 3))
        #expect(
            frames.documents.map(\.entry) == [
                "letter.pdf", "letter.pdf!/exhibit.pdf", "letter.pdf!/files.zip!/a.pdf",
            ])
        let named = frames.compactMap {
            if case .bundle(let frame) = $0 { frame.passedOver?.names.sorted() } else { nil }
        }
        #expect(
            named == [
                ["c.wav"], ["letter.pdf!/files.zip!/b.wav", "letter.pdf!/notes.docx", "letter.pdf!/table.xlsx"],
            ])
        #expect(frames.documents.first?.metadata.details.count { $0.kind == .attachment } == 4)
    }

    @Test func aPDFWhosePagesAreCountedIsAnnouncedByItsName() throws {
        let image = Array("image".utf8)
        let zip = ZipWriter([.init("scan.pdf", Self.pdf), .init("scan-1.png", image), .init("scan-3.png", image)]).bytes
        let counted = try frames(zip, .documents)
        #expect(
            Array(counted.summaries.prefix(4)) == [
                "starting bundle #0", "starting bundle scan.pdf#0", "starting bundle #0", "bundle zip",
            ])
        #expect(counted.documents.map(\.entry) == ["scan.pdf", "scan-3.png"])
        // One that killed a reader is not opened any more, and its images are documents.
        let skipping = try frames(zip, .documents, skipping: [PageAddress(entry: "scan.pdf", page: 0)])
        #expect(!skipping.summaries.contains { $0.contains("scan.pdf") })
        #expect(skipping.documents.map(\.entry) == ["scan-1.png", "scan-3.png"])
    }

    private static let extents: [(ReadingExtent, [String], String)] = [
        (.metadata, ["bundle pdf", "document  of 0", "finished complete"], "may"),
        (
            .documents,
            ["starting bundle #0", "bundle pdf", "starting document #0", "document  of 2", "finished complete"],
            "Minutes of May"
        ),
    ]

    @Test(arguments: extents)
    func readingRequestIsAnsweredNoFurtherThanItAsks(extent: ReadingExtent, summaries: [String], title: String) throws {
        let frames = try frames(Self.pdf, extent)
        #expect(frames.summaries == summaries)
        #expect(frames.documents.first?.metadata.title == title)
        #expect(frames.documents.first?.outline == DocumentOutline(hasContent: true, text: nil))
    }

    private static let zip = ZipWriter([.init("a.pdf", pdf), .init("b.pdf", pdf)]).bytes

    private static let rests: [(PageAddress?, [PageAddress], [String])] = [
        (nil, [], ["a.pdf#1", "a.pdf#2", "b.pdf#1", "b.pdf#2"]),
        (PageAddress(entry: "b.pdf", page: 2), [], ["b.pdf#2"]),
        (PageAddress(entry: "a.pdf", page: 2), [], ["a.pdf#2", "b.pdf#1", "b.pdf#2"]),
        (nil, [PageAddress(entry: "a.pdf", page: 1)], ["a.pdf#2", "b.pdf#1", "b.pdf#2"]),
        (nil, [PageAddress(entry: "a.pdf", page: 0)], ["b.pdf#1", "b.pdf#2"]),
        (PageAddress(entry: "b.pdf", page: 3), [], []),
    ]

    @Test(arguments: rests)
    func readingRequestLeavesOutWhatWasReadAndWhatKilledAReader(
        resume: PageAddress?, skipping: [PageAddress], pages: [String]
    ) throws {
        let frames = try frames(Self.zip, resume: resume, skipping: skipping)
        #expect(frames.pages.map { "\($0.entry)#\($0.page)" } == pages)
        #expect(frames.outcome?.outcome == .complete)
    }

    @Test func readerAsksWhetherPagesAreKnownOnlyOfWholeDocuments() throws {
        let resumed = try frames(Self.zip, resume: PageAddress(entry: "a.pdf", page: 2))
        #expect(resumed.documents.map(\.asksForPages) == [false, true])
        let skipping = try frames(Self.zip, skipping: [PageAddress(entry: "b.pdf", page: 1)])
        #expect(skipping.documents.map(\.asksForPages) == [true, false])
    }

    @Test func readingRequestIsAnsweredWithoutPagesThatAreKnown() throws {
        let frames = try frames(Self.zip, answers: [.known, .unknown])
        #expect(frames.pages.map(\.entry) == ["b.pdf", "b.pdf"])
    }

    @Test func readerRefusesADocumentOfTooManyPagesAndReadsTheOthers() throws {
        var limits = Conversation.limits
        limits.pages = 1
        let small = PDFWriter(texts: [Self.prose]).bytes
        let frames = try frames(
            ZipWriter([.init("large.pdf", Self.pdf), .init("small.pdf", small)]).bytes, limits: limits)
        #expect(frames.problems.map(\.code) == [.limit])
        #expect(frames.problems.first?.address == PageAddress(entry: "large.pdf", page: 0))
        #expect(frames.documents.map(\.entry) == ["small.pdf"])
        #expect(frames.outcome?.outcome == .complete)
    }

    @Test func readerCutsTheTextOfAPageAndSaysSo() throws {
        var limits = Conversation.limits
        limits.pageTextBytes = 11
        let frames = try frames(PDFWriter(texts: [Self.prose]).bytes, limits: limits)
        #expect(frames.pages.map(\.text) == ["The council"])
        #expect(frames.pages.map(\.isTruncated) == [true])
        #expect(frames.problems.map(\.code) == [.limit])
        #expect(frames.problems.first?.stage == .textLayer)
        #expect(frames.problems.first?.address.page == 1)
    }

    /// Its date is then that of the scan.
    @Test func readerKnowsAScanWithALayerByItsImage() throws {
        var scan = PDFWriter.Page(text: Self.prose)
        for index in scan.texts.indices { scan.texts[index].isVisible = false }
        scan.image = PDFWriter.Image(grey: [UInt8](repeating: 0xFF, count: 100), width: 10, height: 10)
        var poster = scan
        for index in poster.texts.indices { poster.texts[index].isVisible = true }
        #expect(try layers(PDFWriter([scan, scan]), .image) == [.earlierOCR, .earlierOCR])
        #expect(try layers(PDFWriter([poster, poster]), .image) == [.bornDigital, .bornDigital])
    }

    @Test(arguments: ["GlyphLessFont", "ABCDEF+GlyphLessFont", "HiddenHorzOCR"])
    func withoutRecognitionReaderKnowsAScanWithALayerByItsFont(font: String) throws {
        let page = PDFWriter.Page(text: Self.prose)
        #expect(try layers(PDFWriter([page, page, page, page]), .words) == Array(repeating: .bornDigital, count: 4))
        let scan = String(decoding: PDFWriter([page, page, page, page]).bytes, as: UTF8.self)
            .replacing("/BaseFont /Helvetica", with: "/BaseFont /\(font)")
        #expect(try layers(Array(scan.utf8), .words) == Array(repeating: .earlierOCR, count: 4))
    }

    /// The words are those that recognition has found, and some of the print is no word.
    @Test(arguments: [LayerExaminationDepth.words, .image], ["GlyphLessFont", "DocSearchGlyphLessFont"])
    func layersOfExportsAreGoodWhateverTheirWords(depth: LayerExaminationDepth, font: String) throws {
        var scan = PDFWriter.Page(text: String(repeating: "xqzv jqkxt vwqz kxjqg qzxvh zkqjw\n", count: 20))
        for index in scan.texts.indices { scan.texts[index].isVisible = false }
        scan.image = PDFWriter.Image(grey: [UInt8](repeating: 0xFF, count: 100), width: 10, height: 10)
        let pdf = String(decoding: PDFWriter([scan]).bytes, as: UTF8.self)
            .replacing("/BaseFont /Helvetica", with: "/BaseFont /\(font)")
        let request = ReadBundleRequest(path: "may.pdf", examination: depth, limits: Conversation.limits)
        let pages = try Conversation.frames(.readBundle(request), bundle: Array(pdf.utf8), answers: [.unknown]).pages
        #expect(pages.map(\.verdict) == [font == "GlyphLessFont" ? .garbled : .good])
    }

    private func layers(_ pdf: PDFWriter, _ depth: LayerExaminationDepth) throws -> [TextLayerKind?] {
        try layers(pdf.bytes, depth)
    }

    private func layers(_ bytes: [UInt8], _ depth: LayerExaminationDepth) throws -> [TextLayerKind?] {
        let request = ReadBundleRequest(path: "may.pdf", examination: depth, limits: Conversation.limits)
        return try Conversation.frames(.readBundle(request), bundle: bytes, answers: [.unknown, .unknown])
            .pages.map(\.layer)
    }

    /// A layer that is not good, and text that the bundle brings for the page.
    @Test func readerTakesSidecarTextWhereThereIsNoGoodLayer() throws {
        let half = PDFWriter([PDFWriter.Page(text: Self.prose), PDFWriter.Page()]).bytes
        let frames = try frames(
            ZipWriter([
                .init("minutes.pdf", half), .init("minutes.txt", "A sidecar\u{C}\(Self.prose)\n"),
            ]).bytes)
        #expect(
            frames.pages.map { "\($0.page) \($0.origin.rawValue)" } == ["1 text-layer", "2 text-layer", "2 sidecar"])
        #expect(frames.pages.last?.text.hasPrefix("The council met") == true)
        #expect(frames.pages.last?.layer == .earlierOCR)
    }

    @Test func readingRequestIsAnsweredWithSidecarTextAloneOfKnownPages() throws {
        let frames = try frames(
            ZipWriter([.init("minutes.pdf", Self.pdf), .init("minutes.txt", "One\u{C}Two")]).bytes, answers: [.known])
        #expect(frames.pages.map(\.origin) == [.sidecar, .sidecar])
        #expect(frames.pages.map(\.text) == ["One", "Two"])
    }

    @Test func readingRequestFailsWhereTheFileIsNoBundle() throws {
        let frames = try frames(Array("nothing of the kind".utf8))
        #expect(frames.problems.map(\.code) == [.unsupported])
        #expect(frames.problems.first?.stage == .bundle)
        #expect(frames.outcome?.outcome == .failed)
    }

    @Test func readerSkipsABundleWithNothingForDocsearch() throws {
        let frames = try frames(ZipWriter([.init("notes.xyz", "x")]).bytes)
        #expect(frames.outcome?.outcome == .skipped)
        #expect(frames.outcome?.reason == "there is no PDF and no page image in it")
        #expect(frames.problems.isEmpty)
    }

    @Test func readerReportsADamagedDocumentAndReadsTheOthers() throws {
        let frames = try frames(
            ZipWriter([.init("bad.pdf", "%PDF-1.4\nno more"), .init("good.pdf", Self.pdf)]).bytes)
        #expect(frames.problems.map(\.code) == [.damaged])
        #expect(frames.problems.first?.stage == .document)
        #expect(frames.documents.map(\.entry) == ["good.pdf"])
        #expect(frames.pages.count == 2)
    }
}
