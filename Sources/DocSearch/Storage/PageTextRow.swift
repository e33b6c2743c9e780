import ExtractionProtocol
import Foundation
import GRDB

/// A page's size in points and the recognised words on it.
struct PageLayout: Sendable {
    var width: Double
    var height: Double
    var words: [PageWord]
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
    /// UTF-8 bytes of the text.
    var byteCount: Int
    /// Whether somebody asked for it to be taken for the page.
    var isPreferred: Bool

    var hasText: Bool { byteCount > 0 }

    /// Which page was read, and how.
    struct Reading: Hashable {
        var page: Int
        var source: TextSource
    }
    var reading: Reading { Reading(page: page, source: source) }

    init(_ row: Row) throws {
        id = row["id"]
        page = row["page"]
        guard let origin = TextOrigin(rawValue: row["origin"]),
            let verdict = TextLayerVerdict(rawValue: row["verdict"])
        else {
            throw DocSearchError(.damagedIndex, "pages.sqlite holds a page with an unknown origin or verdict.")
        }
        source = TextSource(origin: origin, settings: row["settings"])
        self.verdict = verdict
        label = row["label"]
        confidence = StoredNumber.confidence(row["confidence"])
        layer = (row["layer"] as String?).flatMap(TextLayerKind.init)
        reasons = LineList.decode(row["reasons"])
        byteCount = TextCompression.byteCount(head: row["head"])
        isPreferred = row["is_preferred"] ?? false
    }
}
