/// A tag of documents.
public struct TagCount: Sendable, Hashable {
    /// As the metadata has it, or people gave it.
    public var tag: String
    /// Documents that have it.
    public var documents: Int
    /// Those of them that people gave it to.
    public var added: Int
}
