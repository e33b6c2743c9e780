import ExtractionProtocol

/// Has new and changed bundles read, and writes the results. Used on the thread of the run.
final class ReadingPhase {
    private let run: RunContext
    private let survey: RootSurvey
    private let collector: DocumentCollector
    private var outstanding = 0
    /// Each reader that continues after a failure sends a frame again.
    private var frames: [Int: BundleFrame] = [:]

    private var record: RunRecord { run.record }

    init(_ run: RunContext, _ survey: RootSurvey) {
        (self.run, self.survey) = (run, survey)
        collector = DocumentCollector(run, moves: MovedBundles(index: run.stores.index, user: run.stores.user))
    }

    func read(_ targets: [RootResolver.Target]) throws {
        try survey.walk(targets) { [self] task in try handOut(task) }
        try drain()
        while try survey.walkOrdinaryFolders({ [self] task in try handOut(task) }) { try drain() }
        record.result.new -= collector.moved
        record.result.moved += collector.moved
        try survey.removeGone()
    }

    private func handOut(_ task: BundleTask) throws {
        // Collecting while assigning tasks keeps both queues short, whatever the archive's size.
        while outstanding >= 64, !run.stop.isSet { try collectNext() }
        guard !run.stop.isSet else { return }
        run.pool.tasks.push(.readBundle(task))
        outstanding += 1
        while let message = run.pool.messages.pop(within: 0) { try take(message) }
        if collector.isFlushDue { try flush() }
    }

    private func drain() throws {
        while outstanding > 0 { try collectNext() }
        try flush()
    }

    private func collectNext() throws {
        if collector.isFlushDue { try flush() }
        if let message = run.pool.messages.pop(within: 0.2) { return try take(message) }
        try flush()
        if run.stop.isSet { outstanding = 0 }
    }

    private func take(_ message: WorkerMessage) throws {
        switch message {
        case .greeting(let greeting): try run.engines.welcome(greeting)
        case .reading(let task, let message): try take(message, of: task)
        case .broken(let error): throw error
        // No such task was assigned.
        case .recognition: break
        }
    }

    private func take(_ message: ReadingMessage, of task: BundleTask) throws {
        switch message {
        case .began:
            collector.begin(task)
            record.report(.started(bundle: record.roots.telling(task.relativePath, root: task.root.id)))
        case .proven(let proof): try collector.add(proof, of: task)
        case .bundle(let frame):
            collector.add(frame, of: task)
            frames[task.number] = frame
        case .document(let frame, let pagesAreKnown): try collector.add(frame, of: task, pagesAreKnown: pagesAreKnown)
        case .page(let frame):
            if try collector.add(frame, of: task) { record.result.pages += 1 }
        case .problem(let problem): collector.add(problem, of: task)
        case .ended(let found, let status):
            outstanding -= 1
            let loss = try lostDescription(of: task, found)
            if let loss { collector.add(loss, of: task) }
            let end = try collector.ending(task, loss == nil ? found : FinishedFrame(outcome: .failed))
            failProblems(of: task)
            let frame = frames.removeValue(forKey: task.number)
            record.result.awaited += frame?.absence?.awaited ?? 0
            switch end.outcome {
            case .skipped:
                record.skip(
                    bundle: task.relativePath, in: task.root.id, format: frame?.format.rawValue, reason: end.reason)
            case .ordinaryFolder: try survey.foundOrdinary(task)
            case .failed: survey.foundUnreadable(task)
            case .complete: break
            }
            try collector.end(task, end, status: status)
        case .unchanged(let status):
            outstanding -= 1
            record.result.unchanged += 1
            record.count(task.change, -1)
            failProblems(of: task)
            collector.end(unchanged: task, status)
        case .unsettled:
            frames[task.number] = nil
            outstanding -= 1
            record.result.unsettled += 1
            record.count(task.change, -1)
            record.report(.unsettled(bundle: record.roots.telling(task.relativePath, root: task.root.id)))
            collector.abandon(task)
        case .abandoned:
            frames[task.number] = nil
            outstanding -= 1
            collector.abandon(task)
        }
    }

    private func lostDescription(of task: BundleTask, _ end: FinishedFrame) throws -> ProblemFrame? {
        guard end.outcome == .ordinaryFolder || end.outcome == .skipped,
            let known = try run.stores.index.bundle(at: task.path),
            try !KeptTexts(of: known, byteCount: nil, run.stores, run.options).isEmpty,
            FileStatus(path: task.path.absolutePath)?.kind == .directory
        else { return nil }
        let listing = try DirectoryListing(path: task.path.absolutePath)
        let damaged = FolderLook.damagedDescription(in: listing)
        let isOrdinary = end.outcome == .ordinaryFolder
        let format = known.format ?? "a bundle"
        let name: String
        let what: String
        if let damaged {
            let why = damaged.isReadable ? "is empty, damaged or a web page" : "cannot be opened"
            (name, what) = (damaged.name, "the file, which may describe the folder, \(why)")
        } else if isOrdinary, let left = FolderLook.description(in: listing) {
            (name, what) = (left, "the file, which may have described the folder (\(format)), does not any more")
        } else if isOrdinary, try run.stores.index.hasFiles(of: known, in: task.path.openFolder()) {
            (name, what) = ("", "the file that described the folder (\(format)) is missing, its documents are not")
        } else {
            return nil
        }
        return ProblemFrame(
            address: PageAddress(entry: name, page: 0), stage: .bundle,
            code: damaged?.isReadable == false ? .environment : .damaged,
            reason: "\(what); the text that was read before was kept. Use another copy of the file, or take the folder "
                + "as it is with docsearch reread")
    }

    private func failProblems(of task: BundleTask) {
        for problem in collector.problems(of: task) {
            record.fail(bundle: task.relativePath, in: task.root.id, problem)
        }
    }

    private func flush() throws {
        for written in try collector.flush() {
            record.result.documents += 1
            record.result.reused += written.reused
            for problem in written.unread { record.fail(bundle: written.bundlePath, in: written.root, problem) }
            let path = record.roots.telling(written.path, root: written.root)
            record.report(.indexed(document: path, pages: written.pages, toRecognize: written.toRecognize))
        }
    }
}
