import BundleConventions
import ExtractionProtocol
import Foundation
import GRDB

/// A document on its way into the index.
struct DocumentRecord: Sendable {
    var bundleID: Int64
    var bundlePath: String
    var format: BundleFormat?
    var contentID: Int64
    var frame: DocumentFrame
    var hasContent: Bool
    /// The settings of the text that came with the bundle, when it brought any.
    var sidecarSource: TextSource?

    var path: String { PathForm.path(bundlePath, entry: frame.entry) }

    /// Read from the name of its file.
    var name: DocumentName { DocumentName(entry: frame.entry, bundlePath: bundlePath) }

    /// Leaves out a date of the file or of its message where the name of the file knows better, or where the file was made from
    /// images: its date is then that of the scan.
    mutating func settleDate(pages: [IndexedPage], now: Date) {
        let metadata = frame.metadata
        guard let source = metadata.dateSource, source == .documentInformation || source == .message,
            let date = metadata.date
        else { return }
        func hasBetterName(than date: String) -> Bool {
            name.date(now: now, insteadOf: DocumentDate(date), isAttachment: metadata.isDatedByMessage) != nil
        }
        // Whatever has been recognised of them by now.
        let images = pages.count { $0.verdict == .missing || $0.verdict == .partial || $0.layer == .earlierOCR }
        let isScan =
            source == .documentInformation && !pages.isEmpty && images * 2 >= pages.count
            && date >= DocumentMetadata.firstScan
        guard isScan || hasBetterName(than: date) else { return }
        (frame.metadata.date, frame.metadata.dateSource) = (nil, nil)
        let ofFile = isScan ? DocumentMetadata.scanned : DocumentMetadata.fileDate
        let label = source == .message ? DocumentMetadata.sent : ofFile
        frame.metadata.details.append(MetadataDetail(.other, called: label, date))
        guard isScan, let sent = metadata.details.first(where: { $0.label == DocumentMetadata.sent })?.value,
            DocumentDate(sent) != nil, !hasBetterName(than: sent)
        else { return }
        frame.metadata.details.removeAll { $0.label == DocumentMetadata.sent }
        (frame.metadata.date, frame.metadata.dateSource) = (sent, .message)
    }

    /// The date in the document's name or that of its bundle, where it is not that of a delivery.
    func dateFromName(now: Date) -> DocumentDate? {
        name.date(now: now, of: frame.metadata)
    }

    /// From the metadata.
    var date: DocumentDate? { frame.metadata.date.flatMap { DocumentDate($0) } }

    /// Its metadata in the full-text tables.
    var head: IndexedHead {
        let metadata = frame.metadata
        return IndexedHead(
            title: metadata.title ?? PathText.name(path),
            authors: metadata.authors.joined(separator: IndexedHead.separator),
            tags: metadata.tags.joined(separator: IndexedHead.separator), summary: metadata.description ?? "",
            addresses: metadata.authorAddresses.isEmpty
                ? nil : metadata.authorAddresses.joined(separator: IndexedHead.separator),
            details: metadata.details.isEmpty ? nil : metadata.details,
            isUntitled: metadata.titleSource == .vagueFileName ? true : nil
        ).named(name)
    }
}

/// The metadata of a document as the full-text tables hold it.
struct IndexedHead: Codable, Sendable, Equatable {
    var title: String
    var authors: String
    var tags: String
    var summary: String
    /// Mail addresses of the authors, which are found with them; nil without any.
    var addresses: String?
    /// Metadata that the other fields have no room for; nil without any.
    var details: [MetadataDetail]?
    /// True when the title is a file name that says nothing, such as `scan0001`; otherwise nil. A title that is guessed from
    /// the text is not in the full-text tables.
    var isUntitled: Bool?
    /// The words of the file's name, when the title is another.
    var name = ""
    /// Whether the document's date is that in the file's name.
    var dateFromName: Bool?

    /// The same with what the file's name says.
    func named(_ name: DocumentName) -> IndexedHead {
        var head = self
        head.name = name.stem == title ? "" : name.stem
        return head
    }

    /// The text in the column of authors.
    var authorTexts: String { addresses.map { authors + Self.separator + $0 } ?? authors }

