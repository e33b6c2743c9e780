/// A pattern of what runs leave out, as people said it.
public struct Exclusion: Sendable, Hashable, Identifiable {
    /// That of the decision: see ``Decision/id``.
    public var id: String
    /// The absolute path of the remembered folder that the pattern is of. It stays when the folder is no longer remembered.
    public var root: String
    /// As gitignore(5) has it, of paths below the root.
    public var pattern: String
    /// Milliseconds since 1970. Of two patterns that mean the same path, the one that was said last counts.
    public var created: Int64
    /// Who said it.
    public var author: String

    /// How many there may be.
    public static let limit = 1000

    /// As a decision keeps it.
    struct Value: Codable, Hashable {
        var pattern: String
        var root: String
    }

    /// Nil for a decision that is none.
    init?(_ decision: Decision) throws {
        guard decision.kind == .exclusion else { return nil }
        let value: Value = try JSONText.decode(decision.value)
        (id, root, pattern) = (decision.id, value.root, value.pattern)
        (created, author) = (decision.created, decision.author)
    }
}
