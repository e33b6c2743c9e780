import ExtractionProtocol
import Foundation

/// One run of the pipeline: walk, read, collect, recognise, write. Blocking; lives on a thread of its own.
///
/// Threads: this one walks, hands out, collects and writes (it is the only writer); one more serves each worker.
final class IndexingRun {
    private let stores: IndexStores
    private let options: IndexingOptions
    private let stop: StopFlag
    private let report: (IndexingEvent) -> Void
    private let pool: WorkerPool
    private let started = Int64(Date().timeIntervalSince1970)
    private let clock = ContinuousClock.now
    private var result = IndexingReport()
    private var outstanding = 0

    init(
        stores: IndexStores, options: IndexingOptions, stop: StopFlag, warnings: [String] = [],
        report: @escaping (IndexingEvent) -> Void
    ) {
        self.stores = stores
        self.options = options
        self.stop = stop
        self.report = report
        result.warnings = warnings
        pool = WorkerPool(pages: stores.pages, options: options, stop: stop)
    }

    func run(paths: [String]) throws -> IndexingReport {
        result.started = started
        let resolver = RootResolver(user: stores.user, index: stores.index, isDryRun: options.dryRun)
        let targets = try resolver.targets(paths: paths, languages: options.languages)
        let roots = targets.map(\.root)
        if options.dryRun {
            try walk(targets) { _ in }
        } else {
            try process(targets, roots)
            result.waiting = options.ocr == .never ? 0 : try stores.index.pagesWaiting(roots: roots.map(\.id))
            result.standingFailures = try stores.index.failureCount(roots: roots.map(\.id))
            result.isPartial = stop.isSet
            result.seconds = (ContinuousClock.now - clock) / .seconds(1)
            if result.hasChangedAnything {
                try stores.index.record(result, finished: Int64(Date().timeIntervalSince1970))
            } else {
                try stores.folder.noteLook()
            }
        }
        result.isPartial = stop.isSet
        result.seconds = (ContinuousClock.now - clock) / .seconds(1)
        return result
    }

    // MARK: - Walking

    private func walk(_ targets: [RootResolver.Target], _ toRead: @escaping (BundleTask) throws -> Void) throws {
        for target in targets {
            var gone: [BundleRow] = []
            var found = 0
            let walker = RootWalker(
                root: target.root, scope: target.scope, index: stores.index, options: options, stop: stop
            ) { [self] finding in
                switch finding {
                case .unchanged:
                    found += 1
                    result.bundles += 1
                    result.unchanged += 1
                case .toRead(let directory, let name, let known):
                    found += 1
                    result.bundles += 1
                    if known == nil { result.new += 1 } else { result.changed += 1 }
                    let mayBeSame = known?.isCurrent(for: options.ocr) == true && !options.full
                    let isRetry = try known.map { try options.retryFailed && stores.index.hasFailures(bundle: $0.id) }
                    try toRead(
                        BundleTask(
                            number: result.bundles, root: target.root, directory: directory, name: name,
                            knownContentHash: mayBeSame && isRetry != true ? known?.contentHash : nil,
                            isKnown: known != nil))
                case .gone(let bundles): gone += bundles
                case .symbolicLink: result.symbolicLinks += 1
                case .warning(let text): warn(text)
                }
            }
            try walker.walk()
            if !stop.isSet { try remove(gone, of: target, found: found) }
        }
    }

    /// Takes out what is gone, unless it looks as if the disk were gone rather than the files.
    private func remove(_ gone: [BundleRow], of target: RootResolver.Target, found: Int) throws {
        guard !gone.isEmpty else { return }
        let known = try stores.index.bundleCount(root: target.root.id)
        let share = Double(gone.count) / Double(max(1, known))
        if target.scope.isEmpty, found == 0, !target.root.isFile {
            return warn(
                "\"\(target.root.path)\" is empty although the index knows \(known) bundles of it. Nothing was "
                    + "removed. Is its disk mounted? If it is meant to be empty: docsearch remove PATH.")
        }
        if gone.count > 10, share > options.pruneLimit {
            let percent = Int((share * 100).rounded())
            return warn(
                "\(gone.count) of \(known) bundles of \"\(target.root.path)\" are gone (\(percent) %, the limit is "
                    + "\(Int(options.pruneLimit * 100)) %). Nothing was removed. If that is right, run again with "
                    + "--prune-limit 100%.")
        }
        result.removed += gone.count
        for bundle in gone { report(.removed(bundle: bundle.relativePath)) }
        if !options.dryRun { try stores.index.removeBundles(gone.map(\.id), pages: stores.pages) }
    }

    private func warn(_ text: String) {
        result.warnings.append(text)
        report(.warning(text))
    }

    // MARK: - Reading and recognising

    private func process(_ targets: [RootResolver.Target], _ roots: [IndexRoot]) throws {
        try pool.run {
            let collector = DocumentCollector(stores: stores, options: options, started: started)
            for root in roots { try applyLanguages(root, collector) }
            try readBundles(targets, collector)
            if options.ocr != .never { try recognize(roots, collector) }
        }
    }

    private func readBundles(_ targets: [RootResolver.Target], _ collector: DocumentCollector) throws {
        try walk(targets) { [self] task in
            // Collecting while handing out keeps both queues short, whatever the archive's size.
            while outstanding >= 64, !stop.isSet { try collectNext(collector, nil) }
            guard !stop.isSet else { return }
            pool.tasks.push(.readBundle(task))
            outstanding += 1
            while let message = pool.messages.pop(within: 0) { try handle(message, collector, nil) }
            if collector.isFlushDue { try announce(collector.flush()) }
        }
        while outstanding > 0 { try collectNext(collector, nil) }
        try announce(collector.flush())
    }

