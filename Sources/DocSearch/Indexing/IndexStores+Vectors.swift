import Foundation
import SentenceEmbedding

/// What is done with vectors when texts go.
extension IndexStores {
    /// Takes the vectors of texts that `pages.sqlite` does not have any more out of the bytes of both files: they tell what
    /// the texts said. A file that cannot be used is removed, as what is in it cannot be told.
    ///
    /// - Throws: ``DocSearchError`` for a full disk, and when another program reads the file so long that its log cannot
    ///   be emptied.
    func forgetVectors() throws {
        guard FileStatus(path: folder.vectors) != nil else { return try folder.removeVectors() }
        do {
            try DatabaseOpening.requireKnown(folder.vectors, VectorsSchema.migrator())
            let vectors = try VectorStore(writing: folder)
            defer { vectors.close() }
            try findTextsAgain(vectors)
            var texts = VectorStore.States()
            try pages.textIDs { texts.set(.embedded, of: $0) }
            _ = try vectors.forgetTexts { texts[$0] == .embedded }
            try vectors.writeAnew()
            // Not only when it is out of date: its bytes are those of before.
            try folder.removeVectorFile()
            _ = try VectorFileMaker(stores: self, vectors: vectors).makeIfNeeded()
        } catch let error as DocSearchError where error.damagedFile == folder.vectors || error.code == .newerIndex {
            try folder.removeVectors()
        }
    }

    /// Finds out which rows are those of the texts, where that is not known: after another `pages.sqlite`, or a run without a
    /// model or one that was ended before it came to them. Else their rows would pass for forgotten ones.
    private func findTextsAgain(_ vectors: VectorStore) throws {
        let store = try pages.identifier()
        try vectors.useTexts(of: store)
        for maker in try vectors.makerIDs() {
            let states = try vectors.states(maker: maker, pagesStore: store)
            var ids: [Int64] = []
            try pages.textIDs { if states[$0] == .waiting { ids.append($0) } }
            for start in stride(from: 0, to: ids.count, by: 500) {
                let texts = try pages.texts(Array(ids[start..<min(ids.count, start + 500)]))
                _ = try vectors.link(texts.map { (id: $0.key, hash: TextEmbedding.hash($0.value)) }, maker: maker)
            }
        }
    }

    /// What is damaged of the vectors.
    func vectorDamage() throws {
        do {
            try VectorFile.open(folder)?.check()
        } catch let error as VectorFileError {
            throw DocSearchError(
                .damagedIndex, "\(error)", item: folder.vectorFile, cause: "\(error.reason)", remedy: .repair)
        }
        guard let vectors = try VectorStore(reading: folder) else { return }
        try vectors.check()
        let altered = try vectors.alteredCount()
        if altered > 0 { throw DatabaseOpening.damaged(folder.vectors, "\(altered.counted("row")) altered") }
    }
}

extension IndexFolder {
    /// Removes the file for search alone; it can be made again without computing anything.
    func removeVectorFile() throws {
        guard unlink(vectorFile) == 0 || errno == ENOENT else { throw DocSearchError.system("Removing", vectorFile) }
    }

    /// Removes all vectors.
    func removeVectors() throws {
        try removeVectorFile()
        try Self.removeDatabase(vectors)
    }
}
