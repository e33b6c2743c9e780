package struct DocumentMetadata: Codable, Sendable, Equatable {
    /// Best first.
    package enum Source: String, Codable, Sendable {
        case metadata
        case documentInformation = "document-information"
        case fileName = "file-name"
        /// The name of a file that says nothing, such as `scan0001`.
        case vagueFileName = "vague-file-name"
        /// The message that the document is attached to.
        case message
    }

    package var identifier: String?
    package var title: String?
    package var titleSource: Source?
    package var authors: [String] = []
    package var authorAddresses: [String] = []
    /// ISO 8601 in its known precision: `1931`, `1931-03`, `1931-03-05` or `1931-03-05T10:30:00+01:00`.
    package var date: String?
    package var dateSource: Source?
    package var tags: [String] = []
    /// A BCP 47 or ISO 639 code as found.
    package var language: String?
    package var description: String?
    package var details: [MetadataDetail] = []
    /// As stated; the real one is ``DocumentFrame/pageCount``.
    package var claimedPageCount: Int?

    /// Label of a detail with the date of the scan, which does not date the document.
    package static let scanned = "Scanned"
    /// Label of a detail with the date of the file, where another one dates the document or a person knew none.
    package static let fileDate = "Date of the file"
    /// Label of a detail with what a person stated of the date, which is no day, month or year: `undated`.
    package static let statedDate = "Date"
    /// Label of a detail with the date of the message that a document with a date of its own is attached to.
    package static let sent = "Sent"
    /// No scanner made PDFs before this year, so a person entered an earlier date.
    package static let firstScan = "1990"

    package init() {}

    package var isCalledByFile: Bool { titleSource == .fileName || titleSource == .vagueFileName }

    /// True if the document is attached to a message whose date is known.
    package var isDatedByMessage: Bool {
        date != nil && dateSource == .message || details.contains { $0.label == Self.sent }
    }

    package func completed(by other: DocumentMetadata) -> DocumentMetadata {
        var result = self
        result.identifier = identifier ?? other.identifier
        if title == nil { (result.title, result.titleSource) = (other.title, other.titleSource) }
        if authors.isEmpty { (result.authors, result.authorAddresses) = (other.authors, other.authorAddresses) }
        if date == nil { (result.date, result.dateSource) = (other.date, other.dateSource) }
        if tags.isEmpty {
            // Shares the array, which may belong to many documents.
            result.tags = other.tags
        } else if !other.tags.isEmpty {
            let known = Set(tags)
            result.tags = tags + other.tags.filter { !known.contains($0) }
        }
        result.language = language ?? other.language
        result.description = description ?? other.description
        if details.isEmpty {
            result.details = other.details
        } else if !other.details.isEmpty {
            result.details = (details + other.details).eachOnce
        }
        // A document known by a second identifier is found by both.
        if let identifier, let second = other.identifier, second != identifier,
            !result.details.contains(where: { $0.kind == .identifier && $0.value == second })
        {
            result.details.append(MetadataDetail(.identifier, called: "Identifier", second))
        }
        result.claimedPageCount = claimedPageCount ?? other.claimedPageCount
        return result
    }
}
