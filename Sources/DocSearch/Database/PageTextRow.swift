import ExtractionProtocol
import GRDB

/// A page's size in points and the recognised words on it.
struct PageLayout: Sendable {
    var width: Double
    var height: Double
    var words: [PageWord]
    /// Tesseract's codes; empty for text from elsewhere.
    var recognizedIn: [String] = []
    /// Whether there were words that cannot be read any more.
    var hasDamagedWords: Bool
}

/// A page's text on its way into `pages.sqlite`.
struct StoredPage: Sendable {
    var source: TextSource
    var frame: PageFrame
}

/// A row of `page_text` without its text.
struct PageTextRow: Sendable {
    var id: Int64
    var page: Int
    var source: TextSource
    var label: String?
    var verdict: TextLayerVerdict
    var layer: TextLayerKind?
    var reasons: [String]
    var confidence: Double?
    /// One of ``IdentifiedLanguage``.
    var language: String?
    /// UTF-8 bytes of the text.
    var byteCount: Int
    /// Whether `reread` asked for it to be taken for the page.
    var isPreferred: Bool

    var hasText: Bool { byteCount > 0 }

    /// Which page was read, and how.
    struct Reading: Hashable {
        var page: Int
        var source: TextSource
    }
    var reading: Reading { Reading(page: page, source: source) }

    /// Throws ``DatabaseError`` for a value that no release writes.
    init(_ row: Row) throws {
        id = try row.value("id")
        page = try row.value("page")
        source = TextSource(origin: try row.known("origin"), settings: try row.value("settings"))
        verdict = try row.known("verdict")
        label = try row.value("label")
        confidence = StoredNumber.confidence(try row.value("confidence"))
        layer = try row.knownIfAny("layer")
        language = (try row.value("language") as String?).flatMap(IdentifiedLanguage.known)
        reasons = LineList.decode(try row.value("reasons"))
        byteCount = TextCompression.byteCount(head: try row.value("head"))
        isPreferred = (try row.value("is_preferred") as Bool?) ?? false
    }
}

extension PageText {
    /// `isSound` says whether the page's row could be read; `text` is nil when the page has none, or has lost it.
    init(_ page: IndexedPage, isSound: Bool, text: String?, layout: PageLayout?) {
        self.init(
            page: page.number, label: page.label, text: text ?? "",
            origin: page.origin.flatMap { Origin(rawValue: $0.rawValue) },
            verdict: isSound ? Verdict(rawValue: page.verdict.rawValue) : nil,
            layer: page.layer.flatMap { Layer(rawValue: $0.rawValue) }, reasons: page.reasons,
            confidence: page.confidence, language: page.language,
            size: layout.flatMap { $0.width > 0 ? Size(width: $0.width, height: $0.height) : nil },
            words: layout?.words.map(Word.init) ?? [])
        recognizedIn = layout?.recognizedIn ?? []
        let what: String? =
            if !isSound {
                "What the index knows of this page"
            } else if page.textID != nil, text == nil {
                "The stored text of this page"
            } else if layout?.hasDamagedWords == true {
                "What is stored of the places of its words"
            } else {
                nil
            }
        damage = what.map { "\($0) is damaged." }
    }
}

extension PageText.Word {
    init(_ word: PageWord) {
        self.init(
            text: word.text, box: word.box, confidence: word.confidence, isIndexed: word.isIndexed,
            isCorrected: word.isCorrected)
    }
}

extension PageWord {
    init(_ word: PageText.Word) {
        self.init(
            text: word.text, box: word.box, confidence: word.confidence, isIndexed: word.isIndexed,
            isCorrected: word.isCorrected)
    }
}
