import SentenceEmbedding

@testable import DocSearch

extension TestArchive {
    /// The index as a program sees it that brings its own model.
    func index(with embedder: any Embedder) -> ArchiveIndex { ArchiveIndex(at: indexPath, embedder: embedder) }

    /// Writes the vectors of all pages, as a run does.
    func writeVectors(by embedder: any Embedder) throws { try Self.writeVectors(of: index, by: embedder) }

    static func writeVectors(of index: ArchiveIndex, by embedder: any Embedder) throws {
        var chunks: [(VectorChunk, QuantizedVector)] = []
        let store = try index.indexStore()
        var documents: [ArchiveDocument] = []
        try index.forEachDocument { document, _ in documents.append(document) }
        for document in documents.sorted(by: { $0.id < $1.id }) {
            for page in try index.pages(of: document, withLayouts: false) {
                guard let text = try store.textID(document: document.id, page: page.page) else { continue }
                for chunk in Self.chunks(of: page.text, embedder) {
                    let part = page.text.part(chunk.bytes).map(String.init) ?? ""
                    let place = VectorChunk(
                        document: document.id, text: text, page: page.page, start: chunk.bytes.lowerBound,
                        end: chunk.bytes.upperBound)
                    chunks.append((place, try QuantizedVector(embedder.embed([part])[0])))
                }
            }
        }
        var header = VectorFileHeader(
            model: embedder.modelID, chunking: PageChunks.version, dimensions: embedder.dimensions, count: 0,
            generation: 1, checksums: [])
        header.store = try VectorFileHeader.number(ofStore: store.pagesName() ?? "")
        try VectorFileWriter.replace(header, in: IndexFolder(path: index.path), mode: 0o600) { writer in
            for (place, vector) in chunks { try writer.append(place, scale: vector.scale, values: vector.values) }
        }
    }

    private static func chunks(of text: String, _ embedder: some Embedder) -> [PageChunk] {
        PageChunks(of: text, for: embedder).chunks
    }
}
