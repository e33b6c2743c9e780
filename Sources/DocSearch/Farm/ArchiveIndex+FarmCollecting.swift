import ExtractionProtocol

/// The result of collecting.
package struct FarmCollection: Sendable {
    /// Files of texts that were taken over.
    package var files = 0
    package var counts = MergedTexts()
    /// Failures of pages that the index now knows.
    package var failures = 0
    /// Files that were refused, with why; sentences.
    package var refused: [String] = []
}

extension ArchiveIndex {
    /// Takes over what tasks have read, also while others are working, in any order and as often as one likes. The next
    /// run finds the texts by the bytes that they were read from.
    package func collectFarm(_ folder: FarmFolder, options: IndexingOptions) throws -> FarmCollection {
        let plan = try folder.plan()
        guard let greeting = try ReaderSupply.greeting(options: options, stop: StopFlag()) else {
            throw DocSearchError(.failed, "docsearch-extract gave no answer.")
        }
        try FarmEngines(greeting).require(asInPlan: plan.engines)
        return try changing { stores in
            let watch = CorrectionWatch(stores)
            defer { watch.end() }
            var collector = try FarmCollector(folder, plan, stores)
            for attempt in try folder.attempts().sorted(by: { $0.key < $1.key }).flatMap(\.value) {
                try collector.take(attempt)
                try stores.shortenLogs()
            }
            return collector.collection
        }
    }
}

private struct FarmCollector {
    private(set) var collection = FarmCollection()
    private let folder: FarmFolder
    private let plan: FarmPlan
    private let stores: IndexStores
    private let roots: [IndexRoot]
    private let bounds: FrameBounds
    private let generation: String

    init(_ folder: FarmFolder, _ plan: FarmPlan, _ stores: IndexStores) throws {
        (self.folder, self.plan, self.stores) = (folder, plan, stores)
        roots = try stores.user.roots()
        bounds = FrameBounds(try plan.options().limits.extraction)
        generation = try stores.pages.generation()
        for root in roots {
            let planned = plan.roots.first { ExactText($0.path) == ExactText(root.path) }
            guard let planned, planned.languages != root.languages else { continue }
            throw DocSearchError(
                .usage,
                "\"\(root.path)\" is read in \(root.languages.joined(separator: "+")) now, and the plan reads it in "
                    + "\(planned.languages.joined(separator: "+")). Plan again in an empty folder, or set the languages back.",
                item: root.path)
        }
    }

    mutating func take(_ attempt: FarmAttempt) throws {
        guard attempt.package <= plan.packages, folder.refusal(of: attempt) == nil,
            let mark = FarmMark(attempt, folder, plan), try !stores.pages.hasMerged(mark)
        else { return }
        do {
            let isCurrent = try folder.package(attempt.package, of: plan).generation == generation
            let foreign = try ForeignPages(folder.file(attempt, .texts), attempt, plan)
            collection.counts += try stores.pages.merge(foreign, mark) { page in
                try isCurrent || isWanted(page)
            }
            collection.files += 1
            collection.failures += try adoptFailures(of: attempt)
        } catch let refusal as ForeignPages.Refusal {
            collection.refused.append("\(attempt.name): \(refusal.reason)")
            try folder.refuse(attempt, "its texts were refused: \(refusal.reason)")
        }
    }

    /// Something was forgotten since the package was planned: only recognised texts of bytes that the index knows are taken.
    /// It does not remember what was forgotten, nor which of a bundle's own texts.
    private func isWanted(_ page: ForeignPages.Page) throws -> Bool {
        try page.source.origin == .ocr && stores.index.hasContent(page.contentHash)
    }

    /// A page that could not be recognised there need not be tried here: of bundles that the index knows.
    private func adoptFailures(of attempt: FarmAttempt) throws -> Int {
        guard let report = folder.report(of: attempt, in: plan), report.state == .complete else { return 0 }
        return try report.failures.reduce(0) { count, failure in
            guard [.render, .recognition].contains(failure.problem.stage), plan.roots.indices.contains(failure.root),
                let root = roots.first(where: { ExactText($0.path) == ExactText(plan.roots[failure.root].path) }),
                let bundle = try stores.index.bundle(at: BundlePath(failure.path, in: root)),
                let hash = bundle.contentHash, hash == failure.contentHash,
                plan.admits(TextSource(origin: .ocr, settings: failure.settings)),
                // No reader may say more than the bounds allow. The page is tried here, and fails with words of its own.
                (try? bounds.check(.problem(failure.problem))) != nil
            else { return count }
            let isNew = try stores.index.adopt(failure, bundle: bundle.id, now: report.updated)
            return count + (isNew ? 1 : 0)
        }
    }
}
