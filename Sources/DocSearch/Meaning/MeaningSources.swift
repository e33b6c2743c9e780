import SentenceEmbedding
import Synchronization

/// The vector file and the model of an index, opened when needed and kept: the file until it is replaced.
final class MeaningSources: Sendable {
    private struct Opened {
        var vectors: VectorFile?
        var inode: Int64?
        var embedder: (any Embedder)?
    }

    private let folder: IndexFolder
    private let model: MeaningModel?
    private let opened = Mutex(Opened())

    init(_ folder: IndexFolder, model: MeaningModel? = nil) { (self.folder, self.model) = (folder, model) }

    func vectors() throws -> VectorFile? {
        try opened.withLock { opened in
            guard let inode = FileStatus(path: folder.vectorFile)?.inode else {
                opened.vectors = nil
                return nil
            }
            if let vectors = opened.vectors, opened.inode == inode, !vectors.isCut { return vectors }
            opened.vectors = try VectorFile.open(folder)
            opened.inode = inode
            return opened.vectors
        }
    }

    /// The installed model with this name, or the program's own, whatever its name.
    func embedder(named id: String) throws -> (any Embedder)? {
        try opened.withLock { opened in
            if let embedder = opened.embedder, embedder.modelID == id || model != nil,
                (embedder as? any MappedEmbedder)?.isCut != true
            {
                return embedder
            }
            guard let model = model ?? MeaningModel.installed().first(where: { $0.modelID == id }) else { return nil }
            let embedder = try model.opened()
            opened.embedder = embedder
            return embedder
        }
    }

    /// The languages that the model has learned; nil for all.
    func languages(ofModel id: String) -> Set<String>? {
        if let model, model.modelID == id { return model.languages }
        return EmbeddingModel(modelID: id)?.languages ?? ["en"]
    }
}
