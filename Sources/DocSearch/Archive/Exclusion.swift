/// A person's pattern of files that runs leave out.
public struct Exclusion: Sendable, Hashable, Identifiable {
    /// The decision's identifier: see ``Annotation/id``.
    public var id: String
    /// The absolute path of the remembered folder to which the pattern applies. It stays when the folder is no longer
    /// remembered.
    public var root: String
    /// In the form of gitignore(5), for paths below the root.
    public var pattern: String
    /// Milliseconds since 1970. If two patterns match a path, the newer one counts.
    public var created: Int64
    /// The author of the pattern.
    public var author: String

    /// The maximum number of patterns.
    public static let limit = 1000

    struct Value: Codable, Hashable {
        var pattern: String
        var root: String
    }

    init?(_ annotation: Annotation) throws {
        guard annotation.kind == .exclusion else { return nil }
        let value: Value = try JSONText.decode(annotation.value)
        (id, root, pattern) = (annotation.id, value.root, value.pattern)
        (created, author) = (annotation.created, annotation.author)
    }
}
