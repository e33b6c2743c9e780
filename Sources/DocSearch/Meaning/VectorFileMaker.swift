import Foundation
import SentenceEmbedding

struct VectorFileMaker {
    let stores: IndexStores
    let vectors: VectorStore
    /// When the run is cancelled, the present file stays.
    var stop: StopFlag?

    func makeIfNeeded() throws -> [String] {
        guard let stored = try vectors.value(.maker) else { return [] }
        let maker: VectorStore.Maker = try JSONText.decode(stored)
        guard let id = try vectors.knownMakerID(maker) else { return [] }
        let generation = try stores.meaningGeneration(vectors, maker: id)
        let header = VectorFileHeader(
            model: maker.model, chunking: maker.chunking, dimensions: maker.dimensions, count: 0,
            generation: generation, store: VectorFileHeader.number(ofStore: try stores.pages.identifier()),
            checksums: [])
        var notes: [String] = []
        do {
            let known = try VectorFile.open(stores.folder)?.header
            if let known, known.generation == generation, known.model == maker.model, known.store == header.store {
                return []
            }
        } catch let error as VectorFileError {
            // A file of another release is no fault.
            if case .otherVersion = error.reason {
            } else {
                notes.append("\"\(error.path)\" could not be used and was made again from \"\(vectors.file)\".")
            }
        }
        try make(header, maker: id)
        return notes
    }

    private func make(_ header: VectorFileHeader, maker id: Int64) throws {
        let mode: mode_t = try stores.user.isGroupReadable() ? 0o640 : 0o600
        try VectorFileWriter.replace(header, in: stores.folder, mode: mode) { writer in
            try stores.index.pagesWithText { page, text in
                if stop?.reason == .cancelled { throw CancellationError() }
                guard let data = try vectors.chunks(ofText: text, maker: id),
                    let chunks = ChunkCoding.decode(data, dimensions: header.dimensions)
                else { return }
                for chunk in chunks {
                    let vectorChunk = VectorChunk(
                        document: page >> IndexSchema.pageBits, text: text,
                        page: Int(page & Int64(IndexSchema.maximumPage)), start: chunk.start, end: chunk.end)
                    try writer.append(vectorChunk, scale: chunk.vector.scale, values: chunk.vector.values)
                }
            }
        }
    }
}
