/// A piece of a page that helps to answer a question.
public struct ContextPassage: Sendable, Hashable {
    /// The document that it is from.
    public var document: ArchiveDocument
    /// From 1.
    public var page: Int
    /// The number printed on the page, when the document names one that differs from `page`.
    public var label: String?
    /// Where the page's text comes from.
    public var origin: PageText.Origin
    /// The mean for the recognition of the page, 0 to 1; nil for text that was not recognised.
    public var confidence: Double?
    /// Whether the page has none of the words of the question.
    public var isByMeaning: Bool
    /// Some sentences, as they stand on the page.
    public var text: String

    /// `955f88377aa8-p4`: the first digits of the hash of the bundle, and the page.
    public var citation: String { document.citation(ofPage: page) }
}

extension ArchiveDocument {
    /// A citation that holds wherever the document is moved: the first digits of its ``ownHash``, and the page.
    package func citation(ofPage page: Int) -> String { "\(ownHash.prefix(Self.citedDigits))-p\(page)" }

    private static let citedDigits = 12

    /// The digits of the hash in a citation, with or without the page; nil for other text.
    static func digits(ofCitation text: String) -> String? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isCitation = parts[0].utf8.count == citedDigits && parts[0].allSatisfy { "0123456789abcdef".contains($0) }
        guard isCitation, parts.count <= 2 else { return nil }
        if parts.count == 2, parts[1].first != "p" || Int(parts[1].dropFirst()) == nil { return nil }
        return String(parts[0])
    }

    /// The hash of its bytes. Records, such as the mails of a mailbox, share the bytes of their bundle, and are told apart by
    /// their places in it.
    var ownHash: String { isRecord ? FileHash.sha256(of: "\(contentHash) \(entry)") : contentHash }

    var isRecord: Bool { !hasContent && !entry.isEmpty }
}

/// The passages to answer a question with.
public struct ContextAnswer: Sendable, Hashable {
    /// The most useful first.
    public var passages: [ContextPassage]
    /// Passages that were found, with those that repeat others or have no room.
    public var found: Int
    /// As those of ``SearchResults/hints``.
    public var hints: [SearchHint]
    /// As ``SearchResults/isPartial``.
    public var isPartial: Bool
    /// As ``SearchResults/usesMeaning``.
    public var usesMeaning: Bool
}
