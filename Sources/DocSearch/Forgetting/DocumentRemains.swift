/// The data about a document that an index still has after it was left out, removed, or deleted from the archive.
public struct DocumentRemains: Sendable, Hashable {
    /// The absolute path of its folder.
    public var rootPath: String
    /// Its last known path form.
    public var path: String
    /// The absolute path of its file or bundle.
    public var file: String { bundle.file }
    /// The bundle that contained it or was it.
    var bundle: SubjectPlace.Bundle
    /// `subject.id` of its annotations.
    var subjects: [Int64]
    var hashes: [String]
}
