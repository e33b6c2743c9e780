import DocSearch

/// Who asks, and what they may do.
package struct Visitor: Sendable, Hashable {
    /// What a person may say of documents.
    package enum Right: String, Sendable, CaseIterable, Codable { case tags, notes, highlights }

    /// What is shown to everyone only where that was asked for. `names` are those of accounts that wrote something.
    package enum Extra: String, Sendable, CaseIterable { case notes, names, questions, hidden }

    /// The name of the token; nil without one.
    package var name: String?
    /// A query that every document must meet to be seen; nil for all documents. Never empty: see ``TokenFile``.
    package var access: String?
    /// The query that documents meet to be seen: ``access``, that they are not hidden where hidden ones are not shown, and that it
    /// is the one of ``share``.
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
    /// Of those who come with a link: the one document that ``access`` may let them see. They have neither name nor rights.
    package var share: Share?
    /// Whether a cookie says who it is. Browsers send cookies with requests that other sites make.
    package var isByCookie = false

    package init(name: String? = nil, access: String? = nil, rights: Set<Right> = [], share: Share? = nil) {
        (self.name, self.access, self.rights, self.share) = (name, access, rights, share)
        // What people say to each other is not shared.
        if share != nil { sees = [.hidden] }
    }

    /// What others ask is not for those who may not see all that is found.
    var seesQuestions: Bool { access == nil && sees.contains(.questions) }

    /// Of what was said, that which is shown.
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

    /// Who is the author of what is said.
    package var author: String { name ?? "web" }

    /// What is looked for on the pages of a document, as the search has it: the words of the question, or of the saved question
    /// that it names. Nil for no words. Those who come with a link do not ask for its pages by tags, notes or paths: words
    /// before a colon are words.
    func request(for question: SearchQuestion, in index: ArchiveIndex) throws -> SearchRequest? {
        var words = share == nil ? question.words : question.words.replacing(":", with: " ")
        if let name = SavedQuestion.name(in: words), seesQuestions {
            words = try index.savedQuestions().first { $0.name == name }?.query ?? words
        }
        guard !words.allSatisfy(\.isWhitespace) else { return nil }
        var request = SearchRequest(words)
        request.isLiteral = question.isLiteral
        request.access = sight
        // What the search finds decides what is marked, and would tell of these.
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
