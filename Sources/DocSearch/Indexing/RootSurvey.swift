import Foundation

/// Goes through the roots of a run, says what is to be read, and takes out what is gone.
final class RootSurvey {
    private let stores: IndexStores
    private let options: IndexingOptions
    private let stop: StopFlag
    private let record: RunRecord
    private var gone: [Gone] = []
    /// Bundles met under another name; a dry run does not write that down.
    private var moved: Set<Int64> = []
    /// Folders with the names of bundles that are none, and those of them that are yet to be looked through.
    private var ordinary: Set<FolderKey> = []
    private var toLookThrough: [RootResolver.Target] = []
    /// Symbolic links that were counted below folders that may be bundles.
    private var linksBelow: [FolderKey: Int] = [:]
    /// Roots that were folders of bundles and have the names of one bundle now.
    private var becoming: [IndexRoot] = []
    /// Folders that could not be read as bundles.
    private var unread: [BundleTask] = []
    /// How many files and folders of the roots that are looked through as a whole are left out.
    private var leftOut: [Int64: Int] = [:]
    /// What is wrong with files of theirs that leave something out.
    private var exclusionProblems: [Int64: [String]] = [:]
    private var hasToldUnreadPatterns = false

    /// A folder of an archive, whether it is a root or below one.
    private struct FolderKey: Hashable {
        var root: Int64
        var path: ExactText

        init(_ root: IndexRoot, _ path: String) {
            self.root = root.id
            self.path = ExactText(root.isFile ? "" : path)
        }
    }

    /// What a root no longer has.
    private struct Gone {
        var target: RootResolver.Target
        var bundles: [BundleRow] = []
        /// Files that are a part of a bundle now, and that bundle's path.
        var absorbed: [(bundles: [BundleRow], by: String?)] = []
        /// Bundles that are left out now.
        var leftOut: [(bundles: [BundleRow], by: ExclusionOrigin)] = []
        /// Bundles that it still has, those that are left out among them.
        var found = 0
    }

    init(stores: IndexStores, options: IndexingOptions, stop: StopFlag, record: RunRecord) {
        self.stores = stores
        self.options = options
        self.stop = stop
        self.record = record
    }

    /// Hands out every bundle that is new or changed, as far as can be told without opening it.
    func walk(_ targets: [RootResolver.Target], _ toRead: @escaping (BundleTask) throws -> Void) throws {
        let moves = MovedBundles(index: stores.index, user: stores.user)
        let retries = try stores.index.bundlesToRetry(
            options: options, now: Int64(Date().timeIntervalSince1970))
        let rules = ExclusionRules(try stores.user.exclusions())
        if !hasToldUnreadPatterns { for unread in rules.unread { record.warn(unread.sentence) } }
        hasToldUnreadPatterns = true
        for target in targets {
            if target.scope.isEmpty {
                leftOut[target.root.id] = 0
                exclusionProblems[target.root.id] = []
            }
            if try walk(target, moves, retries, rules, toRead) { continue }
            // It has become one bundle, or ceased to be one.
            var other = target
            other.root.isFile.toggle()
            other.scope = ""
            if other.root.isFile {
                // Until it is known to be one, the paths of its documents are those of a folder.
                becoming.append(other.root)
            } else if !options.dryRun {
                try stores.user.setIsFile(false, root: other.root.id)
            }
            _ = try walk(other, moves, retries, rules, toRead)
        }
    }

    /// Returns false, without having done anything, when the root is of the other kind.
    private func walk(
        _ target: RootResolver.Target, _ moves: MovedBundles, _ retries: Set<Int64>, _ rules: ExclusionRules,
        _ toRead: @escaping (BundleTask) throws -> Void
    ) throws -> Bool {
        var gone = Gone(target: target)
        let comparison = RootComparison(
            root: target.root, scope: target.scope, index: stores.index, options: options, moves: moves,
            retries: retries, reading: CurrentReading(options.ocr), rules: rules,
            ordinary: Set(ordinary.filter { $0.root == target.root.id }.map(\.path)), stop: stop
        ) { [self] finding in
            try take(finding, of: target.root, into: &gone, toRead)
        }
        guard try comparison.compare() else { return false }
        self.gone.append(gone)
        return true
    }

