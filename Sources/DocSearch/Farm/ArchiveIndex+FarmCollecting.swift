import ExtractionProtocol

/// What collecting has done.
package struct FarmCollection: Sendable {
    /// Files of texts, by what became of them.
    package var files = 0
    package var known = 0
    /// Pages whose texts were not here.
    package var pages = 0
    /// Failures of pages that the index now knows.
    package var failures = 0
    /// Files that were refused, with why; sentences.
    package var refused: [String] = []
}

extension ArchiveIndex {
    /// Takes over what tasks have read, also while others are working, in any order and as often as one likes. The next
    /// run finds the texts by the bytes that they were read from. `progress` receives the number of files looked at.
    package func collectFarm(
        _ folder: FarmFolder, options: IndexingOptions, progress: (Int) -> Void = { _ in }
    ) throws -> FarmCollection {
        let plan = try folder.plan()
        guard let greeting = try ReaderSupply.greeting(options: options, stop: StopFlag()) else {
            throw DocSearchError(.failed, "docsearch-extract gave no answer.")
        }
        try FarmEngines(greeting).require(asInPlan: plan.engines)
        return try changing { stores in
            try requireLanguages(plan, stores)
            let rules = ExclusionRules(try stores.user.exclusions())
            var collection = FarmCollection()
            let attempts = try folder.attempts().sorted { $0.key < $1.key }.flatMap(\.value)
            for (count, attempt) in attempts.enumerated() {
                progress(count)
                guard attempt.package <= plan.packages, folder.refusal(of: attempt) == nil,
                    let mark = FarmMark(attempt, folder, plan), try !stores.pages.hasMerged(mark)
                else { continue }
                let package = try folder.package(attempt.package, of: plan)
                let isWanted = rules.isSilent(nil) || !leavesOut(rules, package, plan, stores)
                let merged: PageStore.Merged =
                    isWanted
                    ? try stores.pages.merge(folder, attempt, plan)
                    : .refused("files of it have been left out or forgotten since the plan was made")
                switch merged {
                case .before: break
                case .taken(let known, let new):
                    collection.files += 1
                    collection.known += known
                    collection.pages += new
                    collection.failures += try adoptFailures(of: attempt, folder, plan, stores)
                case .refused(let reason):
                    collection.refused.append("\(attempt.name): \(reason)")
                    try folder.refuse(attempt, "its texts were refused: \(reason)")
                }
                try stores.shortenLogs()
            }
            return collection
        }
    }

    private func requireLanguages(_ plan: FarmPlan, _ stores: IndexStores) throws {
        for root in try stores.user.roots() {
            let planned = plan.roots.first { ExactText($0.path) == ExactText(root.path) }
            guard let planned, planned.languages != root.languages else { continue }
            throw DocSearchError(
                .usage,
                "\"\(root.path)\" is read in \(root.languages.joined(separator: "+")) now, and the plan reads it in "
                    + "\(planned.languages.joined(separator: "+")). Plan again in an empty folder, or set the languages back.",
                item: root.path)
        }
    }

    /// Whether people do not want a file of the package any more: nothing of what was forgotten may come back.
    private func leavesOut(
        _ rules: ExclusionRules, _ package: FarmPackage, _ plan: FarmPlan, _ stores: IndexStores
    ) -> Bool {
        package.items.contains { item in
            let known = plan.roots[item.root]
            let root = IndexRoot(id: 0, path: known.path, isFile: known.isFile, languages: known.languages)
            return rules.leftOut(
                [PathText.name(item.path)], in: PathText.parent(item.path), of: root, orFolders: true) > 0
        }
    }

    /// A page that could not be recognised there need not be tried here: of bundles that the index knows.
    private func adoptFailures(
        of attempt: FarmAttempt, _ folder: FarmFolder, _ plan: FarmPlan, _ stores: IndexStores
    ) throws -> Int {
        guard let report = folder.report(of: attempt, in: plan), report.state == .complete else { return 0 }
        let roots = try stores.user.roots()
        var options = IndexingOptions()
        try plan.apply(to: &options)
        let bounds = FrameBounds(options.limits.extraction)
        return try report.failures.reduce(0) { count, failure in
            guard [.render, .recognition].contains(failure.problem.stage), plan.roots.indices.contains(failure.root),
                let root = roots.first(where: { ExactText($0.path) == ExactText(plan.roots[failure.root].path) }),
                let bundle = try stores.index.bundle(at: BundlePath(failure.path, in: root)),
                let hash = bundle.contentHash, hash == failure.contentHash,
                plan.admits(TextSource(origin: .ocr, settings: failure.settings)),
                (try? bounds.check(.problem(failure.problem))) != nil
            else { return count }
            let isNew = try stores.index.adopt(failure, bundle: bundle.id, now: report.updated)
            return count + (isNew ? 1 : 0)
        }
    }
}
