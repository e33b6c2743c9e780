import ExtractionProtocol

/// Reads one bundle with as many readers as it takes. When a reader dies or hangs, its current step becomes a problem
/// with entry and page, and another reader continues after it.
final class BundleConversation {
    /// Later readers are told what to skip.
    var request: ReadBundleRequest
    private let conversation: WorkerConversation
    private let bundle: OpenBundle
    private var answer: BundleAnswer
    private var triedTwice: Set<StartingFrame> = []

    /// After as many, a bundle is more likely hostile than unlucky.
    private static let maximumDeaths = 25

    init(_ request: ReadBundleRequest, of bundle: OpenBundle, _ conversation: WorkerConversation) {
        (self.request, self.bundle, self.conversation) = (request, bundle, conversation)
        answer = BundleAnswer(
            limits: request.limits, extent: request.extent,
            clock: AnswerClock(conversation.options, bytes: bundle.status.byteCount))
    }

    func skipPages() { answer.skipPages() }

    /// `beginAgain` is called when another reader starts from the beginning. `take` receives frames checked for order
    /// and number, and problems for readers' failures.
    func run(
        languages: [String] = [], beginAgain: () -> Void = {}, take: (ExtractionFrame) throws -> Void
    ) throws -> FinishedFrame {
        while true {
            do {
                var end: FinishedFrame?
                try conversation.ask(.readBundle(request), of: bundle, languages: languages, clock: answer.clock) {
                    try answer.check($0)
                    try take($0)
                    if case .finished(let value) = $0 { end = value }
                    return end != nil
                }
                return end ?? FinishedFrame(outcome: .failed)
            } catch let failure as ReaderProcess.Failure {
                if case .stopped = failure { throw failure }
                let culprit = answer.inHand
                // Its next step is unknown.
                let isWhole = (culprit.stage == .bundle || culprit.stage == .fixity) && !culprit.isLook
                // A document that was only searched comes later, or came before.
                let next = !culprit.isLook ? culprit.address : answer.hasBundle ? answer.work.address : request.resume
                answer.beginAgain()
                if failure.isDeath, triedTwice.insert(culprit).inserted {
                    // It may be innocent: the system may have run out of memory, or a person killed the reader.
                    request.resume = isWhole ? nil : next
                    if isWhole { beginAgain() }
                    continue
                }
                let (entry, page) = (culprit.address.entry, culprit.address.page)
                let stage: ExtractionStage = culprit.isLook ? .document : culprit.stage
                let problem = ProblemFrame(failure.code, at: stage, of: entry, page: page, failure.sentence)
                try take(.problem(problem))
                if isWhole { return FinishedFrame(outcome: .failed) }
                request.skippedPages.append(culprit.address)
                request.resume = next
                guard request.skippedPages.count < Self.maximumDeaths else {
                    let reason =
                        "the reader stopped \(Self.maximumDeaths) times on this bundle; the rest of it was left out"
                    try take(.problem(ProblemFrame(.worker, at: .document, of: entry, reason)))
                    return FinishedFrame(outcome: .failed)
                }
            }
        }
    }
}
