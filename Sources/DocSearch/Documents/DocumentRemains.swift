/// What the files of an index still have of a document that was left out, removed, or deleted from the archive.
public struct DocumentRemains: Sendable, Hashable {
    /// The absolute path of the folder that it was in.
    public var rootPath: String
    /// Its last known path form.
    public var path: String
    /// The absolute path of the file or bundle that it was.
    public var file: String { bundle.file }
    /// The bundle that it was or was in.
    var bundle: SubjectPlace.Bundle
    /// `subject.id` of what was said of it.
    var subjects: [Int64]
    /// Of its bytes.
    var hashes: [String]
}
