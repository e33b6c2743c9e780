/// Who asks, and what they may do.
package struct Visitor: Sendable, Hashable {
    /// What a person may say of documents.
    package enum Right: String, Sendable, CaseIterable, Codable { case tags, notes, highlights }

    /// The name of the token; nil without one.
    package var name: String?
    /// A query that every document must meet to be seen; nil for all documents. Never empty: see ``TokenFile``.
    package var access: String?
    package var rights: Set<Right> = []
    /// Of those who come with a link: the one document that ``access`` may let them see. They have neither name nor rights.
    package var share: Share?
    /// Whether a cookie says who it is. Browsers send cookies with requests that other sites make.
    package var isByCookie = false

    package init(name: String? = nil, access: String? = nil, rights: Set<Right> = [], share: Share? = nil) {
        (self.name, self.access, self.rights, self.share) = (name, access, rights, share)
    }

    /// Who is the author of what is said.
    package var author: String { name ?? "web" }

    /// What is looked for on the pages of a document. A link shows nothing of what people said of it, so its pages are not asked
    /// for either by tags, notes or paths: words before a colon are words.
    func words(of question: SearchQuestion) -> String {
        share == nil ? question.words : question.words.replacing(":", with: " ")
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
