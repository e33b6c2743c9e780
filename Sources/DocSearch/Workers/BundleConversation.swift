import ExtractionProtocol

/// The reading of one bundle with as many readers as it takes.
///
/// When one dies or hangs, what it had in hand becomes a problem with bundle, entry and page, and another reader goes on
/// behind it.
final class BundleConversation {
    /// Sent to each reader, the second and later ones with what is to be left out.
    var request: ReadBundleRequest
    private let conversation: WorkerConversation
    private let bundle: OpenBundle
    private var answer: BundleAnswer
    private var triedTwice: Set<StartingFrame> = []

    /// Deaths after which the rest of a bundle is given up: it is then more likely hostile than unlucky.
    private static let maximumDeaths = 25

    init(_ request: ReadBundleRequest, of bundle: OpenBundle, _ conversation: WorkerConversation) {
        self.request = request
        self.bundle = bundle
        self.conversation = conversation
        answer = BundleAnswer(
            limits: request.limits, extent: request.extent,
            clock: AnswerClock(conversation.options, bytes: bundle.status.byteCount))
    }

    /// The pages' texts of the document that was announced last are there, and will not come.
    func skipPages() { answer.skipPages() }

    /// - Parameters:
    ///   - languages: See ``WorkerConversation/ask(_:of:languages:output:clock:take:)``.
    ///   - beginAgain: Called when another reader begins at the bundle's beginning.
    ///   - take: Told what the readers say, in an order and number that make sense, and what became of them.
    /// - Returns: How the reading ended.
    /// - Throws: ``WorkerProcess/Failure/stopped``, ``DocSearchError`` when no reader can be had, and what `take` throws.
    func run(
        languages: [String] = [], beginAgain: () -> Void = {}, take: (ExtractionFrame) throws -> Void
    ) throws -> FinishedFrame {
        while true {
            do {
                var end = FinishedFrame(outcome: .failed)
                try conversation.ask(.readBundle(request), of: bundle, languages: languages, clock: answer.clock) {
                    frame in
                    try answer.check(frame)
                    try take(frame)
                    guard case .finished(let value) = frame else { return false }
                    end = value
                    return true
                }
                return end
            } catch WorkerProcess.Failure.stopped {
                throw WorkerProcess.Failure.stopped
            } catch let failure as WorkerProcess.Failure {
                let culprit = answer.inHand
                // Of what it would have done next nothing is known.
                let isWhole = culprit.stage == .bundle || culprit.stage == .fixity
                answer.beginAgain()
                if failure.isDeath, triedTwice.insert(culprit).inserted {
                    // It may be innocent: the system may have been out of memory, or a person killed the reader.
                    request.resume = isWhole ? nil : culprit.address
                    if isWhole { beginAgain() }
                    continue
                }
                try take(problem(at: culprit.address, in: culprit.stage, failure.code, failure.sentence))
                if isWhole { return FinishedFrame(outcome: .failed) }
                request.skippedPages.append(culprit.address)
                request.resume = culprit.address
                guard request.skippedPages.count < Self.maximumDeaths else {
                    try take(
                        problem(
                            at: PageAddress(entry: culprit.address.entry, page: 0), in: .document, .worker,
                            "the reader stopped \(Self.maximumDeaths) times on this bundle; the rest of it was left out"
                        ))
                    return FinishedFrame(outcome: .failed)
                }
            }
        }
    }

    private func problem(
        at address: PageAddress, in stage: ExtractionStage, _ code: ProblemFrame.Code, _ reason: String
    ) -> ExtractionFrame {
        .problem(ProblemFrame(address: address, stage: stage, code: code, reason: reason))
    }
}
