import SentenceEmbedding

extension ArchiveIndex {
    /// The progress of the vectors; nil when no run has computed any. Throws ``DocSearchError``: `noIndex`,
    /// `newerIndex`, `damagedIndex` when `vectors.sqlite` is damaged.
    public func meaningStatus() throws -> MeaningStatus? {
        let index = try indexStore()
        guard let vectors = try VectorStore(reading: folder), let stored = try vectors.value(.maker) else { return nil }
        let maker: VectorStore.Maker = try JSONText.decode(stored)
        guard let id = try vectors.knownMakerID(maker) else { return nil }
        let states = try vectors.states(maker: id, pagesStore: pageStore().identifier())
        var counts: [VectorStore.State: Int] = [:]
        try index.pagesWithText { _, text in counts[states[text], default: 0] += 1 }
        let waiting = counts[.waiting] ?? 0
        let rate = try vectors.value(.rate).flatMap(Double.init)
        let omitted = [
            "empty": counts[.empty], "no-letters": counts[.noLetters], "unknown-script": counts[.unknownScript],
            "other": counts[.otherOmission],
        ]
        return MeaningStatus(
            model: maker.model, embedded: counts[.embedded] ?? 0, omitted: omitted.compactMapValues { $0 },
            waiting: waiting, secondsLeft: rate.flatMap { $0 > 0 && waiting > 0 ? Double(waiting) / $0 : nil })
    }

    /// The model for search by meaning that suits the archive: for English where most pages whose language is known are
    /// in English, or nothing is known yet. Throws as ``meaningStatus()``.
    public func suitableModel() throws -> EmbeddingModel {
        guard exists else { return .minilm }
        return try indexStore().isMostlyInOtherLanguages() ? .e5Small : .minilm
    }

    /// Removes all vectors. Search by words is unaffected, and with a model the next run computes them again. Throws
    /// ``DocSearchError``: `locked` when a run is in progress, `failed` when a file cannot be removed.
    public func removeVectors() throws {
        guard exists || FileStatus(path: folder.vectors) != nil else { return }
        let lock = try WriterLock(folder)
        defer { withExtendedLifetime(lock) {} }
        try folder.removeVectors()
    }
}
