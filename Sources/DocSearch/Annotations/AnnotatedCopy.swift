/// Annotations about another document with the same bytes. They apply only to that one.
public struct AnnotatedCopy: Sendable, Hashable {
    /// The other document.
    public var document: ArchiveDocument
    /// Oldest first.
    public var annotations: [Annotation]
}
