import Foundation

final class RootSurvey {
    private let stores: IndexStores
    private let options: IndexingOptions
    private let stop: StopFlag
    private let record: RunRecord
    private var gone: [Gone] = []
    /// The report's count of bundles may decrease, and two tasks of one number would mix their documents.
    private var tasks = 0
    private var moved: Set<Int64> = []
    private var ordinary: Set<FolderKey> = []
    private var toLookThrough: [RootResolver.Target] = []
    private var linksBelow: [FolderKey: Int] = [:]
    private var becoming: [IndexRoot] = []
    private var unread: [BundleTask] = []
    private var pictures: [(target: RootResolver.Target, waiting: [RootComparison.Picture])] = []
    /// Only of roots that this run walks completely: a part of a root proves nothing about the whole.
    private var leftOut: [Int64: LeftOut] = [:]
    private var looked: [Int64: [(directory: String, fingerprint: Int64?)]] = [:]

    private struct FolderKey: Hashable {
        var root: Int64
        var path: ExactText

        init(_ root: IndexRoot, _ path: String) {
            (self.root, self.path) = (root.id, ExactText(root.isFile ? "" : path))
        }
    }

    private struct LeftOut {
        var count = 0
        var passedOver = 0
        var problems: [String] = []
    }

    private struct Gone {
        var target: RootResolver.Target
        var bundles: [BundleRow] = []
        var absorbed: [(bundles: [BundleRow], by: String?)] = []
        var leftOut: [(bundles: [BundleRow], by: ExclusionOrigin)] = []
        var found = 0
    }

    init(stores: IndexStores, options: IndexingOptions, stop: StopFlag, record: RunRecord) {
        (self.stores, self.options, self.stop, self.record) = (stores, options, stop, record)
    }

    func walk(_ targets: [RootResolver.Target], _ toRead: @escaping (BundleTask) throws -> Void) throws {
        let given = try given()
        for unread in given.rules.unread { record.warn(unread.sentence) }
        for target in targets {
            if target.scope.isEmpty { leftOut[target.root.id] = LeftOut() }
            if try compare(target, given, toRead, { try $0.compare() }) { continue }
            // It has become one bundle, or ceased to be one.
            var other = target
            other.root.isFile.toggle()
            other.scope = ""
            if other.root.isFile {
                // Until it is confirmed, the paths of its documents are those of a folder.
                becoming.append(other.root)
            } else if !options.dryRun {
                try stores.user.setIsFile(false, root: other.root.id)
            }
            if try !compare(other, given, toRead, { try $0.compare() }) {
                record.warn(
                    "\"\(other.root.path)\" changed while it was looked at. Nothing of it was read in this run.")
            }
        }
    }

    /// The settings that all targets of a walk share.
    private typealias Given = (moves: MovedBundles, retries: Set<Int64>, rules: ExclusionRules)

    private func given() throws -> Given {
        (
            MovedBundles(index: stores.index, user: stores.user),
            try stores.index.bundlesToRetry(options: options, now: Int64(Date().timeIntervalSince1970)),
            ExclusionRules(try stores.user.exclusions())
        )
    }

