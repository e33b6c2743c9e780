import ExtractionProtocol

/// Describes bundles without an index: what they are, which documents and metadata they would give, and what is wrong
/// with them.
///
/// ```swift
/// try BundleInspector().describe(["/srv/archive/box-7.zip"]) { bundle in
///     print(bundle.path, bundle.documents.map(\.title), bundle.problems.map(\.reason))
/// }
/// ```
public struct BundleInspector: Sendable {
    /// How far to look into a bundle.
    public enum Extent: Sendable, CaseIterable {
        /// What the bundle itself says; no document is opened, so nothing is said of damage to one.
        case metadata
        /// Also what the documents say of themselves, and how many pages they have.
        case documents
        /// Also whether the files that bundles state checksums for have them: the payload of a bag, for example. This reads
        /// every one of them.
        case fixity
        /// The same without ``documents``: no document is opened, so one that is locked or damaged is no problem as long as
        /// it has its checksum.
        case checksums
    }

    /// Of these `jobs`, `limits`, `passwords`, `extractorPath`, `usesSandbox` and `openingTimeout` count.
    public var options: IndexingOptions
    /// How far to look into a bundle.
    public var extent: Extent

    /// Of folders, what is left out beside what files in them say, as ``ArchiveIndex/exclusions()`` has it.
    public var exclusions: [Exclusion] = []

    /// Whether all bundles below a folder are meant where the folder is none. Else it is a problem.
    var walksFolders = true

    /// Nothing is started or read before bundles are named.
    public init(options: IndexingOptions = IndexingOptions(), extent: Extent = .documents) {
        self.options = options
        self.extent = extent
    }

    /// Describes the bundles at some paths, and hands over each description as soon as those before it are there.
    ///
    /// - Parameters:
    ///   - paths: Files, and folders that are bundles. Of any other folder all bundles below it are described, as
    ///     ``ArchiveIndex/update(_:options:)`` would find them.
    ///   - body: Called on this thread, in the order of the paths. What it throws ends the work. A path where nothing is
    ///     comes as a description with a problem.
    /// - Returns: How many symbolic links were met below the paths. They are not followed.
    /// - Throws: ``DocSearchError`` `environment` when `docsearch-extract` does not work; what `body` throws.
    @discardableResult
    public func describe(_ paths: [String], _ body: (BundleDescription) throws -> Void) throws -> Int {
        let program = try ExtractionProgram.locate(options.extractorPath)
        let queue = InspectionQueue(paths, ExclusionRules(exclusions), walksFolders: walksFolders)
        let stop = StopFlag(after: nil)
        let group = try options.startWorkers { work(program, on: queue, until: stop) }
        defer {
            stop.stop(.cancelled)
            queue.close()
            group.wait()
        }
        var pages = PagesOfFolder()
        while let (bundle, description) = try queue.nextDescription() {
            // A run for an index passes it over as well.
            if pages.has(bundle.owners) { continue }
            pages.add(description)
            try body(description)
        }
        return queue.symbolicLinks
    }

    /// One worker has bundles inspected until there are no more.
    private func work(_ program: String, on queue: InspectionQueue, until stop: StopFlag) {
        let conversation = WorkerConversation(program: program, options: options, stop: stop)
        defer { conversation.supply.close() }
        do {
            while let (number, found) = queue.take() {
                queue.put(try description(of: found, queue, conversation), of: found, number: number)
            }
        } catch ReaderProcess.Failure.stopped {
            queue.close(DocSearchError(.failed, "The work was stopped."))
        } catch {
            queue.close(DocSearchError(wrapping: error))
        }
    }

    private func description(
        of found: BundleSearch.Found, _ queue: InspectionQueue, _ conversation: WorkerConversation
    ) throws -> BundleDescription {
        let bundle: OpenBundle
        do {
            bundle = try OpenBundle(found.bundlePath.get(), passwords: options.passwords, limits: options.limits)
        } catch let refusal as OpenBundle.Refusal {
            return BundleDescription(path: found.path, problems: [BundleDescription.Problem(refusal.problem)])
        } catch {
            let reason = "\(error)"
            let problem = BundleDescription.Problem(
                code: ProblemFrame.Code.environment.rawValue,
                reason: reason.hasSuffix(".") ? String(reason.dropLast()) : reason)
            return BundleDescription(path: found.path, problems: [problem])
        }
        queue.count(symbolicLinks: bundle.symbolicLinks)
        let extent = extent.ofReaders
        let inspection = BundleInspection(bundle, path: found.path, extent: extent)
        let request = ReadBundleRequest(
            path: bundle.path.relativePath, extent: extent, access: bundle.access, limits: options.limits.extraction)
        _ = try BundleConversation(request, of: bundle, conversation)
            .run(beginAgain: inspection.begin, take: inspection.take)
        return inspection.description
    }
}

/// How many pages the PDFs of a folder have, as far as they have been described.
private struct PagesOfFolder {
    private var folder = ""
    private var counts: [ExactText: Int] = [:]

    mutating func add(_ description: BundleDescription) {
        let parent = PathText.parent(description.path)
        if parent != folder { (folder, counts) = (parent, [:]) }
        guard description.documents.count == 1, let count = description.documents[0].pageCount else { return }
        counts[ExactText(description.path)] = count
    }

    /// Whether one of the PDFs has the page.
    func has(_ owners: [(path: String, pages: Int)]) -> Bool {
        owners.contains { counts[ExactText($0.path)] ?? 0 >= $0.pages }
    }
}

extension BundleInspector.Extent {
    fileprivate var ofReaders: ReadingExtent {
        switch self {
        case .metadata: .metadata
        case .documents: .documents
        case .fixity: .fixity
        case .checksums: .checksums
        }
    }
}
