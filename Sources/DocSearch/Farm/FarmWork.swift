import ExtractionProtocol
import Foundation

/// All that a task does: an ordinary run over the bundles of one package, into an index of its own that is thrown away but
/// for the texts. Nothing is asked of who starts it.
package final class FarmWork {
    private let folder: FarmFolder
    private let plan: FarmPlan
    private let package: FarmPackage
    private let attempt: FarmAttempt
    private var report: FarmReport
    private let scratch: IndexFolder
    private let index: ArchiveIndex
    private var published = ContinuousClock.now

    /// `job` is what the batch system calls the task. `options` are those of the machine; what texts depend on comes from
    /// the plan. Throws `environment` when this machine would read other texts.
    package init(_ folder: FarmFolder, package number: Int, job: String?, options: inout IndexingOptions) throws {
        self.folder = folder
        plan = try folder.plan()
        package = try folder.package(number, of: plan)
        try plan.apply(to: &options)
        guard let greeting = try ReaderSupply.greeting(options: options, stop: StopFlag()) else {
            throw DocSearchError(.failed, "docsearch-extract gave no answer.")
        }
        let engines = FarmEngines(greeting)
        try engines.require(asInPlan: plan.engines)
        attempt = FarmAttempt(package: number)
        let now = Int64(Date().timeIntervalSince1970)
        report = FarmReport(
            plan: plan.name, package: number, host: ProcessInfo.processInfo.hostName, process: getpid(), job: job,
            begun: now, updated: now, engines: engines)
        let temporary = NSTemporaryDirectory()
        scratch = IndexFolder(path: try SafeFile.makeTemporaryFolder(in: temporary, "docsearch-farm-"))
        index = ArchiveIndex(at: scratch.path)
    }

    deinit {
        // A folder of this task's own. A rest that cannot be removed is in the folder for temporary files.
        try? FileManager.default.removeItem(atPath: scratch.path)
    }

    /// Whether another task has done the package.
    package var isDone: Bool {
        get throws { try FarmPackages(folder, plan).all[package.number - 1].isDone }
    }

    /// Does the work and returns the number of failures. Everything read until an error or the stop of the task is kept.
    /// `tell` receives each page or document that failed.
    package func run(
        _ options: IndexingOptions, tell: (_ path: String, _ page: Int?, _ reason: String) -> Void
    ) async throws -> Int {
        do {
            try folder.write(report, of: attempt)
            for try await event in try begin(options) {
                switch event {
                case .recognized: report.recognized += 1
                case .failed(let path, let page, _, let reason): tell(path, page, reason)
                case .finished(let result): return try end(result)
                default: break
                }
                if ContinuousClock.now - published > .seconds(FarmPackages.checkpointSeconds) { try publish() }
            }
            (report.state, report.reason) = (.stopped, "it was told to stop")
        } catch {
            (report.state, report.reason) = (.failed, "\(error)")
            try publish()
            throw error
        }
        return try end(nil)
    }

    private func begin(_ options: IndexingOptions) throws -> AsyncThrowingStream<IndexingEvent, any Error> {
        var options = options
        var selection = PageSelection()
        let (roots, former) = try (prepare(), folder.attempts()[package.number] ?? [])
        var paths: [String] = []
        for item in package.items {
            let path = BundlePath(item.path, in: roots[item.root])
            guard path.status() != nil else {
                report.failures.append(
                    FarmFailure(
                        root: item.root, path: item.path, settings: "",
                        problem: ProblemFrame(
                            address: PageAddress(entry: "", page: 0), stage: .bundle, code: .environment,
                            reason: "there is no such file on \(report.host)")))
                continue
            }
            if let pages = item.pages { selection.add(pages, of: path.absolutePath) }
            paths.append(path.absolutePath)
        }
        guard !paths.isEmpty else {
            throw DocSearchError(
                .environment, "None of its files is there on \(report.host). Is the archive mounted there?")
        }
        options.selection = selection
        try index.writing { stores in
            // An earlier task at this package may have been killed, and its texts are good all the same.
            for other in former where other != attempt {
                guard let mark = FarmMark(other, folder, plan) else { continue }
                do {
                    let foreign = try ForeignPages(folder.file(other, .texts), other, plan)
                    _ = try stores.pages.merge(foreign, mark)
                } catch is ForeignPages.Refusal {
                    // This task reads the pages itself; collecting names the file.
                }
            }
            try stores.pages.note(FarmMark.own(attempt, plan))
        }
        return index.update(paths, options: options)
    }

    private func prepare() throws -> [IndexRoot] {
        try index.writing { stores in
            try plan.roots.map { root in
                try stores.user.add(path: root.path, isFile: root.isFile, languages: root.languages, above: 0)
            }
        }
    }

    private func end(_ result: IndexingReport?) throws -> Int {
        if result?.isPartial == true {
            (report.state, report.reason) = (.stopped, "its time was up, or it was told to stop")
        } else if report.state == .working {
            report.state = .complete
        }
        if result != nil { try noteFailures() }
        try publish()
        return report.failures.count + report.moreFailures
    }

    /// When another task has ended meanwhile, its files stay beside these.
    private func publish() throws {
        published = .now
        report.updated = Int64(Date().timeIntervalSince1970)
        if FileStatus(path: scratch.pages) != nil {
            let copy = scratch.path + "/copy.sqlite"
            unlink(copy)
            defer { unlink(copy) }
            try PageStore(reading: scratch).copy(to: copy)
            try folder.publish(copy, as: attempt)
            report.byteCount = FileStatus(path: folder.file(attempt, .texts))?.byteCount
        }
        try folder.write(report, of: attempt)
    }

    private func noteFailures() throws {
        let store = try IndexStore(reading: scratch)
        let ids = try UserStore(reading: scratch).roots().map { root in
            (root.id, plan.roots.firstIndex { ExactText($0.path) == ExactText(root.path) } ?? 0)
        }
        let numbers = Dictionary(ids, uniquingKeysWith: { first, _ in first })
        let found = try store.farmFailures(numbers)
        report.failures += found.prefix(FarmReport.mostFailures)
        report.moreFailures = max(0, found.count - FarmReport.mostFailures)
    }
}

/// Which pages of which bundles are recognised; all of bundles that are not in it.
struct PageSelection: Sendable, Equatable {
    private var pages: [String: [String: IndexSet]] = [:]

    mutating func add(_ ranges: [String: [[Int]]], of bundle: String) {
        for (entry, ranges) in ranges {
            pages[bundle, default: [:]][entry, default: []].formUnion(FarmPacking.pages(ranges))
        }
    }

    func includes(page: Int, of entry: String, in bundle: String) -> Bool {
        guard let entries = pages[bundle] else { return true }
        return entries[entry]?.contains(page) ?? false
    }
}
