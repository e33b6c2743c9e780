import DocSearch

package struct Visitor: Sendable, Hashable {
    /// Kinds of changes that a visitor may make to documents.
    package enum Right: String, Sendable, CaseIterable, Codable { case tags, notes, highlights }

    /// Things shown to everyone only on request. `names` are the names of accounts that wrote something.
    package enum Extra: String, Sendable, CaseIterable { case notes, names, questions, hidden }

    /// The token's name; nil without a token.
    package var name: String?
    /// A query that limits the visible documents; nil for all. Never empty: see ``TokenFile``.
    package var access: String?
    /// All conditions on visible documents as a query: ``access``, not hidden where hidden ones are not shown, and the
    /// document of ``share``.
    package var sight: String? {
        let parts = [
            share.map { "document:\($0.document)" }, sees.contains(.hidden) ? nil : ArchiveIndex.accessToShown,
            access.map { "(\($0))" },
        ]
        let all = parts.compactMap(\.self)
        return all.isEmpty ? nil : all.joined(separator: " ")
    }
    package var rights: Set<Right> = []
    package var sees: Set<Extra> = Set(Extra.allCases)
    /// Limits the visitor of a share link to one document within ``access``. They have neither name nor rights.
    package var share: Share?
    /// Identified by a cookie. Browsers send cookies with requests that other sites cause.
    package var isByCookie = false

    package init(name: String? = nil, access: String? = nil, rights: Set<Right> = [], share: Share? = nil) {
        (self.name, self.access, self.rights, self.share) = (name, access, rights, share)
        // A link does not share notes and questions.
        if share != nil { sees = [.hidden] }
    }

    /// Only for visitors who may see every document found, because questions tell of others.
    var seesQuestions: Bool { access == nil && sees.contains(.questions) }

    func seen(_ decisions: [Decision]) -> [Decision] {
        guard sees.contains(.notes) else { return [] }
        var decisions = decisions
        if !sees.contains(.names) { for position in decisions.indices { decisions[position].author = "" } }
        return decisions
    }

    func seen(_ highlights: [Highlight]) -> [Highlight] {
        guard sees.contains(.notes) else { return [] }
        var highlights = highlights
        if !sees.contains(.names) { for position in highlights.indices { highlights[position].author = "" } }
        return highlights
    }

    package var author: String { name ?? "web" }

    /// The search for words on a document's pages: the question's words, or those of the saved question that it names.
    /// Nil without words. In share links only the texts of pages answer, which the link shows: whether a word is in the tags,
    /// in a former title or in a path must not show, not even by what the word excludes.
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
