import ExtractionProtocol
import Foundation

extension Misdeed {
    /// Numbers, lists and texts that no honest reader sends.
    static let excess: [Misdeed] = pages + documents + texts + frames

    private static let frames: [Misdeed] = [
        document("has a huge hash") { $0.contentHash = String(repeating: "0", count: 65) },
        bad("names a page that no document has", problem("no", page: .min)),
        bad("says a million bytes of what is wrong", problem(String(repeating: "no ", count: 333_333))),
        bad("ends with a million bytes of a reason", end(String(repeating: "x", count: 1_000_000))),
        Misdeed(
            "sends millions of values", gets: "invalid answer", script: frame(kind: 5, bytes: 16_000_000, manyValues)),
        Misdeed(
            "sends 60 MB in place of a problem", gets: "bytes, more than",
            script: frame(kind: 7, bytes: 60_000_000, "head -c 60000000 /dev/zero")),
    ]

    /// 16,000,000 bytes.
    private static let manyValues = #"printf '{"entry":[0'; head -c 15999987 /dev/zero | tr '\0' ','; printf ']}'"#

    private static func end(_ reason: String) -> ExtractionFrame {
        .finished(FinishedFrame(outcome: .skipped, reason: reason))
    }

    private static let pages: [Misdeed] = [
        page("is infinitely sure") { $0.confidence = 1e300 },
        page("is less than sure") { $0.confidence = -1 },
        page("has a page as wide as a galaxy") { $0.width = 1e300 },
        page("has a page less high than nothing") { $0.height = -842 },
        page("has a page in a language of stars") { $0.language = "tlh" },
        page("has a page in a language that takes over the terminal") { $0.language = "\u{1B}]0;gone\u{7}" },
        page("has a long label") { $0.label = String(repeating: "i", count: 1000) },
        page("has a thousand reasons") { $0.reasons = Array(repeating: "odd", count: 1000) },
        page("puts a word beyond the moon") { $0.words = [word([1e300, 0, 1, 1])] },
        page("puts a word nowhere") { $0.words = [word([])] },
        page("is infinitely sure of a word") { $0.words = [word([0, 0, 1, 1], confidence: 1e300)] },
        page("has a word as long as a book") { $0.words = [word([0, 0, 1, 1], String(repeating: "o", count: 5000))] },
        page("has more words than letters") { $0.words = Array(repeating: word([0, 0, 1, 1]), count: 60_000) },
        page("has a long hash for an image") { $0.imageHash = String(repeating: "0", count: 100) },
        page("recognised what was to be read") { $0.origin = .ocr },
    ]

    private static let documents: [Misdeed] = [
        document("has a title of a megabyte") { $0.metadata.title = String(repeating: "t", count: 1_200_000) },
        document("has countless tags") { $0.metadata.tags = Array(repeating: "tag", count: 50_000) },
        document("has countless authors") { $0.metadata.authors = Array(repeating: "Ann", count: 50_000) },
        document("has a name of a megabyte") { $0.entry = String(repeating: "n", count: 1_000_000) },
        document("has less than no bytes") { $0.byteCount = .min },
        document("claims less than no pages") { $0.metadata.claimedPageCount = .min },
        document("found megabytes of metadata") { $0.rawMetadata = String(repeating: "r", count: 3 << 20) },
        document("has many large values") {
            $0.metadata.tags = Array(repeating: String(repeating: "t", count: 32_000), count: 80)
        },
        document("has a long identifier") { $0.metadata.identifier = String(repeating: "1", count: 100_000) },
    ]

    private static let texts: [Misdeed] = [
        document("has a title that takes over the terminal") { $0.metadata.title = "\u{1B}]0;gone\u{7}" },
        document("has an author that clears the screen") { $0.metadata.authors = ["\u{9B}2J"] },
        document("has a tag with a bell") { $0.metadata.tags = ["ding\u{7}"] },
        document("has a language of control characters") { $0.metadata.language = "\u{0}\u{1}" },
        document("describes itself with control characters") { $0.metadata.description = "line\nand \u{1B}[31m" },
        document("has a name with control characters") { $0.entry = "a\u{1B}[2J.pdf" },
        bad("says with control characters what is wrong", problem("\u{1B}[2Jfine")),
    ]

    private static func word(_ box: [Double], _ text: String = "far", confidence: Double = 1) -> PageWord {
        PageWord(text: text, box: box, confidence: confidence)
    }

    private static func problem(_ reason: String, page: Int = 0) -> ExtractionFrame {
        .problem(
            ProblemFrame(
                address: PageAddress(entry: "", page: page), stage: .bundle, code: .damaged, reason: reason))
    }

    private static func page(_ does: String, _ change: (inout PageFrame) -> Void) -> Misdeed {
        var page = PageFrame(
            entry: "", page: 1, width: 595, height: 842, text: "treacherous page", origin: .textLayer, verdict: .good)
        change(&page)
        return bad(does, FakeWorker.document(), .page(page))
    }

    private static func document(_ does: String, _ change: (inout DocumentFrame) -> Void) -> Misdeed {
        var document = DocumentFrame(
            entry: "", contentHash: "0badc0de", byteCount: 1, metadata: DocumentMetadata(), pageCount: 1)
        change(&document)
        return bad(does, .document(document))
    }

    /// Shell commands that send a frame under the request's number; `payload` writes as many bytes as are said.
    private static func frame(kind: UInt8, bytes: Int, _ payload: String) -> String {
        func octal(_ number: Int) -> String { "\\" + String(number, radix: 8) }
        let length = [24, 16, 8, 0].map { octal(bytes >> $0 & 0xFF) }.joined()
        let version = octal(Int(ProtocolVersion.frames))
        return #"printf "DS\#(version)\#(octal(Int(kind)))\0\0\0\\$(printf %o $number)\#(length)"; \#(payload)"#
    }
}
