import ExtractionProtocol

/// Compares answers about pages with the request, and claims images, so that each is read once.
final class RecognitionAnswer {
    enum Outcome {
        case recognized(PageFrame)
        case recognizedBefore(page: Int, text: PageStore.ImageText)
        case newImage
        /// The reader waits for what the task's recogniser makes of its image.
        case drawn(DrawnFrame, page: Int)
        case failed(ProblemFrame)
        case finished
        case nothing
    }

    let clock: AnswerClock
    private(set) var left: [Int]
    var inHand: StartingFrame {
        announced ?? StartingFrame(stage: .document, address: PageAddress(entry: task.entry, page: 0))
    }
    private var announced: StartingFrame?
    private let task: RecognitionTask
    private let images: any PageImages
    private var startings = StartingCounter()
    private var begun: Set<StartingFrame> = []
    private var claimed: String?
    private var claimedPage = 0
    private var hasDrawn = false

    /// A recognised page has few reasons: that it is blank, that its language is another, and how much of its layer it has.
    private static let mostReasonBytes = 512

    init(to task: RecognitionTask, images: any PageImages, options: IndexingOptions) {
        (self.task, self.images) = (task, images)
        clock = AnswerClock(options, recognizedPages: task.pages.count)
        left = task.pages
    }

    deinit { releaseClaim() }

    func beginAgain() {
        releaseClaim()
        clock.beginAgain()
        (startings, begun, announced) = (StartingCounter(), [], nil)
    }

    @discardableResult
    func drop(page: Int) -> Bool {
        let count = left.count
        left.removeAll { $0 == page }
        return left.count < count
    }

    func take(_ frame: ExtractionFrame) throws -> Outcome {
        switch frame {
        case .starting(let value): return try begin(value)
        case .page(let value): return try recognized(value)
        case .image(let value): return try claim(value)
        case .problem(let value): return try failed(value)
        case .finished: return .finished
        case .drawn(let value):
            guard task.recognizer != nil, claimed != nil, !hasDrawn, value.byteCount <= RecognizePagesRequest.imageBytes
            else { throw ReaderProcess.Failure.rubbish("a page image that was not asked for") }
            hasDrawn = true
            return .drawn(value, page: claimedPage)
        case .bundle, .document, .greeting, .file, .need, .fixity, .contents, .languages:
            throw ReaderProcess.Failure.rubbish("a frame that does not belong to recognition")
        }
    }

    private func begin(_ frame: StartingFrame) throws(ReaderProcess.Failure) -> Outcome {
        announced = frame
        try startings.count()
        // A page is first rendered and then recognised.
        let isOfTask = frame.address.page == 0 || left.contains(frame.address.page)
        clock.begin(frame.stage, isKnownToEnd: isOfTask && begun.insert(frame).inserted)
        return .nothing
    }

    private func recognized(_ frame: PageFrame) throws(ReaderProcess.Failure) -> Outcome {
        guard frame.entry == task.entry, left.contains(frame.page), frame.origin == .ocr else {
            throw .rubbish("a page that was not asked for")
        }
        guard frame.reasonBytes <= Self.mostReasonBytes else {
            throw .rubbish("\(frame.reasonBytes) bytes of reasons on one page")
        }
        guard frame.imageHash == claimed else { throw .rubbish("page \(frame.page) with another image") }
        // The claim ends when the text is stored.
        claimed = nil
        delivered(page: frame.page)
        return .recognized(frame)
    }

    private func claim(_ frame: ImageFrame) throws -> Outcome {
        let page = frame.address.page
        guard frame.address.entry == task.entry, left.contains(page), claimed == nil, frame.imageHash.utf8.count == 64
        else { throw ReaderProcess.Failure.rubbish("an image that was not asked for") }
        guard let text = try images.claim(frame.imageHash, of: task) else {
            claimed = frame.imageHash
            (claimedPage, hasDrawn) = (page, false)
            return .newImage
        }
        return .recognizedBefore(page: page, text: text)
    }

    private func failed(_ problem: ProblemFrame) throws(ReaderProcess.Failure) -> Outcome {
        let page = problem.address.page
        guard problem.address.entry == task.entry, !left.isEmpty, page == 0 || left.contains(page) else {
            throw .rubbish("a problem of a page that was not asked for")
        }
        left.removeAll { page == 0 || $0 == page }
        releaseClaim()
        return .failed(problem)
    }

    func delivered(page: Int) {
        startings.reset()
        clock.deliver(.nothing)
        left.removeAll { $0 == page }
    }

    /// The page that was drawn has no text.
    func passOver() {
        startings.reset()
        drop(page: claimedPage)
        releaseClaim()
    }

    private func releaseClaim() {
        if let claimed { images.release(claimed, of: task) }
        claimed = nil
    }
}
