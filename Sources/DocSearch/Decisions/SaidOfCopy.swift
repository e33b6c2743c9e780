/// What people said of another document with the same bytes. It counts for that one alone.
public struct SaidOfCopy: Sendable, Hashable {
    /// The other document.
    public var document: ArchiveDocument
    /// From the oldest to the newest.
    public var decisions: [Decision]
}
