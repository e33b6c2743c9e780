import ExtractionProtocol
import Foundation

/// One run of the pipeline: walk, read, collect, recognise, write. Blocking; lives on a thread of its own.
///
/// Threads: this one walks, hands out, collects and writes (it is the only writer); one more serves each worker.
final class IndexingRun {
    private let stores: IndexStores
    private let options: IndexingOptions
    private let stop: StopFlag
    private let record: RunRecord
    private let survey: RootSurvey
    private let pool: WorkerPool
    private let started = Int64(Date().timeIntervalSince1970)
    private let clock = ContinuousClock.now
    private var outstanding = 0

    init(
        stores: IndexStores, options: IndexingOptions, stop: StopFlag, warnings: [String] = [],
        report: @escaping (IndexingEvent) -> Void
    ) {
        self.stores = stores
        self.options = options
        self.stop = stop
        record = RunRecord(warnings: warnings, report: report)
        survey = RootSurvey(stores: stores, options: options, stop: stop, record: record)
        pool = WorkerPool(pages: stores.pages, options: options, stop: stop)
    }

    /// See ``RootResolver/targets(paths:withAllOthers:)``.
    func run(paths: [String], withAllOthers: Bool = false) throws -> IndexingReport {
        record.result.started = started
        let resolver = RootResolver(stores: stores, options: options, stop: stop)
        let targets = try resolver.targets(paths: paths, withAllOthers: withAllOthers)
        let decisions = DecisionKeeper(stores: stores, record: record, isDryRun: options.dryRun)
        // A night may pass until the end of the run.
        decisions.backUp()
        let roots = targets.map(\.root)
        if options.dryRun {
            try survey.walk(targets) { _ in }
            try survey.removeGone()
        } else {
            try process(targets, roots)
            for loss in stores.pages.losses.take() { record.fail(bundle: loss.bundlePath, loss.problem) }
            record.result.waiting = options.ocr == .never ? 0 : try stores.index.pagesWaiting(roots: roots.map(\.id))
            record.result.standingFailures = try stores.index.failureCount(roots: roots.map(\.id))
        }
        try decisions.warnOfForgottenRoots()
        decisions.backUp()
        record.result.isPartial = stop.isSet
        record.result.seconds = (ContinuousClock.now - clock) / .seconds(1)
        record.result.freeBytes = stores.folder.freeBytes
        if !options.dryRun { try remember(record.result) }
        return record.result
    }

    private func remember(_ report: IndexingReport) throws {
        if report.hasChangedAnything {
            try stores.index.record(report, finished: Int64(Date().timeIntervalSince1970))
        } else {
            try stores.folder.noteLook()
        }
    }

    // MARK: - Reading and recognising

    private func process(_ targets: [RootResolver.Target], _ roots: [IndexRoot]) throws {
        try pool.run {
            let collector = DocumentCollector(
                stores: stores, options: options, started: started,
                moves: MovedBundles(index: stores.index, user: stores.user))
            for root in roots { try applyLanguages(root, collector) }
            try readBundles(targets, collector)
            if options.ocr != .never { try recognize(asTheyAre(roots), collector) }
        }
    }

    private func readBundles(_ targets: [RootResolver.Target], _ collector: DocumentCollector) throws {
        try survey.walk(targets) { [self] task in try handOut(task, collector) }
        try drain(collector)
        while try survey.walkOrdinaryFolders({ [self] task in try handOut(task, collector) }) { try drain(collector) }
        record.result.new -= collector.moved
        record.result.moved += collector.moved
        try survey.removeGone()
    }

    private func handOut(_ task: BundleTask, _ collector: DocumentCollector) throws {
        // Collecting while handing out keeps both queues short, whatever the archive's size.
        while outstanding >= 64, !stop.isSet { try collectNext(collector, nil) }
        guard !stop.isSet else { return }
        pool.tasks.push(.readBundle(task))
        outstanding += 1
        while let message = pool.messages.pop(within: 0) { try handle(message, collector, nil) }
        if collector.isFlushDue { try announce(collector.flush()) }
    }

    private func drain(_ collector: DocumentCollector) throws {
        while outstanding > 0 { try collectNext(collector, nil) }
        try announce(collector.flush())
    }

    /// Some may have become one bundle, or ceased to be one.
    private func asTheyAre(_ roots: [IndexRoot]) throws -> [IndexRoot] {
        let known = Dictionary(try stores.user.roots().map { ($0.id, $0.isFile) }) { first, _ in first }
        return roots.map { root in
            var root = root
            root.isFile = known[root.id] ?? root.isFile
            return root
        }
    }

