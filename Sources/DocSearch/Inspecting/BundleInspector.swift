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
    /// How much of a bundle to inspect.
    public enum Extent: Sendable, CaseIterable {
        /// The bundle's own metadata. No document is opened, so damage to one is not noticed.
        case metadata
        /// Also the documents' own metadata and page counts.
        case documents
        /// Also compares files with the bundle's checksums, for example the payload of a bag. This reads every one of
        /// them.
        case fixity
        /// The same without ``documents``: no document is opened, so a locked or damaged one with a matching checksum
        /// is no problem.
        case checksums
    }

    /// The options that apply are `jobs`, `limits`, `passwords`, `extractorPath`, `usesSandbox` and `openingTimeout`.
    public var options: IndexingOptions
    /// How much of a bundle to inspect.
    public var extent: Extent

    /// Exclusions in folders, as in ``ArchiveIndex/exclusions()``, in addition to files of exclusions there.
    public var exclusions: [Exclusion] = []

    /// A folder that is no bundle means all bundles below it. If false, it is a problem.
    var walksFolders = true

    /// Nothing is started or read before bundles are named.
    public init(options: IndexingOptions = IndexingOptions(), extent: Extent = .documents) {
        self.options = options
        self.extent = extent
    }

    /// Describes the bundles at some paths, and passes on each description once those before it are there.
    ///
    /// - Parameters:
    ///   - paths: Files, and folders that are bundles. For any other folder all bundles below it are described, as
    ///     ``ArchiveIndex/update(_:options:)`` would find them.
    ///   - body: Called on this thread, in the order of the paths. An error from it ends the work. A missing path gives
    ///     a description with a problem.
    /// - Returns: The number of symbolic links below the paths. They are not followed.
    /// - Throws: ``DocSearchError`` `environment` when `docsearch-extract` does not work; errors from `body`.
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
            // A run for an index skips it as well.
            if pages.has(bundle.owners) { continue }
            pages.add(description)
            try body(description)
        }
        return queue.symbolicLinks
    }

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

private struct PagesOfFolder {
    private var folder = ""
    private var counts: [ExactText: Int] = [:]

    mutating func add(_ description: BundleDescription) {
        let parent = PathText.parent(description.path)
        if parent != folder { (folder, counts) = (parent, [:]) }
        guard description.documents.count == 1, let count = description.documents[0].pageCount else { return }
        counts[ExactText(description.path)] = count
    }

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
