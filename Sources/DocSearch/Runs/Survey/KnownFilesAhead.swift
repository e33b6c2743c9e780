import Foundation
import Synchronization

/// Reads the files of the next folder while the system lists this one, which takes about as long.
final class KnownFilesAhead: Sendable {
    private let index: IndexStore
    private let root: Int64
    private let queue = DispatchQueue(label: "docsearch.known-files")
    private let read = Mutex<(directory: ExactText, files: Result<[KnownFile], any Error>)?>(nil)

    init(index: IndexStore, root: Int64) { (self.index, self.root) = (index, root) }

    /// An earlier folder that was not used is dropped.
    func prepare(_ directory: String) {
        queue.async { [self] in
            let files = Result { try index.knownFiles(root: root, directory: directory) }
            read.withLock { $0 = (ExactText(directory), files) }
        }
    }

    /// Prepared data may be older than the last write. That is harmless: this run writes to a folder only files that it
    /// has found there, and looks up files moved out of one again before removing them.
    func files(in directory: String) throws -> [KnownFile] {
        queue.sync {}
        let prepared = read.withLock { $0.take() }
        if let prepared, prepared.directory == ExactText(directory) { return try prepared.files.get() }
        return try index.knownFiles(root: root, directory: directory)
    }
}