    private func take(
        _ finding: RootComparison.Finding, of root: IndexRoot, into gone: inout Gone,
        _ toRead: (BundleTask) throws -> Void
    ) throws {
        switch finding {
        case .unchanged:
            gone.found += 1
            record.result.bundles += 1
            record.result.unchanged += 1
        case .moved(let bundle, let place): try follow(bundle, to: place)
        case .toRead(let place, let known, let isRenamed, let mayBeSame):
            gone.found += 1
            record.result.bundles += 1
            let change: BundleTask.Change = known == nil ? .new : isRenamed ? .renamed : .changed
            record.count(change)
            // What was wrong may be gone although the bytes are the same: the rights of a file, or one that is left out.
            let isKnown = try mayBeSame && known.map { try !stores.index.hasReadingFailure(bundle: $0.id) } ?? false
            try toRead(
                BundleTask(
                    number: record.result.bundles, place: place,
                    knownContentHash: isKnown ? known?.contentHash : nil, change: change,
                    history: options.dryRun
                        ? PathHistory(path: place.absolutePath) : stores.history(of: place, known)))
        case .gone(let bundles): gone.bundles += bundles
        case .absorbed(let bundles, let bundle): gone.absorbed.append((bundles, bundle))
        case .leftOut(let count, let bundles, let origin):
            record.result.leftOut += count
            gone.found += count
            if let known = leftOut[root.id] { leftOut[root.id] = known + count }
            if !bundles.isEmpty { gone.leftOut.append((bundles, origin)) }
        case .symbolicLinks(let count, let folder):
            record.result.symbolicLinks += count
            if let folder { linksBelow[FolderKey(root, folder)] = count }
        case .warning(let text): record.warn(text)
        case .unknownExclusions(let sentence):
            record.warn(sentence)
            exclusionProblems[root.id]?.append(sentence)
        }
    }

    /// Notes that a bundle lies elsewhere now.
    private func follow(_ bundle: BundleRow, to place: BundlePlace) throws {
        record.result.moved += 1
        moved.insert(bundle.id)
        guard !options.dryRun else { return }
        try stores.index.write { _ in
            try stores.place(bundle, at: place)
            // With another name it is about to be read, and must be even if this run is killed.
            if ExactText(bundle.name) != ExactText(place.name) { try stores.index.forgetStatus(bundle.id) }
        }
    }

    // MARK: - Folders that are no bundles

    /// To be called when a folder turned out not to be the bundle that its names promise. It is looked through by the next
    /// ``walkOrdinaryFolders(_:)``.
    func foundOrdinary(_ task: BundleTask) throws {
        record.result.bundles -= 1
        record.count(task.change, -1)
        let key = FolderKey(task.root, task.relativePath)
        guard ordinary.insert(key).inserted else { return }
        // They are met again.
        record.result.symbolicLinks -= linksBelow[key] ?? 0
        var root = task.root
        let scope = root.isFile ? "" : task.relativePath
        if root.isFile {
            root.isFile = false
            try stores.user.setIsFile(false, root: root.id)
        }
        toLookThrough.append(RootResolver.Target(root: root, scope: scope))
    }

    /// To be called when a bundle could not be read. If it is a folder without documents of its own, what else lies in it
    /// must not wait until it is repaired.
    func foundUnreadable(_ task: BundleTask) { unread.append(task) }

    /// Looks through the folders that turned out not to be bundles; what was read must be written. Returns whether there
    /// were any.
    func walkOrdinaryFolders(_ toRead: @escaping (BundleTask) throws -> Void) throws -> Bool {
        for task in unread where FileStatus(path: task.place.absolutePath)?.kind == .directory {
            guard let row = try stores.index.bundle(task.root.id, task.directory, task.name),
                try stores.index.makeOrdinaryFolder(row, isRoot: task.root.isFile)
            else { continue }
            try foundOrdinary(task)
        }
        unread.removeAll()
        let targets = toLookThrough
        toLookThrough.removeAll()
        guard !targets.isEmpty, !stop.isSet else { return false }
        try walk(targets, toRead)
        return true
    }

    // MARK: - What is gone

