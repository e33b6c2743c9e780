import ExtractionProtocol
import Foundation

extension ArchiveIndex {
    /// Updates the index with the files and folders given, or with the remembered ones.
    ///
    /// The work runs in threads and processes of its own, up to the event ``IndexingEvent/finished(_:)``. Ending the
    /// iteration early, or cancelling its task, stops the run at the next page; finished work is kept, and the index is
    /// consistent. At most a thousand events wait to be taken. When none is taken for a second, the run continues
    /// without reporting progress; failures, warnings and the report are kept.
    ///
    /// The stream throws ``DocSearchError``: `locked` when another run writes, `notFound` for a path that does not
    /// exist, `environment` when `docsearch-extract` does not work, `failed` for a full disk and the like.
    public func update(
        _ paths: [String] = [], options: IndexingOptions = IndexingOptions()
    ) -> AsyncThrowingStream<IndexingEvent, any Error> {
        onThread(options) { [self] stop, report in try runUpdate(paths, options: options, stop: stop, report: report) }
    }

    func onThread(
        _ options: IndexingOptions,
        _ body: @escaping @Sendable (StopFlag, @escaping (IndexingEvent) -> Void) throws -> IndexingReport
    ) -> AsyncThrowingStream<IndexingEvent, any Error> {
        let stop = StopFlag(after: options.maximumTime)
        return Self.events(until: stop, isProgress: \.isProgress, note: { .warning(IndexingWarning($0)) }) { report in
            .finished(try body(stop, report))
        }
    }

    static func events<Event: Sendable>(
        until stop: StopFlag, isProgress: @escaping @Sendable (Event) -> Bool,
        note: @escaping @Sendable (String) -> Event,
        from body: @escaping @Sendable (@escaping (Event) -> Void) throws -> Event?
    ) -> AsyncThrowingStream<Event, any Error> {
        AsyncThrowingStream(bufferingPolicy: EventOutlet.policy) { continuation in
            continuation.onTermination = { _ in stop.stop(.cancelled) }
            let work = { @Sendable in
                let outlet = EventOutlet(continuation, isProgress: isProgress, note: note)
                do {
                    outlet.finish(with: try body { outlet.report($0) })
                    continuation.finish()
                } catch {
                    outlet.finish()
                    continuation.finish(throwing: error)
                }
            }
            do { try WorkThread.start(stackSize: 8 << 20, work) } catch { continuation.finish(throwing: error) }
        }
    }

    func runUpdate(
        _ paths: [String], options: IndexingOptions, stop: StopFlag, report: @escaping (IndexingEvent) -> Void
    ) throws -> IndexingReport {
        if options.dryRun {
            return try IndexStores.forDryRun(folder) { stores in
                try IndexingRun(stores: stores, options: options, stop: stop, report: report).run(paths: paths)
            }
        }
        try requireTargets(paths, options: options, stop: stop)
        return try repairing(options: options, stop: stop, report: report) { _, _ in paths }
    }

    /// A command that is refused makes no index.
    private func requireTargets(_ paths: [String], options: IndexingOptions, stop: StopFlag) throws {
        guard options.meaning != .only, folder.isNew else { return }
        if FileStatus(path: folder.path) != nil, try UserBackups(folder).newestWhole() != nil { return }
        try RootResolver.checked(paths, with: [], options: options, stop: stop)
    }

