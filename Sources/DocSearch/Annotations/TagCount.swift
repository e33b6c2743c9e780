/// A tag of documents.
public struct TagCount: Sendable, Hashable {
    /// From the metadata or from people.
    public var tag: String
    /// Documents with this tag.
    public var documents: Int
    /// Documents whose tag was added by people.
    public var added: Int
}
