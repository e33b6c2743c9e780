import DocSearch

package struct Visitor: Sendable, Hashable {
    package enum Right: String, Sendable, CaseIterable, Codable { case tags, notes, highlights }

    /// Shown to everyone only on request. `names` are the names of accounts that wrote something.
    package enum Extra: String, Sendable, CaseIterable { case notes, names, questions, hidden }

    package var name: String?
    /// A query; nil for all documents. Never empty: see ``TokenFile``.
    package var access: String?
    package var sight: String? {
        let seen = ArchiveIndex.sight(filter: access, showsHidden: sees.contains(.hidden))
        let all = [share.map { "document:\($0.document)" }, seen].compactMap(\.self)
        return all.isEmpty ? nil : all.joined(separator: " ")
    }
    package var rights: Set<Right> = []
    package var sees: Set<Extra> = Set(Extra.allCases)
    package var share: Share?
    /// Browsers send cookies with requests that other sites cause.
    package var isByCookie = false

    package init(name: String? = nil, access: String? = nil, rights: Set<Right> = [], share: Share? = nil) {
        (self.name, self.access, self.rights, self.share) = (name, access, rights, share)
        // A link does not share notes and questions.
        if share != nil { sees = [.hidden] }
    }

    /// Only for visitors who may see every document found, because questions tell of others.
    var seesQuestions: Bool { access == nil && sees.contains(.questions) }

    func seen(_ annotations: [Annotation]) -> [Annotation] {
        guard sees.contains(.notes) else { return [] }
        var annotations = annotations
        if !sees.contains(.names) { for position in annotations.indices { annotations[position].author = "" } }
        return annotations
    }

    func seen(_ highlights: [Highlight]) -> [Highlight] {
        guard sees.contains(.notes) else { return [] }
        var highlights = highlights
        if !sees.contains(.names) { for position in highlights.indices { highlights[position].author = "" } }
        return highlights
    }

    func seen(_ corrections: [TextCorrection]) -> [TextCorrection] {
        guard sees.contains(.notes) else { return [] }
        var corrections = corrections
        if !sees.contains(.names) { for position in corrections.indices { corrections[position].author = "" } }
        return corrections
    }

    /// Those who do not see notes do not see what was corrected, which may be a name that should not be there.
    func seen(_ page: PageText) -> PageText {
        guard !sees.contains(.notes) else { return page }
        var page = page
        page.originalText = nil
        for position in page.words.indices where page.words[position].isCorrected {
            page.words[position].isCorrected = false
            // Only people are sure: recognition has 0.99 at most.
            page.words[position].confidence = min(page.words[position].confidence, 0.99)
        }
        return page
    }

    package var author: String { name ?? "web" }

    /// Nil without words. In share links only the texts of pages answer, which the link shows: the answer must not
    /// reveal words of tags, former titles or paths, not even by excluding them.
    func request(for question: SearchQuestion, in index: ArchiveIndex) throws -> SearchRequest? {
        var words = question.words
        if let name = SavedQuestion.name(in: words), seesQuestions {
            words = try index.savedQuestions().first { $0.name == name }?.query ?? words
        }
        guard !words.allSatisfy(\.isWhitespace) else { return nil }
        guard var request = share == nil ? SearchRequest(words) : SearchRequest(pagesWith: words) else { return nil }
        if share == nil { request.isLiteral = question.isLiteral }
        request.access = sight
        // Search results decide what is marked, so they would reveal notes.
        request.showsNotes = sees.contains(.notes)
        request.comparesFolders = false
        return request
    }

    package func may(_ right: Right) throws {
        guard rights.contains(right) else {
            throw ProblemDetails(
                403, "You may not change this",
                "\(name.map { "The token \"\($0)\"" } ?? "Reading without a token") does not allow changing \(right.rawValue)."
            )
        }
    }
}
