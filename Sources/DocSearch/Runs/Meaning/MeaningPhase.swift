import Foundation
import SentenceEmbedding

/// Computes vectors for pages without one, newest documents first. On the run's thread.
///
/// Problems of the vectors are warnings: documents are read and found without them.
struct MeaningPhase {
    let run: RunContext

    private var folder: IndexFolder { run.stores.folder }

    /// With `only`, throws for any obstacle to computing vectors.
    func embed() throws {
        let (model, missing) = try choice()
        guard model != nil || FileStatus(path: folder.vectors) != nil else {
            if run.options.meaning == .only { throw DocSearchError.noModel }
            // The texts that belong to its numbers are unknown.
            return try folder.removeVectorFile()
        }
        do {
            try repairing { try work(model) }
            if let missing { throw missing }
            if run.options.meaning == .only, model == nil { throw DocSearchError.noModel }
        } catch let error as DocSearchError where error.damagedFile != nil && error.damagedFile != folder.vectors {
            throw error
        } catch {
            let error = DocSearchError(wrapping: error)
            if run.options.meaning == .only { throw error }
            run.record.warn("Search by meaning is not up to date. \(error.message)", remedy: error.remedy)
        }
    }

    /// Vectors take long, so an index that has some keeps their model until a person names another. An error says that
    /// the model is not installed.
    private func choice() throws -> (model: MeaningModel?, missing: DocSearchError?) {
        guard run.options.meaning != .never else { return (nil, nil) }
        if let model = run.options.model { return (model, nil) }
        let installed = run.options.installedModels
        let (chosen, maker) = remembered()
        if let name = chosen ?? maker {
            if let model = installed.first(where: { $0.modelID == name }) { return (model, nil) }
            // Without any model a run is silent, unless a person has chosen one.
            if let known = EmbeddingModel(modelID: name), chosen != nil || !installed.isEmpty {
                let role = chosen != nil ? "chosen for this index" : "which made the vectors of this index"
                return (nil, DocSearchError.notInstalled(known, role))
            }
        }
        guard installed.first?.languages == ["en"], let other = installed.first(where: { $0.languages != ["en"] }),
            try run.stores.index.isMostlyInOtherLanguages()
        else { return (installed.first, nil) }
        return (other, nil)
    }

    /// The names of the model that a person chose and of the one that made the vectors.
    private func remembered() -> (chosen: String?, maker: String?) {
        do {
            guard let store = try VectorStore(reading: folder) else { return (nil, nil) }
            let maker = try store.value(.maker).map { try JSONText.decode($0) as VectorStore.Maker }
            return (try store.value(.chosenModel), maker?.model)
        } catch {
            // A damaged file is reported, and repaired, where vectors are written.
            return (nil, nil)
        }
    }

    private func repairing(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as DocSearchError where error.damagedFile == folder.vectors {
            guard let repair = try IndexRecovery(folder: folder).recover(from: error) else { throw error }
            run.record.warn(repair)
            try body()
        }
    }

    private func work(_ model: MeaningModel?) throws {
        try SafeFile.requirePlain(folder.vectors)
        try DatabaseOpening.requireKnown(folder.vectors, VectorsSchema.migrator())
        let store = try VectorStore(writing: folder)
        defer { store.close() }
        try store.useTexts(of: run.stores.pages.identifier())
        if model == nil, try store.value(.complete) == nil { try run.stores.findTextsAgain(store) }
        if let model {
            try model.requireUsable()
            let maker = try store.makerID(model.maker)
            let name = try JSONText.encode(model.maker)
            if try store.value(.maker) != name {
                let queue = try MeaningQueue(stores: run.stores, vectors: store, maker: maker)
                run.record.result.meaningWaiting = queue.waiting
                // Where it cannot be used, the vectors of the other one stay.
                _ = try model.open()
            }
            try store.set(.maker, to: name)
            if run.options.model != nil { try store.set(.chosenModel, to: model.modelID) }
            let generation = try run.stores.meaningGeneration(store, maker: maker)
            if try store.value(.complete) != String(generation) { try compute(model, maker: maker, store) }
        }
        // The person who asked to stop is waiting.
        if run.stop.reason == .cancelled { return }
        let file = VectorFileMaker(stores: run.stores, vectors: store, stop: run.stop)
        do {
            for note in try file.makeIfNeeded() { run.record.warn(note) }
        } catch is CancellationError {
            // The present file stays, and the next run renews it.
        }
    }

    private func compute(_ model: MeaningModel, maker: Int64, _ store: VectorStore) throws {
        try store.checkRows()
        var queue = try MeaningQueue(stores: run.stores, vectors: store, maker: maker)
        run.record.result.meaningWaiting = queue.waiting
        var unreadable = 0
        if queue.waiting > 0 {
            let embedder = try model.open()
            run.record.report(.embedding(pages: queue.waiting))
            let embedding = TextEmbedding(embedder, threads: run.options.workerCount, stop: run.stop)
            unreadable = try compute(&queue, with: embedding, in: store)
        }
        // Pages with unreadable texts wait for new texts, and are different pages then.
        guard run.record.result.meaningWaiting == unreadable, !run.stop.isSet else { return }
        try store.set(.complete, to: String(run.stores.meaningGeneration(store, maker: maker)))
    }

    /// In a round, after which they are stored: a few seconds of work.
    private static let pagesOfThread = 32

    private func compute(
        _ queue: inout MeaningQueue, with embedding: TextEmbedding, in store: VectorStore
    ) throws -> Int {
        let begun = ContinuousClock.now
        var (computed, withoutMemory, failed, unreadable) = (0, 0, 0, 0)
        var failure: (any Error)?
        while !run.stop.isSet {
            guard let portion = try queue.next(Self.pagesOfThread * run.options.workerCount) else { break }
            let round = try queue.embed(portion, embedding)
            withoutMemory += round.withoutMemory
            failed += round.failed
            failure = failure ?? round.failure
            unreadable += round.unreadable
            computed += round.computed
            run.record.result.embedded += round.embedded
            run.record.result.meaningOmitted += round.omitted
            run.record.result.meaningWaiting -= round.pages
            run.record.report(.embedded(pages: round.pages))
            try store.shortenLog()
        }
        if computed > 0 {
            try store.set(.rate, to: String(Double(computed) / ((ContinuousClock.now - begun) / .seconds(1))))
        }
        if withoutMemory > 0 {
            run.record.warn(
                "There was not enough memory for the vectors of \(withoutMemory.counted("page")). The next run tries "
                    + "again.")
        }
        if let failure {
            run.record.warn(
                "The model gave no vectors for \(failed.counted("page")): \(failure) The next run tries again.")
        }
        return unreadable
    }
}
