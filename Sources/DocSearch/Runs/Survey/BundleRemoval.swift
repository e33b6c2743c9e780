struct BundleRemoval {
    let stores: IndexStores
    let options: IndexingOptions
    let record: RunRecord

    /// Removes nothing if it seems that the disk is gone and not the files, or that a new file in a folder hides the
    /// others: as part of a bundle, or by patterns that leave them out.
    func remove(
        _ gone: [BundleRow], absorbed: [AbsorbedBundles], leftOut: [BundleRow], bySystem isOfSystem: Bool,
        of target: RootResolver.Target, found: Int
    ) throws {
        try warnOfDamage(of: target)
        let vanishing = absorbed.flatMap(\.vanishing)
        guard !gone.isEmpty || !absorbed.isEmpty || !leftOut.isEmpty else { return }
        let known = try stores.index.bundleCount(root: target.root.id)
        let kept = record.kept[target.root.id] ?? 0
        let count = gone.count + vanishing.count + leftOut.count + kept
        if !gone.isEmpty, target.scope.isEmpty, found == 0, !target.root.isFile {
            return record.warn(
                "\"\(target.root.path)\" is empty, although the index has \(known.counted("bundle")) from it. Nothing "
                    + "was removed. Is its disk mounted?", remedy: .remove)
        }
        let share = Double(count) / Double(max(1, known))
        if count > 10, share > options.pruneLimit {
            let folders = vanishing.isEmpty ? [] : absorbed.compactMap(\.reading?.path)
            let which = "\(count) of \(known) bundles of \"\(target.root.path)\""
            let rule =
                isOfSystem
                ? "they lie in folders that systems keep for themselves" : "a file \(IgnoreList.name) leaves them out"
            let sentence = tooMany(
                which, share: share, leftOut: (leftOut.count, rule), kept: kept, folders: folders)
            return record.warn(sentence, remedy: .raisePruneLimit)
        }
        // The walk was a while ago, and an unresponsive disk looks as if its files were gone.
        let moves = MovedBundles(index: stores.index, user: stores.user)
        var left: [BundleRow] = []
        var doubtful: [String: Int] = [:]
        for bundle in gone {
            switch try moves.whereabouts(of: bundle) {
            case .left: left.append(bundle)
            case .there(let what): doubtful[what, default: 0] += 1
            }
        }
        for (what, count) in doubtful.sorted(by: { $0.key < $1.key }) { warnOfUncertain(count, what, in: target) }
        try remove(left + absorbed.flatMap(\.bundles) + leftOut)
    }

    private func tooMany(
        _ which: String, share: Double, leftOut: (count: Int, because: String), kept: Int, folders: [String]
    ) -> String {
        let names = folders.map { "\"\($0)\"" }.joined(separator: ", ")
        let why =
            if leftOut.count > 0 {
                ", \(leftOut.count) of them because \(leftOut.because)"
            } else if !folders.isEmpty {
                ", most of them because \(names) is now read as a single bundle that lacks some of their documents"
            } else if kept > 0 {
                ", or cannot be read as before, as \(kept) of them"
            } else {
                ""
            }
        let percent = Int((share * 100).rounded())
        let isGone = leftOut.count == 0 && folders.isEmpty
        return "\(which) \(isGone ? "are gone" : "would be removed") (\(percent) %; the limit is "
            + "\(Int(options.pruneLimit * 100)) %)\(why). Nothing was removed."
    }

    /// A single damaged file has its own fault; many share that of their disk.
    private func warnOfDamage(of target: RootResolver.Target) throws {
        let kept = record.kept[target.root.id] ?? 0
        let known = try stores.index.bundleCount(root: target.root.id)
        guard kept > 10, Double(kept) / Double(max(1, known)) > options.pruneLimit else { return }
        record.warn(
            "\(kept) of \(known) bundles of \"\(target.root.path)\" cannot be read as they were before. The index keeps what "
                + "it has of them. Is its disk in order, or was it copied in part?")
    }

    private func warnOfUncertain(_ missing: Int, _ what: String, in target: RootResolver.Target) {
        let (were, them) = missing == 1 ? ("was", "it") : ("were", "them")
        record.warn(
            "\(missing.counted("bundle")) of \"\(target.root.path)\" \(were) not met, but \(what). The index keeps what it "
                + "has of \(them).")
    }

    func remove(_ gone: [BundleRow]) throws {
        let shown = gone.filter { !$0.isOrdinaryFolder }
        record.result.removed += shown.count
        for bundle in shown {
            record.report(.removed(bundle: record.roots.telling(bundle.relativePath, root: bundle.rootID)))
        }
        if !options.dryRun { try stores.removeBundles(gone) }
    }
}
