import ExtractionProtocol
import Foundation

/// One bundle on its way through a worker, or several when it kills some.
final class BundleInspection {
    let number: Int
    let bundle: OpenBundle
    private var found: BundleDescription
    private var problems = ProblemList()
    private var files: FileAnswers
    private var answer: BundleAnswer
    private let extent: ReadingExtent
    private let limits: ExtractionLimits
    private var resume: PageAddress?
    private var skipped: [PageAddress] = []
    private var triedTwice: Set<StartingFrame> = []

    /// Deaths after which the rest of a bundle is given up.
    private static let maximumDeaths = 25

    var clock: AnswerClock { answer.clock }

    init(
        _ bundle: OpenBundle, path: String, number: Int, extent: ReadingExtent, limits: ExtractionLimits,
        options: IndexingOptions
    ) {
        self.bundle = bundle
        self.number = number
        self.extent = extent
        self.limits = limits
        found = BundleDescription(path: path)
        files = FileAnswers(bundle, limits: limits)
        answer = BundleAnswer(
            limits: limits, extent: extent, clock: AnswerClock(options, bytes: bundle.status.byteCount))
        begin()
    }

    var description: BundleDescription {
        var result = found
        result.problems = problems.all.map(BundleDescription.Problem.init)
        return result
    }

    var request: ReadBundleRequest {
        ReadBundleRequest(
            path: bundle.place.relativePath, extent: extent, access: bundle.access, limits: limits, resume: resume,
            skippedPages: skipped)
    }

    /// Takes what the worker says; returns whether that was all. Throws ``WorkerProcess/Failure``.
    func take(_ frame: ExtractionFrame, from process: WorkerProcess) throws -> Bool {
        if let delivery = try files.answer(frame, to: process) {
            clock.deliver(delivery)
            return false
        }
        try answer.check(frame)
        switch frame {
        case .bundle(let value): found.format = value.format.rawValue
        case .document(let value):
            guard value.asksForPages != true else { throw WorkerProcess.Failure.rubbish("a question about pages") }
            found.documents.append(BundleDescription.Document(value, bundlePath: found.path))
        case .problem(let value): problems.append(value)
        case .fixity(let value):
            found.fixity?.stated += 1
            if let problem = value.problem {
                problems.append(problem)
            } else {
                found.fixity?.agreeing += 1
            }
        case .finished(let value):
            if value.outcome == .skipped { found.skipReason = value.reason ?? "" }
            return true
        // Pages were not asked for, and are of no use here.
        case .page, .greeting, .starting, .image, .file, .need: break
        }
        return false
    }

    /// Takes note that the worker failed while it had this bundle in hand; returns whether to go on with another one.
    func goesOn(after failure: WorkerProcess.Failure) -> Bool {
        let culprit = answer.inHand
        answer.beginAgain()
        files = FileAnswers(bundle, limits: limits)
        if case .died = failure, triedTwice.insert(culprit).inserted {
            // It may be innocent: the system may have been out of memory, or a person killed the worker.
            resume = Self.isOfWhole(culprit.stage) ? nil : culprit.address
            if resume == nil { begin() }
            return true
        }
        report(culprit.address, failure.code, failure.sentence)
        guard !Self.isOfWhole(culprit.stage) else { return false }
        skipped.append(culprit.address)
        resume = culprit.address
        if skipped.count < Self.maximumDeaths { return true }
        report(
            PageAddress(entry: "", page: 0), .worker,
            "the reader stopped \(skipped.count) times on this bundle; the rest of it was left out")
        return false
    }

    /// Whether nothing is known of what a stopped reader would have done next.
    private static func isOfWhole(_ stage: ExtractionStage) -> Bool { stage == .bundle || stage == .fixity }

    private func begin() {
        found = BundleDescription(path: found.path)
        found.fixity = extent == .fixity ? BundleDescription.Fixity() : nil
        problems = ProblemList()
        bundle.problems.forEach { problems.append($0) }
    }

    private func report(_ address: PageAddress, _ code: ProblemFrame.Code, _ reason: String) {
        problems.append(ProblemFrame(address: address, stage: .bundle, code: code, reason: reason))
    }
}

extension BundleDescription {
    /// Of a bundle that was not opened.
    init(path: String, _ code: ProblemFrame.Code, _ reason: String) {
        self.init(path: path)
        problems = [Problem(entry: nil, page: nil, code: code.rawValue, reason: reason)]
    }
}

extension BundleDescription.Document {
    /// `bundlePath` is what the bundle is called: a name may have the document's date.
    init(_ frame: DocumentFrame, bundlePath: String) {
        let metadata = frame.metadata
        let name = DocumentName(entry: frame.entry, bundlePath: bundlePath)
        let hasContent = frame.outline?.hasContent ?? (frame.contentHash != nil)
        self.init(
            entry: frame.entry, title: metadata.title ?? "", authors: metadata.authors,
            date: metadata.date.flatMap { DocumentDate($0) } ?? name.date(now: Date()), tags: metadata.tags,
            identifier: metadata.identifier,
            language: metadata.language, summary: metadata.description,
            pageCount: frame.contentHash == nil ? nil : frame.pageCount, claimedPageCount: metadata.claimedPageCount,
            hasContent: hasContent, broughtText: frame.outline?.text?.rawValue)
    }
}

extension BundleDescription.Problem {
    init(_ frame: ProblemFrame) {
        self.init(
            entry: frame.address.entry.isEmpty ? nil : frame.address.entry,
            page: frame.address.page > 0 ? frame.address.page : nil, code: frame.code.rawValue, reason: frame.reason)
    }
}
