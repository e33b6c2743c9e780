import ExtractionProtocol

/// Documents of a bundle that the index had before, and keeps.
extension DocumentCollector {
    func missing(
        from bundle: CollectedBundle, _ task: BundleTask, _ end: FinishedFrame, hash: String?
    ) throws -> KeptTexts.Missing {
        guard end.outcome == .complete || end.outcome == .failed, let before = try before(bundle, task), !before.isEmpty
        else { return KeptTexts.Missing() }
        let problems = bundle.problems.items + bundle.unread
        let missing =
            end.outcome == .failed
            ? before.stillMissing(problems)
            : before.missing(from: bundle, problems, hash: hash, pruneLimit: options.pruneLimit)
        if end.outcome == .failed || !missing.entries.isEmpty || !bundle.kept.isEmpty {
            record.kept[task.root.id, default: 0] += 1
        }
        return missing
    }

    /// A bundle that had documents and now has none may have been emptied by a fault, so it keeps them.
    func ending(_ task: BundleTask, _ end: FinishedFrame) throws -> FinishedFrame {
        guard end.outcome == .skipped, let bundle = bundles[task.number] else { return end }
        bundle.settleFormer(isDamaged: false)
        bundle.endDoubt()
        guard let before = try before(bundle, task), !before.isEmpty else { return end }
        let reason = end.reason ?? "there is nothing to read in it"
        bundle.problems.append(ProblemFrame(.empty, at: .bundle, "\(reason), and there was before"))
        return FinishedFrame(outcome: .complete)
    }

    /// Documents that are kept stay what they were: a right may keep mails back. A reading that failed keeps all.
    func format(of bundle: CollectedBundle, _ id: Int64, _ outcome: FinishedFrame.Outcome) throws -> BundleFormat? {
        let new = bundle.frame?.format
        let stays = bundle.hasLostDescription || bundle.entries.isSubset(of: bundle.kept)
        guard new == nil || outcome == .failed || !bundle.kept.isEmpty && stays else { return new }
        return try stores.index.bundle(id)?.format.flatMap(BundleFormat.init) ?? new
    }

    private func before(_ bundle: CollectedBundle, _ task: BundleTask) throws -> KeptTexts? {
        var before = bundle.before
        if before == nil, let row = try stores.index.bundle(at: task.path) {
            before = try KeptTexts(of: row, byteCount: nil, stores, options)
        }
        guard options.losses != .none, let known = before?.known else { return before }
        // Nothing takes the place of the earlier text of a file that cannot be read.
        let named = bundle.problems.named.lazy.filter { $0.address.page == 0 }.map(\.address.entry)
        let unread = options.losses == .all ? [] : Set(named)
        let taken = known.filter { entry, document in
            options.losses.include(document.id) && !bundle.entries.isEmpty && !unread.contains(entry)
        }
        before?.losses = .of(Set(taken.values.map(\.id)))
        return before
    }
}