    /// Takes out what was not found. To be called when all that was handed out is written: until then a bundle may turn
    /// out to be one that was missed elsewhere.
    func removeGone() throws {
        guard !stop.isSet else { return }
        for gone in gone {
            let root = gone.target.root
            let absorbed = try gone.absorbed.compactMap { found -> AbsorbedBundles? in
                if let path = found.by, ordinary.contains(FolderKey(root, path)) { return nil }
                return try AbsorbedBundles(
                    found.bundles.filter(isStillThere), by: found.by, in: root, stores.index)
            }
            for folder in absorbed {
                if let reading = folder.reading { record.readAsBundle(reading) }
            }
            let files = gone.leftOut.filter { $0.by != .said }
            try remove(
                try gone.bundles.filter(isStillThere), absorbed, try files.flatMap(\.bundles).filter(isStillThere),
                of: gone.target, found: gone.found)
            // People know what they said: no limit keeps it.
            let said = gone.leftOut.filter { $0.by == .said }.flatMap(\.bundles)
            try remove(try said.filter(isStillThere))
        }
        gone.removeAll()
        if !options.dryRun {
            for (root, count) in leftOut { try stores.index.setLeftOut(count, root: root) }
            for (root, sentences) in exclusionProblems {
                try stores.index.setExclusionProblems(sentences, root: root)
            }
        }
        for root in becoming where !options.dryRun && !ordinary.contains(FolderKey(root, "")) {
            try stores.user.setIsFile(true, root: root.id)
        }
        becoming.removeAll()
    }

    /// Whether a row is where the walk has seen it missing.
    private func isStillThere(_ bundle: BundleRow) throws -> Bool {
        guard !moved.contains(bundle.id), let now = try stores.index.bundle(bundle.id) else { return false }
        return now.rootID == bundle.rootID && ExactText(now.relativePath) == ExactText(bundle.relativePath)
    }

    /// Removes nothing where it looks as if the disk were gone rather than the files, or as if a file that was put into a
    /// folder hid what else is in it: as a part of a bundle, or by patterns that leave it out.
    private func remove(
        _ gone: [BundleRow], _ absorbed: [AbsorbedBundles], _ leftOut: [BundleRow], of target: RootResolver.Target,
        found: Int
    ) throws {
        let vanishing = absorbed.flatMap(\.vanishing)
        guard !gone.isEmpty || !absorbed.isEmpty || !leftOut.isEmpty else { return }
        let known = try stores.index.bundleCount(root: target.root.id)
        let count = gone.count + vanishing.count + leftOut.count
        let share = Double(count) / Double(max(1, known))
        if !gone.isEmpty, target.scope.isEmpty, found == 0, !target.root.isFile {
            return record.warn(
                "\"\(target.root.path)\" is empty although the index knows \(known) \(known == 1 ? "bundle" : "bundles") "
                    + "of it. Nothing was removed. Is its disk mounted?", remedy: .remove)
        }
        if count > 10, share > options.pruneLimit {
            let percent = Int((share * 100).rounded())
            if !leftOut.isEmpty {
                return record.warn(
                    "\(count) of \(known) bundles of \"\(target.root.path)\" would be removed (\(percent) %, the limit is "
                        + "\(Int(options.pruneLimit * 100)) %), \(leftOut.count) of them because a file \(IgnoreList.name) "
                        + "leaves them out. Nothing was removed.", remedy: .raisePruneLimit)
            }
            let folders = absorbed.compactMap(\.reading?.path).map { "\"\($0)\"" }.joined(separator: ", ")
            if !folders.isEmpty, !vanishing.isEmpty {
                return record.warn(
                    "\(count) of \(known) bundles of \"\(target.root.path)\" would be removed "
                        + "(\(percent) %, the limit is \(Int(options.pruneLimit * 100)) %), most of them because \(folders) "
                        + "is read as one bundle now that does not have all of their documents. Nothing was removed.",
                    remedy: .raisePruneLimit)
            }
            return record.warn(
                "\(count) of \(known) bundles of \"\(target.root.path)\" are gone (\(percent) %, the limit is "
                    + "\(Int(options.pruneLimit * 100)) %). Nothing was removed.", remedy: .raisePruneLimit)
        }
        // The walk was a while ago, and a disk that does not answer looks as if its files were gone.
        let moves = MovedBundles(index: stores.index, user: stores.user)
        let left = try gone.filter(moves.hasLeft)
        if left.count < gone.count {
            let root = "\"\(target.root.path)\""
            let missing = gone.count - left.count
            record.warn(
                missing == 1
                    ? "1 bundle of \(root) was not found, but it is not certain that it is gone. What the index has of it was "
                        + "kept. Check its disk."
                    : "\(missing) bundles of \(root) were not found, but it is not certain that they are gone. What the index "
                        + "has of them was kept. Check its disk.")
        }
        try remove(left + absorbed.flatMap(\.bundles) + leftOut)
    }

    private func remove(_ gone: [BundleRow]) throws {
        let shown = gone.filter { !$0.isOrdinaryFolder }
        record.result.removed += shown.count
        for bundle in shown { record.report(.removed(bundle: bundle.relativePath)) }
        if !options.dryRun { try stores.removeBundles(gone) }
    }
}