    /// `paths` is called before each run, and told whether something was repaired. It returns nil when there is nothing
    /// to do, and may throw damage.
    func repairing(
        options: IndexingOptions, stop: StopFlag, report: @escaping (IndexingEvent) -> Void,
        paths: (IndexStores, Bool) throws -> [String]?
    ) throws -> IndexingReport {
        var repairs: [IndexingWarning] = []
        return try writing(repaired: { repair in
            repairs.append(IndexingWarning(repair))
            report(.warning(IndexingWarning(repair)))
        }) { stores in
            guard let named = try paths(stores, !repairs.isEmpty) else { return IndexingReport() }
            // Not a warning of the report, which would make every run end with exit code 3: the person who put the
            // index there knows it by then.
            if let warning = stores.folder.networkWarning { report(.warning(IndexingWarning(warning))) }
            for note in stores.notes { report(.warning(IndexingWarning(note))) }
            if let isReadable = options.isGroupReadable { try stores.share(withGroup: isReadable) }
            let rebuild = FullTextRebuild(index: stores.index, pages: stores.pages, stemmer: options.stemmer)
            let rebuildStart = Date()
            if try rebuild.isNeeded() {
                try rebuild.run(stop: stop) { report(.rebuilding(documents: $0, of: $1)) }
                // Nothing is written to tables of two kinds. The next run continues.
                guard try !rebuild.isNeeded() else { return .stopped(after: rebuildStart) }
            } else {
                try rebuild.abandon()
            }
            let lost = try stores.dropLostTexts()
            if lost > 0 {
                let (texts, are) = lost == 1 ? ("text", "is") : ("\(lost) texts", "are")
                let loss = "The last \(texts) in pages.sqlite \(are) missing, as after a power failure."
                report(.warning(IndexingWarning("\(loss) The pages are read again.")))
            }
            let check = try DailyCheck(stores, stop: StopFlag(after: options.maximumTime.map { $0 / 4 }, within: stop))
                .run()
            for warning in check.warnings { report(.warning(warning)) }
            // Everything lost is made again, not only the named paths.
            let looksAtAll = !named.isEmpty && (!repairs.isEmpty || lost > 0 || !check.damaged.isEmpty)
            try stores.finishRemovals()
            let unforgotten = try stores.finishForgetting { report(.warning(IndexingWarning($0))) }
            for warning in unforgotten { report(.warning(warning)) }
            return try IndexingRun(
                stores: stores, options: options, stop: StopFlag(within: stop),
                warnings: repairs + check.warnings + unforgotten, report: report
            ).run(paths: named, withAllOthers: looksAtAll)
        }
    }

    /// An index of another release is not changed.
    func changing<Value>(_ body: (IndexStores) throws -> Value) throws -> Value {
        guard exists else { throw noIndex }
        return try writing { stores in
            try FullTextRebuild(index: stores.index, pages: stores.pages).requireNone()
            return try body(stores)
        }
    }

    /// `repaired` receives sentences about repaired damage; then `body` runs again. Without it damage is an error, and
    /// so is a lost file.
    func writing<Value>(repaired: ((String) -> Void)? = nil, _ body: (IndexStores) throws -> Value) throws -> Value {
        try folder.create()
        let lock = try WriterLock(folder)
        defer { withExtendedLifetime(lock) {} }
        try folder.removeLeftovers()
        // A new index must not be read through handles of the old one.
        defer { opened.withLock { $0 = OpenStores() } }
        if let repair = try IndexRecovery(folder: folder).resume() { repaired?(repair) }
        if let lost = folder.lostFile {
            let loss = DatabaseOpening.missing(lost)
            guard let repaired else { throw loss }
            // People may delete index.sqlite, which costs nothing.
            if lost == folder.pages { repaired(loss.message) }
        }
        var attempts = 1
        while true {
            do {
                let stores = try IndexStores(writing: folder, isFilled: repaired != nil)
                // A connection closed later would remove the log of the file that has its name by then.
                defer { stores.close() }
                return try body(stores)
            } catch let error as DocSearchError {
                // Once for each file.
                guard let repaired, attempts <= 5,
                    let repair = try IndexRecovery(folder: folder).recover(from: error)
                else { throw error }
                attempts += 1
                repaired(repair)
            }
        }
    }

    /// Removes `index.sqlite`, `pages.sqlite` and all vectors, with everything read and recognised. The remembered
    /// folders in `user.sqlite` stay.
    public func reset() throws {
        guard exists || access(folder.pages, F_OK) == 0 else { throw noIndex }
        let lock = try WriterLock(folder)
        defer { withExtendedLifetime(lock) {} }
        opened.withLock { $0 = OpenStores() }
        try IndexFolder.removeDatabase(folder.index)
        try IndexFolder.removeDatabase(folder.pages)
        try folder.removeVectors()
        try IndexRecovery(folder: folder).forgetSalvaged()
    }
}
