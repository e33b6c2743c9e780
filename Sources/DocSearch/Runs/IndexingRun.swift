import ExtractionProtocol
import Foundation

/// A ``ReadingPhase``, a ``RecognitionPhase`` and a ``MeaningPhase``. Blocking; runs on a thread of its own.
///
/// Threads: this one walks, assigns tasks, collects and writes (it is the only writer). Each worker has one more.
final class IndexingRun {
    private let stores: IndexStores
    private let options: IndexingOptions
    private let stop: StopFlag
    private let record: RunRecord
    private let survey: RootSurvey
    private let context: RunContext
    private var backsUp: Bool

    init(
        stores: IndexStores, options: IndexingOptions, stop: StopFlag, warnings: [IndexingWarning] = [],
        report: @escaping (IndexingEvent) -> Void
    ) {
        (self.stores, self.options, self.stop) = (stores, options, stop)
        record = RunRecord(warnings: warnings, report: report)
        survey = RootSurvey(stores: stores, options: options, stop: stop, record: record)
        context = RunContext(stores, options, record: record, stop: stop)
        backsUp = !options.dryRun
    }

    /// See ``RootResolver/targets(paths:withAllOthers:)``.
    func run(paths: [String], withAllOthers: Bool = false) throws -> IndexingReport {
        if options.meaning == .only {
            if !options.dryRun { try MeaningPhase(run: context).embed() }
            return try finish(isLook: false)
        }
        let resolver = RootResolver(stores: stores, options: options, stop: stop)
        let targets = try resolver.targets(paths: paths, withAllOthers: withAllOthers)
        record.roots = try stores.user.roots()
        // The run may take all night, so this is done first.
        backUp()
        let roots = targets.map(\.root)
        if options.dryRun {
            try survey.walk(targets) { _ in }
            try survey.removeGone()
        } else {
            let watch = CorrectionWatch(stores)
            defer { watch.end() }
            try process(targets, roots)
            if record.result.hasChangedAnything { try SegmentMerge(index: stores.index).run(stop: stop) }
            try MeaningPhase(run: context).embed()
            record.result.waiting = options.ocr == .never ? 0 : try stores.index.pagesWaiting(roots: roots.map(\.id))
            record.result.passedOverInBundles = try stores.index.passedOverInBundles(roots: roots.map(\.id))
            record.result.standingFailures = try stores.index.failureCount(roots: roots.map(\.id))
        }
        try warnOfForgottenRoots()
        backUp()
        return try finish(isLook: true)
    }

    private func finish(isLook: Bool) throws -> IndexingReport {
        context.finish()
        record.result.freeBytes = stores.folder.freeBytes
        guard !options.dryRun else { return record.result }
        if record.result.hasChangedAnything {
            try stores.index.record(record.result, finished: Int64(Date().timeIntervalSince1970))
        } else if isLook {
            try stores.folder.noteLook()
        }
        return record.result
    }

    private func process(_ targets: [RootResolver.Target], _ roots: [IndexRoot]) throws {
        try context.pool.run {
            try LanguagePhase(run: context).identify()
            for root in roots { try applyLanguages(root) }
            try applyInstalledLanguages(roots)
            // Decisions since the last run refer to documents of that time, whose numbers in mailboxes may now change.
            try stores.placeSubjects()
            try ReadingPhase(context, survey).read(targets)
            if !options.dryRun {
                try stores.placeSubjects()
                try stores.applyCorrections(all: true)
            }
            guard options.ocr != .never else { return }
            // As they are now: the run may have found that one is a single bundle.
            let ids = Set(roots.map(\.id))
            let known = try stores.user.roots().filter { ids.contains($0.id) }
            try RecognitionPhase(context, roots: known).recognize()
            try SecondLook.look(context, roots: known)
        }
    }

    /// The run's work stays valid if there is no room for the copy.
    private func backUp() {
        guard backsUp else { return }
        do {
            if let warning = try stores.user.backUp() { record.warn(warning) }
        } catch {
            backsUp = false
            record.warn("user.sqlite could not be backed up. \(error)")
        }
    }

    /// A copy of `user.sqlite` that was restored by hand may be older than the index.
    private func warnOfForgottenRoots() throws {
        let count = try stores.index.bundleCount(outside: try stores.user.roots().map(\.id))
        guard count > 0 else { return }
        let (are, them) = count == 1 ? ("bundle of the index is", "it") : ("bundles of the index are", "them")
        record.warn(
            "\(count) \(are) in folders that are not remembered, so runs do not look at \(them).", remedy: .indexFolder)
    }

    /// Other languages give other text for the same scans, so the pages concerned are chosen anew.
    private func applyLanguages(_ root: IndexRoot) throws {
        let applied = try stores.index.appliedLanguages(root: root.id)
        guard applied != root.languages else { return }
        if applied == nil { return try stores.index.setAppliedLanguages(root.languages, root: root.id) }
        try context.engines.meet()
        guard context.engines.greeting != nil else { return }
        for document in try stores.index.documentsWithScans(root: root.id) {
            var current: TextSource?
            try stores.rechoosePages(document: document) { language in
                let choice = try context.engines.choice(of: root, language: language)
                current = choice.recognition
                return choice
            }
            // Failures in other languages are retried in these, where recognition is still wanted.
            if let current { try stores.index.clearRecognitionFailures(document: document, exceptOf: current) }
        }
        try stores.index.setAppliedLanguages(root.languages, root: root.id)
    }

    /// Pages that want a language are read again in it when it has been installed since.
    private func applyInstalledLanguages(_ roots: [IndexRoot]) throws {
        guard options.ocr != .never, options.otherLanguages == .auto else { return }
        let needs = try stores.index.neededLanguages(roots: roots.map(\.id))
        guard !needs.isEmpty else { return }
        try context.engines.meet()
        guard let greeting = context.engines.greeting else { return }
        let others = OtherLanguages(greeting, options)
        for (document, root, codes) in needs where codes.contains(where: { !others.codes(for: $0).isEmpty }) {
            guard let root = roots.first(where: { $0.id == root }) else { continue }
            try stores.rechoosePages(document: document) { try context.engines.choice(of: root, language: $0) }
        }
    }
}