    /// The metadata in the column of texts.
    var texts: String {
        guard let details else { return summary }
        let found = details.map { "\($0.label) \($0.value)" }
        return ([summary].filter { !$0.isEmpty } + found).joined(separator: Self.separator)
    }

    /// Nil also for a head without any of the members that few documents have: those are not decoded for them.
    static func withRareMembers(stored: String) -> IndexedHead? {
        // `String.contains` takes ten times as long, and each hit has a head.
        let hasSome = stored.withCString { text in
            ["details", "addresses", "dateFromName", "isUntitled"].contains { strstr(text, "\"\($0)\":") != nil }
        }
        return hasSome ? IndexedHead(stored: stored) : nil
    }

    var addressList: [String] { addresses.map { $0.split(separator: Self.separator).map(String.init) } ?? [] }

    /// Stands between two values, so that no phrase reaches from one into the next: a private-use character is a word
    /// of its own to the tokenizer, and no query has it.
    static let separator = "\n\u{F8FF}\n"
}

/// A page as the index holds it: which text was chosen, and why.
struct IndexedPage: Sendable, Equatable {
    var number: Int
    var label: String?
    var verdict: TextLayerVerdict
    var layer: TextLayerKind?
    /// Why the verdict is not `good`.
    var reasons: [String] = []
    var origin: TextOrigin?
    var confidence: Double?
    /// The language of the text: one of ``IdentifiedLanguage``, nil where it is not certain.
    var language: String?
    /// Row of `page_text` in `pages.sqlite`; nil for a page without text.
    var textID: Int64?
    /// The row with the text as it was read, where `textID` is that of one that people have corrected.
    var readTextID: Int64?
    var needsRecognition: Bool
}

extension IndexedPage {
    /// Throws ``DatabaseError`` for a value that no release writes.
    init(_ row: Row) throws {
        number = Int((try row.value("id") as Int64) & Int64(IndexSchema.maximumPage))
        label = try row.value("label")
        verdict = try row.known("verdict")
        layer = try row.knownIfAny("layer")
        reasons = LineList.decode(try row.value("reasons"))
        origin = try row.knownIfAny("origin")
        confidence = StoredNumber.confidence(try row.value("confidence"))
        language = try row.value("language")
        textID = try row.value("text_id")
        // An index of before has no such column.
        readTextID = try row.hasColumn("read_text_id") ? row.value("read_text_id") : nil
        needsRecognition = try row.value("needs_recognition")
    }

    /// The rest of a row that cannot be read whole.
    init(remainsOf row: Row) throws {
        // A column that cannot be read is shown as unknown.
        self.init(
            number: Int((try row.value("id") as Int64) & Int64(IndexSchema.maximumPage)), label: nil, verdict: .missing,
            layer: nil, origin: try? row.knownIfAny("origin"), confidence: try? row.value("confidence"),
            textID: try? row.value("text_id"), needsRecognition: false)
    }

    /// The page until its text has been read again. It is not recognised before that is known to be necessary.
    var withoutText: IndexedPage {
        var page = self
        (page.textID, page.origin, page.confidence, page.language, page.needsRecognition) = (nil, nil, nil, nil, false)
        page.readTextID = nil
        return page
    }

    /// Without what people have corrected.
    var asRead: IndexedPage {
        var page = self
        (page.textID, page.readTextID) = (readTextID ?? textID, nil)
        return page
    }
}

extension IndexedHead {
    /// Nil when what is stored cannot be read.
    init?(stored: String?) {
        // A damaged value is put together from other columns, or passed over.
        guard let stored, let head = try? JSONText.decode(stored, as: Self.self) else { return nil }
        self = head
    }

    /// From the columns that the same metadata stands in.
    init(columns row: Row) throws {
        let known = IndexedHead(
            title: try row.value("title"),
            authors: LineList.decode(try row.value("authors")).joined(separator: Self.separator),
            tags: LineList.decode(try row.value("tags")).joined(separator: Self.separator),
            summary: try row.value("summary") ?? "")
        self = known.named(DocumentName(entry: try row.value("entry"), bundlePath: try row.bundlePath()))
    }
}
