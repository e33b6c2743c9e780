import BundleReading
import ExtractionProtocol

extension Channel {
    func begin(_ stage: ExtractionStage, of address: PageAddress, _ limits: ExtractionLimits) throws {
        Confinement.allowProcessorTime(seconds: limits.processorSeconds)
        try send(.starting(StartingFrame(stage: stage, address: address)))
    }

    /// Does not return from a compromised process.
    func report(_ failure: any ReadingFailure, of address: PageAddress, in stage: ExtractionStage) throws {
        CompromisedProcess.leaveIfCompromised(by: failure)
        try send(.problem(ProblemFrame(address: address, stage: stage, code: failure.code, reason: failure.reason)))
    }

    func fail(_ failure: any ReadingFailure, of address: PageAddress, in stage: ExtractionStage) throws {
        try report(failure, of: address, in: stage)
        try finish(.failed)
    }

    func finish(_ outcome: FinishedFrame.Outcome = .complete) throws {
        try send(.finished(FinishedFrame(outcome: outcome)))
    }

    func answer(
        _ stage: ExtractionStage, of address: PageAddress, within limits: ExtractionLimits,
        _ work: () throws -> FinishedFrame
    ) throws {
        try begin(stage, of: address, limits)
        do {
            try send(.finished(try work()))
        } catch let error as any ReadingFailure {
            try fail(error, of: address, in: stage)
        }
    }
}

protocol DocumentRequest {
    var path: String { get }
    var entry: String { get }
    var access: BundleAccess { get }
    var limits: ExtractionLimits { get }
}

extension CopyDocumentRequest: DocumentRequest {}
extension OpenPagesRequest: DocumentRequest {}
extension RecognizePagesRequest: DocumentRequest {}

extension Channel {
    func openDocument(
        of request: some DocumentRequest, in descriptor: Int32
    ) throws -> (bundle: OpenedBundle, content: OpenedBundle.Content) {
        let bundle = try BundleReader(limits: request.limits).open(
            descriptor: descriptor, path: request.path, access: request.access,
            passwords: passwords, embeddedFiles: embeddedFiles, openFile: openFile,
            countPages: { content, _ in self.pageCount(of: content, limits: request.limits) })
        guard let document = try bundle.document(named: request.entry), document.hasContent else {
            throw BundleError(.changed, "the document is no longer in the bundle; the next run reads it again")
        }
        return (bundle, try bundle.content(of: document))
    }

    /// Nil when the PDF is unreadable, which is reported when it is read as a document.
    func pageCount(of content: DocumentContent, limits: ExtractionLimits) -> Int? {
        try? DocumentPages(.pdf(content), knownHash: "", passwords: passwords, limits: limits).pageCount
    }
}