    private func recognize(_ roots: [IndexRoot], _ collector: DocumentCollector) throws {
        let scheduler = RecognitionScheduler(
            stores: stores, options: options, collector: collector, roots: roots, jobs: pool.jobs,
            images: pool.images)
        // A run that has read no bundle has not met a worker yet, and cannot tell what is recognised already.
        if try stores.index.nextDocumentToRecognize(after: 0, roots: roots.map(\.id)) != nil || options.ocr == .always {
            try greet(collector)
        }
        var isExhausted = false
        while !stop.isSet {
            while outstanding < 2 * pool.jobs, !isExhausted {
                guard let task = try scheduler.next() else {
                    isExhausted = true
                    break
                }
                pool.tasks.push(.recognize(task))
                outstanding += 1
            }
            if outstanding == 0 { break }
            try collectNext(collector, scheduler)
        }
        if stop.isSet { pool.tasks.close(discarding: true) }
        while stop.isSet, let message = pool.messages.pop(within: 0) { try handle(message, collector, scheduler) }
        try scheduler.finish()
    }

    /// Another set of languages makes other text of the same scans: the pages that it concerns are chosen anew.
    private func applyLanguages(_ root: IndexRoot, _ collector: DocumentCollector) throws {
        let applied = try stores.index.appliedLanguages(root: root.id)
        guard applied != root.languages else { return }
        if applied == nil { return try stores.index.setAppliedLanguages(root.languages, root: root.id) }
        try greet(collector)
        guard collector.greeting != nil else { return }
        for document in try stores.index.documentsWithScans(root: root.id) {
            try stores.rechoosePages(document: document) { language in
                PageChoice(ocr: options.ocr, recognition: try collector.recognition(of: root, language: language))
            }
        }
        try stores.index.setAppliedLanguages(root.languages, root: root.id)
    }

    private func greet(_ collector: DocumentCollector) throws {
        guard collector.greeting == nil else { return }
        if let greeting = try WorkerProcess.greeting(options: options, stop: stop) { welcome(greeting, collector) }
    }

    /// All workers of a run are the same program on the same system, so the first one speaks for all.
    private func welcome(_ greeting: GreetingFrame, _ collector: DocumentCollector) {
        collector.greeting = greeting
        guard result.sandbox == nil else { return }
        let sandbox = SandboxState(greeting.confinement)
        result.sandbox = sandbox
        // Not one of the report's warnings: those make a run end with exit code 3, and nobody can give an old kernel
        // what it has not got.
        if let warning = sandbox.warning { report(.warning(warning)) }
    }

    private func collectNext(_ collector: DocumentCollector, _ scheduler: RecognitionScheduler?) throws {
        if collector.isFlushDue { try announce(collector.flush()) }
        guard let message = pool.messages.pop(within: 0.2) else {
            try announce(collector.flush())
            if stop.isSet { outstanding = 0 }
            return
        }
        try handle(message, collector, scheduler)
    }

    private func handle(
        _ message: WorkerMessage, _ collector: DocumentCollector, _ scheduler: RecognitionScheduler?
    ) throws {
        switch message {
        case .greeting(let greeting): welcome(greeting, collector)
        case .broken(let error): throw error
        case .began(let task):
            collector.begin(task)
            report(.started(bundle: task.relativePath))
        case .bundle(let task, let frame): collector.add(frame, of: task)
        case .document(let task, let frame): try collector.add(frame, of: task)
        case .page(let task, let frame):
            try collector.add(frame, of: task)
            result.pages += 1
        case .problem(let task, let problem):
            collector.add(problem, of: task)
            fail(bundle: task.relativePath, problem)
        case .ended(let task, let outcome, let status):
            outstanding -= 1
            if outcome == .unchanged {
                result.unchanged += 1
                result.changed -= 1
            }
            try collector.end(task, outcome, status)
        case .abandoned(let task):
            outstanding -= 1
            collector.abandon(task)
        case .recognized(let task, let frame):
            try scheduler?.add(frame, of: task)
            result.recognized += 1
            report(.recognized(document: task.path, page: frame.page))
        case .recognizedBefore(let task, let page, let row):
            try scheduler?.reuse(row, page: page, of: task)
            result.reused += 1
        case .unrecognized(let task, let problem):
            try stores.index.recordFailure(bundle: task.bundle, problem, source: task.source, now: started)
            fail(bundle: task.bundlePath, problem)
        case .recognitionEnded(let task):
            outstanding -= 1
            try scheduler?.end(task)
        }
    }

    private func announce(_ documents: [DocumentCollector.Written]) {
        for written in documents {
            result.documents += 1
            result.reused += written.reused
            for problem in written.unread { fail(bundle: written.bundlePath, problem) }
            report(.indexed(document: written.path, pages: written.pages, toRecognize: written.toRecognize))
        }
    }

    private func fail(bundle: String, _ problem: ProblemFrame) {
        result.failed += 1
        let entry = problem.address.entry
        report(
            .failed(
                path: entry.isEmpty ? bundle : bundle + "!/" + entry,
                page: problem.address.page > 0 ? problem.address.page : nil, stage: problem.stage.rawValue,
                reason: problem.reason))
    }
}