    private func recognize(_ roots: [IndexRoot], _ collector: DocumentCollector) throws {
        let scheduler = RecognitionScheduler(
            stores: stores, options: options, collector: collector, roots: roots, jobs: pool.jobs,
            started: started, images: pool.images)
        // A run that has read no bundle has not met a worker yet, and cannot tell what is recognised already.
        if try stores.index.nextDocumentToRecognize(after: 0, roots: roots.map(\.id)) != nil || options.ocr == .always {
            try greet(collector)
            record.report(.recognizing(pages: try stores.index.pagesWaiting(roots: roots.map(\.id))))
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
            var current: TextSource?
            try stores.rechoosePages(document: document) { language in
                let recognition = try collector.recognition(of: root, language: language)
                current = recognition
                return PageChoice(ocr: options.ocr, recognition: recognition)
            }
            // What failed in other languages is tried in these, where it is still wanted.
            if let current { try stores.index.clearRecognitionFailures(document: document, exceptOf: current) }
        }
        try stores.index.setAppliedLanguages(root.languages, root: root.id)
    }

    private func greet(_ collector: DocumentCollector) throws {
        guard collector.greeting == nil else { return }
        if let greeting = try WorkerProcess.greeting(options: options, stop: stop) { try welcome(greeting, collector) }
    }

    /// All workers of a run are the same program on the same system, so the first one speaks for all.
    private func welcome(_ greeting: GreetingFrame, _ collector: DocumentCollector) throws {
        collector.greeting = greeting
        guard record.result.sandbox == nil else { return }
        let sandbox = SandboxState(greeting.confinement)
        record.result.sandbox = sandbox
        record.result.isSandboxNew = try stores.index.lastSandbox() != sandbox
        // Not one of the report's warnings: those make a run end with exit code 3, which asks to look at the archive.
        if let warning = sandbox.warning { record.report(.warning(warning)) }
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
        case .greeting(let greeting): try welcome(greeting, collector)
        case .broken(let error): throw error
        case .began(let task):
            collector.begin(task)
            record.report(.started(bundle: task.relativePath))
        case .proven(let task, let proof): try collector.add(proof, of: task)
        case .unchanged(let task, let status):
            outstanding -= 1
            record.result.unchanged += 1
            record.count(task.change, -1)
            for problem in collector.problems(of: task) { record.fail(bundle: task.relativePath, problem) }
            collector.end(unchanged: task, status)
        case .bundle(let task, let frame): collector.add(frame, of: task)
        case .document(let task, let frame, let pagesAreKnown):
            try collector.add(frame, of: task, pagesAreKnown: pagesAreKnown)
        case .page(let task, let frame):
            try collector.add(frame, of: task)
            record.result.pages += 1
        case .problem(let task, let problem): collector.add(problem, of: task)
        case .unsettled(let task):
            outstanding -= 1
            record.result.unsettled += 1
            record.count(task.change, -1)
            record.report(.unsettled(bundle: task.relativePath))
            collector.abandon(task)
        case .ended(let task, let end, let status):
            outstanding -= 1
            for problem in collector.problems(of: task) { record.fail(bundle: task.relativePath, problem) }
            switch end.outcome {
            case .skipped: record.skip(bundle: task.relativePath, reason: end.reason)
            case .ordinaryFolder: try survey.foundOrdinary(task)
            case .failed: survey.foundUnreadable(task)
            case .complete: break
            }
            try collector.end(task, end, status)
        case .abandoned(let task):
            outstanding -= 1
            collector.abandon(task)
        case .recognized(let task, let frame):
            try scheduler?.add(frame, of: task)
            record.result.recognized += 1
            record.report(.recognized(document: task.path, page: frame.page))
        case .recognizedBefore(let task, let page, let text):
            try scheduler?.reuse(text, page: page, of: task)
            record.result.reused += 1
        case .unrecognized(let task, let problem):
            try stores.index.recordFailure(
                bundle: task.bundle, problem, source: task.source, options: options, now: started)
            record.fail(bundle: task.bundlePath, problem)
        case .recognitionEnded(let task):
            outstanding -= 1
            try scheduler?.end(task)
        }
    }

    private func announce(_ documents: [DocumentCollector.Written]) {
        for written in documents {
            record.result.documents += 1
            record.result.reused += written.reused
            for problem in written.unread { record.fail(bundle: written.bundlePath, problem) }
            record.report(.indexed(document: written.path, pages: written.pages, toRecognize: written.toRecognize))
        }
    }
}
