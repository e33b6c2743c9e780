/// The data about a document that an index still has after it was left out, removed, or deleted from the archive.
public struct DocumentRemains: Sendable, Hashable {
    /// Where it was last known to be.
    var place: SubjectPlace
    /// The bundle that contained it or was it.
    var bundle: SubjectPlace.Bundle
    /// `subject.id` of its annotations.
    var subjects: [Int64]
    var hashes: [String]

    /// The absolute path of its folder.
    public var rootPath: String { place.rootPath }
    /// Its last known path form.
    public var path: String { place.path }
    /// The absolute path of its file or bundle.
    public var file: String { bundle.file }
}
