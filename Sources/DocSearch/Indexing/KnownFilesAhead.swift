import Foundation
import Synchronization

/// Reads what the index knows of the next folder while the system tells of this one, which takes about as long.
final class KnownFilesAhead: Sendable {
    private let index: IndexStore
    private let root: Int64
    private let queue = DispatchQueue(label: "docsearch.known-files")
    private let read = Mutex<(directory: ExactText, files: Result<[KnownFile], any Error>)?>(nil)

    init(index: IndexStore, root: Int64) { (self.index, self.root) = (index, root) }

    /// Begins to read. A folder that was prepared before and not taken is forgotten.
    func prepare(_ directory: String) {
        queue.async { [self] in
            let files = Result { try index.knownFiles(root: root, directory: directory) }
            read.withLock { $0 = (ExactText(directory), files) }
        }
    }

    /// The files of a folder, prepared or not.
    ///
    /// What was prepared may be older than the last write. That is harmless: this run writes to a folder only what it has
    /// found there, and what it has moved out of one is looked up again before it is removed.
    func files(in directory: String) throws -> [KnownFile] {
        queue.sync {}
        let prepared = read.withLock { $0.take() }
        if let prepared, prepared.directory == ExactText(directory) { return try prepared.files.get() }
        return try index.knownFiles(root: root, directory: directory)
    }
}
