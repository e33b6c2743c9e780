import Foundation

/// Events while an archive is watched.
public enum WatchEvent: Sendable {
    /// The number of watched folders. If the system cannot report changes, they are searched for at intervals, and
    /// `pollingReason` says why.
    case watching(folders: Int, pollingReason: String?)
    /// An event of a run, as in ``ArchiveIndex/update(_:options:)``.
    case run(IndexingEvent)
    /// Another run is writing, a folder is missing for now, or a run after the first has failed. It is tried again.
    case held(DocSearchError)

    fileprivate var isProgress: Bool { if case .run(let event) = self { event.isProgress } else { false } }
}

/// Settings for watching an archive.
public struct WatchOptions: Sendable {
    /// Settings of each run.
    public var indexing = IndexingOptions()
    /// A run begins when nothing has happened for this long, and at the latest after twelve times as long.
    public var settleTime: Duration = .seconds(5)
    /// The interval of checks where the system cannot report changes, the wait while another run is writing and after
    /// one that failed, and the longest time until a missing or replaced folder is watched again.
    public var interval: Duration = .seconds(300)

    /// The defaults of `docsearch watch`.
    public init() {}
}

extension ArchiveIndex {
    /// Updates the index, and again whenever something changes, until the iteration ends or its task is cancelled. Each
    /// run keeps the promises of ``update(_:options:)``.
    ///
    /// The stream throws what ``update(_:options:)`` throws, except for `locked`, and for `failed` after the first run.
    public func watch(
        _ paths: [String] = [], options: WatchOptions = WatchOptions()
    ) -> AsyncThrowingStream<WatchEvent, any Error> {
        let stop = StopFlag(after: nil)
        return Self.events(until: stop, isProgress: \.isProgress, note: { .run(.warning(IndexingWarning($0))) }) {
            [self] report in
            try ArchiveWatch(index: self, options: options, stop: stop, report: report).run(paths)
            return nil
        }
    }

    fileprivate func folders(of paths: [String]) throws -> [String] {
        if paths.isEmpty { return try UserStore(reading: folder).roots().map(\.path) }
        return paths.compactMap { try? PathText.real($0) }
    }
}

private struct ArchiveWatch {
    let index: ArchiveIndex
    let options: WatchOptions
    let stop: StopFlag
    let report: (WatchEvent) -> Void

    /// Checks whether the watched folders are still the ones at their paths, at the cost of a status call for each
    /// root.
    private static let rootInterval = Duration.seconds(10)

    func run(_ paths: [String]) throws {
        let folders = try index.folders(of: paths)
        // Watching begins before the first run, so that no change between the two is lost.
        var events = watched(folders)
        // Exclusions are read before too, because people may change them during the run.
        var said = exclusions([])
        var indexing = options.indexing
        try update(paths, indexing)
        // They were given for the paths as a whole, not for their changed parts.
        indexing.languages = nil
        var toLookAt: [String]?
        while !stop.isSet {
            if let paths = toLookAt { try updateAgain(paths, indexing) }
            guard let current = events else {
                rest(options.interval)
                toLookAt = paths
                continue
            }
            do {
                toLookAt = try changes(current, said).map { $0.isEmpty ? nil : try existing($0, paths) } ?? paths
                // Exclusions may concern any folder.
                let now = exclusions(said)
                if now != said { toLookAt = paths }
                said = now
                if current.haveRootsChanged {
                    events = watched(folders)
                    toLookAt = paths
                }
            } catch let refusal as FolderEvents.Refusal {
                events = unwatched(refusal.reason)
                toLookAt = paths
            }
        }
    }

    /// `known` when they cannot be read, which a run reports.
    private func exclusions(_ known: [Exclusion]?) -> [Exclusion]? {
        do { return try index.exclusions() } catch { return known }
    }

    private func watched(_ folders: [String]) -> FolderEvents? {
        if let kind = folders.lazy.compactMap({ FileSystemKind(path: $0) }).first(where: \.isNetwork) {
            return unwatched("\(kind.name) does not report changes made by other machines")
        }
        do {
            // Changes of a single file are seen in its folder.
            let events = try FolderEvents(
                folders: folders.map { FileStatus(path: $0)?.kind == .file ? PathText.parent($0) : $0 })
            report(.watching(folders: events.count, pollingReason: nil))
            return events
        } catch {
            return unwatched((error as? FolderEvents.Refusal)?.reason ?? "\(error)")
        }
    }

    private func unwatched(_ reason: String) -> FolderEvents? {
        report(.watching(folders: 0, pollingReason: reason))
        return nil
    }

    /// A folder that was there at the start may be missing for a while, with its disk. The disk of the index may be
    /// full.
    private func updateAgain(_ paths: [String], _ indexing: IndexingOptions) throws {
        while !stop.isSet {
            do {
                return try update(paths, indexing)
            } catch let error as DocSearchError where error.code == .notFound {
                report(.held(error))
                let there = paths.filter { FileStatus(path: $0) != nil }
                if !there.isEmpty, there.count < paths.count { try updateAgain(there, indexing) }
                return
            } catch let error as DocSearchError where error.code == .failed {
                report(.held(error))
                rest(options.interval)
            }
        }
    }

    private func update(_ paths: [String], _ indexing: IndexingOptions) throws {
        while !stop.isSet {
            do {
                let result = try index.runUpdate(paths, options: indexing, stop: StopFlag(within: stop)) {
                    report(.run($0))
                }
                return report(.run(.finished(result)))
            } catch let error as DocSearchError where error.code == .locked {
                report(.held(error))
                rest(min(options.interval, .seconds(30)))
            }
        }
    }

    /// Waits until nothing has changed for a while. Nil when everything must be checked; empty when roots may have
    /// changed, exclusions differ from `said`, or watching must end.
    private func changes(_ events: FolderEvents, _ said: [Exclusion]?) throws -> Set<String>? {
        let interval = min(options.interval, Self.rootInterval)
        var nextLook = ContinuousClock.now + interval
        var changed: Set<String> = []
        var lastChange = ContinuousClock.now
        var firstChange: ContinuousClock.Instant?
        while !stop.isSet {
            guard let new = try events.changed(within: 200) else { return nil }
            let now = ContinuousClock.now
            if !new.isEmpty {
                changed.formUnion(new)
                lastChange = now
                firstChange = firstChange ?? now
            }
            guard let firstChange else {
                guard now >= nextLook else { continue }
                nextLook = now + interval
                if events.haveRootsChanged || exclusions(said) != said { return [] }
                continue
            }
            if now - lastChange >= options.settleTime || now - firstChange >= options.settleTime * 12 { break }
        }
        return changed.count > 200 ? nil : changed
    }

    private func existing(_ folders: Set<String>, _ paths: [String]) throws -> [String] {
        let there = folders.map { folder in
            var folder = folder
            while folder != "/", FileStatus(path: folder) == nil { folder = PathText.parent(folder) }
            return folder
        }
        let outer = Set(there).filter { folder in
            !there.contains { $0 != folder && PathText.relative(folder, below: $0) != nil }
        }
        // Above a missing root there is nothing to find; the run reports the root.
        let roots = try index.folders(of: paths)
        let isInside = outer.allSatisfy { folder in roots.contains { PathText.relative(folder, below: $0) != nil } }
        return isInside ? outer.sorted() : paths
    }

    private func rest(_ duration: Duration) {
        let end = ContinuousClock.now + duration
        while !stop.isSet, ContinuousClock.now < end { usleep(100_000) }
    }
}
