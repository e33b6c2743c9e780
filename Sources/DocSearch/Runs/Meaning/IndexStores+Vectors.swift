import ContentHashing
import Foundation
import SentenceEmbedding

extension IndexStores {
    /// Vectors reveal what the texts said, so they are erased from the bytes of both files. An unusable file is removed,
    /// as its content is unknown. Throws also when another program reads the file for so long that its log cannot be
    /// emptied.
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
            // Even if it is current, because its bytes are old.
            try folder.removeVectorFile()
            _ = try VectorFileMaker(stores: self, vectors: vectors).makeIfNeeded()
        } catch let error as DocSearchError where error.damagedFile == folder.vectors || error.code == .newerIndex {
            try folder.removeVectors()
        }
    }

    /// After another `pages.sqlite`, or a run without a model or one that ended early. Otherwise the rows would be
    /// taken for forgotten ones.
    func findTextsAgain(_ vectors: VectorStore) throws {
        let store = try pages.identifier()
        try vectors.useTexts(of: store)
        let makers = try vectors.makerIDs().filter { try vectors.hasLooseVectors(maker: $0) }
        guard !makers.isEmpty else { return }
        let states = try makers.map { try vectors.states(maker: $0, pagesStore: store) }
        var ids: [Int64] = []
        try pages.textIDs { id in
            if states.contains(where: { $0[id] == .waiting }) { ids.append(id) }
        }
        for start in stride(from: 0, to: ids.count, by: Self.textsAtOnce) {
            let texts = try pages.texts(Array(ids[start..<min(ids.count, start + Self.textsAtOnce)]))
            let hashes = texts.map { (id: $0.key, hash: TextEmbedding.hash($0.value)) }
            for maker in makers { _ = try vectors.link(hashes, maker: maker) }
        }
    }

    /// Changes whenever the index has other pages, texts, or vectors of this maker.
    func meaningGeneration(_ vectors: VectorStore, maker: Int64) throws -> UInt64 {
        var hash = StableHash()
        for number in [maker, try index.pagesVersion(), try vectors.version()] {
            withUnsafeBytes(of: number.littleEndian) { hash.add($0) }
        }
        hash.add(try pages.identifier().utf8)
        return hash.value
    }

    /// In memory together: a page may have 4 MiB, and usually has 2 KiB.
    private static let textsAtOnce = 200

    /// Vectors of another release are not checked, nor the rest once `stop` is set.
    func vectorDamage(_ stop: StopFlag = StopFlag(after: nil)) throws {
        do {
            if let file = try VectorFile.open(folder) {
                try file.check()
                guard file.header.store == VectorFileHeader.number(ofStore: try pages.identifier()) else {
                    throw VectorFileError(path: folder.vectorFile, reason: .damaged("it is of another index"))
                }
            }
        } catch let error as VectorFileError {
            if case .otherVersion = error.reason { return }
            var damage = DocSearchError(error)
            damage.remedy = .repair
            throw damage
        }
        do {
            guard !stop.isSet, let vectors = try VectorStore(reading: folder) else { return }
            try vectors.check()
            if !stop.isSet { try vectors.checkRows() }
            let strays = try strayTexts(vectors, stop)
            if strays > 0 {
                throw DatabaseOpening.damaged(folder.vectors, "\(strays.counted("text")) with vectors of another one")
            }
        } catch let error as DocSearchError where error.code == .newerIndex {
            return
        }
    }

    private func strayTexts(_ vectors: VectorStore, _ stop: StopFlag) throws -> Int {
        guard try vectors.value(.pagesStore) == pages.identifier() else { return 0 }
        var (strays, last) = (0, Int64.min)
        while !stop.isSet {
            let known = try vectors.linkedHashes(after: last, limit: Self.textsAtOnce)
            guard let end = known.last?.text else { break }
            let texts = try pages.texts(known.map(\.text))
            strays += known.count { entry in texts[entry.text].map { TextEmbedding.hash($0) != entry.hash } ?? false }
            last = end
        }
        return strays
    }
}

extension IndexFolder {
    /// The file can be rebuilt without computing vectors.
    func removeVectorFile() throws {
        guard unlink(vectorFile) == 0 || errno == ENOENT else { throw DocSearchError.system("Removing", vectorFile) }
    }

    func removeVectors() throws {
        try removeVectorFile()
        try Self.removeDatabase(vectors)
    }
}
