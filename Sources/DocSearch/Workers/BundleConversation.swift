import ExtractionProtocol

/// The reading of one bundle with as many readers as it takes: when one dies or hangs, what it had in hand becomes a
/// problem with entry and page, and another one goes on behind it.
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
        (self.request, self.bundle, self.conversation) = (request, bundle, conversation)
        answer = BundleAnswer(
            limits: request.limits, extent: request.extent,
            clock: AnswerClock(conversation.options, bytes: bundle.status.byteCount))
    }

    /// The pages' texts of the document that was announced last are there, and will not come.
    func skipPages() { answer.skipPages() }

    /// Returns how it ended. `beginAgain` is called when another reader begins at the bundle's beginning; `take` is
    /// told what the readers say, in an order and number that make sense, and what became of them. Throws
    /// ``ReaderProcess/Failure/stopped``, ``DocSearchError`` when no reader can be had, and what `take` throws.
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
                // Of what it would have done next nothing is known.
                let isWhole = (culprit.stage == .bundle || culprit.stage == .fixity) && !culprit.isLook
                // What was only looked into comes later, or has come before.
                let next = !culprit.isLook ? culprit.address : answer.hasBundle ? answer.work.address : request.resume
                answer.beginAgain()
                if failure.isDeath, triedTwice.insert(culprit).inserted {
                    // It may be innocent: the system may have been out of memory, or a person killed the reader.
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
