import ExtractionProtocol
import GRDB

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
        textID = try row.value("text_id")
        needsRecognition = try row.value("needs_recognition")
    }

    /// What is left of a row that cannot be read whole.
    init(remainsOf row: Row) throws {
        // What of it cannot be read is shown as unknown.
        self.init(
            number: Int((try row.value("id") as Int64) & Int64(IndexSchema.maximumPage)), label: nil, verdict: .missing,
            layer: nil, origin: try? row.knownIfAny("origin"), confidence: try? row.value("confidence"),
            textID: try? row.value("text_id"), needsRecognition: false)
    }

    /// The page until its text has been read again. It is not recognised before that is known to be necessary.
    var withoutText: IndexedPage {
        var page = self
        (page.textID, page.origin, page.confidence, page.needsRecognition) = (nil, nil, nil, false)
        return page
    }
}

extension IndexedHead {
    /// Nil when what is stored cannot be read.
    init?(stored: String?) {
        guard let stored else { return nil }
        do {
            self = try JSONText.decode(stored)
        } catch {
            return nil
        }
    }

    /// From the columns that the same metadata stands in.
    init(columns row: Row) throws {
        let known = IndexedHead(
            title: try row.value("title"),
            authors: LineList.decode(try row.value("authors")).joined(separator: Self.separator),
            tags: LineList.decode(try row.value("tags")).joined(separator: Self.separator),
            summary: try row.value("summary") ?? "")
        let path = PathText.joined(try row.value("directory"), try row.value("name"))
        self = known.named(DocumentName(entry: try row.value("entry"), bundlePath: path))
    }
}