    /// Returns false without effect when the root is of the other kind.
    private func compare(
        _ target: RootResolver.Target, _ given: Given, _ toRead: @escaping (BundleTask) throws -> Void,
        _ compare: (RootComparison) throws -> Bool
    ) throws -> Bool {
        var gone = Gone(target: target)
        let comparison = RootComparison(
            root: target.root, scope: target.scope, index: stores.index, options: options, moves: given.moves,
            retries: given.retries, reading: CurrentReading(options.ocr), rules: given.rules,
            ordinary: Set(ordinary.filter { $0.root == target.root.id }.map(\.path)), stop: stop,
            looks: try stores.index.folderLooks(root: target.root.id)
        ) { [self] finding in
            if case .pictures(let waiting) = finding { return pictures.append((target, waiting)) }
            try take(finding, of: target.root, into: &gone, toRead)
        }
        guard try compare(comparison) else { return false }
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
        case .moved(let bundle, let path): try follow(bundle, to: path)
        case .toRead(let path, let known, let isRenamed, let mayBeSame):
            gone.found += 1
            record.result.bundles += 1
            let change: BundleTask.Change = known == nil ? .new : isRenamed ? .renamed : .changed
            record.count(change)
            // A fault may be gone although the bytes are the same, for example access rights or an exclusion.
            let isKnown = try mayBeSame && known.map { try !stores.index.hasReadingFailure(bundle: $0.id) } ?? false
            let history = try options.dryRun ? PathHistory(path: path.absolutePath) : stores.history(of: path, known)
            tasks += 1
            try toRead(
                BundleTask(
                    number: tasks, path: path, knownContentHash: isKnown ? known?.contentHash : nil,
                    change: change, history: history))
        case .gone(let bundles): gone.bundles += bundles
        case .absorbed(let bundles, let bundle): gone.absorbed.append((bundles, bundle))
        case .leftOut(let count, let bundles, let origin):
            record.result.leftOut += count
            gone.found += count
            leftOut[root.id]?.count += count
            if !bundles.isEmpty { gone.leftOut.append((bundles, origin)) }
        case .pictures: break
        case .looked(let folder, let fingerprint): looked[root.id, default: []].append((folder, fingerprint))
        case .passedOver(let files):
            record.result.passedOver += files.count
            record.result.passedOverEndings.merge(files.endings, uniquingKeysWith: +)
            leftOut[root.id]?.passedOver += files.count
        case .symbolicLinks(let count, let folder):
            record.result.symbolicLinks += count
            if let folder { linksBelow[FolderKey(root, folder)] = count }
        case .warning(let text): record.warn(text)
        case .unknownExclusions(let sentence):
            record.warn(sentence)
            leftOut[root.id]?.problems.append(sentence)
        }
    }

    private func follow(_ bundle: BundleRow, to path: BundlePath) throws {
        record.result.moved += 1
        moved.insert(bundle.id)
        guard !options.dryRun else { return }
        try stores.index.write { _ in
            try stores.move(bundle, to: path)
            // With another name it must be read, even if this run is killed.
            if ExactText(bundle.name) != ExactText(path.name) { try stores.index.forgetStatus(bundle.id) }
        }
    }

    // MARK: - Folders that are no bundles

    /// Call when a folder was not the bundle that its names promise. The next ``walkOrdinaryFolders(_:)`` walks it.
    func foundOrdinary(_ task: BundleTask) throws {
        record.result.bundles -= 1
        record.count(task.change, -1)
        let key = FolderKey(task.root, task.relativePath)
        guard ordinary.insert(key).inserted else { return }
        // They will be met again.
        record.result.symbolicLinks -= linksBelow[key] ?? 0
        var target = RootResolver.Target(root: task.root, scope: task.root.isFile ? "" : task.relativePath)
        target.root.isFile = false
        if task.root.isFile { try stores.user.setIsFile(false, root: task.root.id) }
        toLookThrough.append(target)
    }

    /// Call for an unreadable bundle: other files in a folder must not wait until it is repaired.
    func foundUnreadable(_ task: BundleTask) { unread.append(task) }

    /// Everything read must be written before.
    func walkOrdinaryFolders(_ toRead: @escaping (BundleTask) throws -> Void) throws -> Bool {
        for task in unread where FileStatus(path: task.path.absolutePath)?.kind == .directory {
            guard let row = try stores.index.bundle(at: task.path),
                try stores.index.makeOrdinaryFolder(row, isRoot: task.root.isFile)
            else { continue }
            try foundOrdinary(task)
        }
        unread.removeAll()
        let targets = toLookThrough
        toLookThrough.removeAll()
        guard !stop.isSet else { return false }
        let hasPictures = !pictures.isEmpty
        try settlePictures(toRead)
        guard !targets.isEmpty else { return hasPictures }
        try walk(targets, toRead)
        return true
    }

    private func settlePictures(_ toRead: @escaping (BundleTask) throws -> Void) throws {
        let waiting = pictures
        pictures.removeAll()
        guard !waiting.isEmpty else { return }
        let given = try given()
        for (target, pictures) in waiting {
            _ = try compare(target, given, toRead) { comparison in
                try comparison.settle(pictures)
                return true
            }
        }
    }

    // MARK: - What is gone

    /// All tasks must be written before, since one may be the missing bundle at a new place.
    func removeGone() throws {
        guard !stop.isSet else { return }
        let removal = BundleRemoval(stores: stores, options: options, record: record)
        for gone in gone {
            let root = gone.target.root
            let absorbed = try gone.absorbed.compactMap { found -> AbsorbedBundles? in
                if let path = found.by, ordinary.contains(FolderKey(root, path)) { return nil }
                return try AbsorbedBundles(found.bundles.filter(isStillThere), by: found.by, in: root, stores.index)
            }
            for folder in absorbed { if let reading = folder.reading { record.readAsBundle(reading) } }
            let others = gone.leftOut.filter { $0.by != .said }
            let isOfSystem = others.contains { $0.by == .system && !$0.bundles.isEmpty }
            try removal.remove(
                try gone.bundles.filter(isStillThere), absorbed: absorbed,
                leftOut: try others.flatMap(\.bundles).filter(isStillThere), bySystem: isOfSystem, of: gone.target,
                found: gone.found)
            // People know what they excluded, so no limit applies.
            let said = gone.leftOut.filter { $0.by == .said }.flatMap(\.bundles)
            try removal.remove(try said.filter(isStillThere))
        }
        gone.removeAll()
        if !options.dryRun {
            for (root, found) in leftOut {
                try stores.index.set(.leftOut, to: found.count, root: root)
                try stores.index.set(.passedOver, to: found.passedOver, root: root)
                try stores.index.setExclusionProblems(found.problems, root: root)
            }
            for (root, looks) in looked { try stores.index.setFolderLooks(looks, root: root) }
        }
        looked.removeAll()
        for root in becoming where !options.dryRun && !ordinary.contains(FolderKey(root, "")) {
            try stores.user.setIsFile(true, root: root.id)
        }
        becoming.removeAll()
    }

    private func isStillThere(_ bundle: BundleRow) throws -> Bool {
        guard !moved.contains(bundle.id), let now = try stores.index.bundle(bundle.id) else { return false }
        return now.rootID == bundle.rootID && ExactText(now.relativePath) == ExactText(bundle.relativePath)
    }
}
