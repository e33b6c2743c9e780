import ExtractionProtocol

/// Holds what readers say of pages that they were to recognise against what was asked, and claims the images of pages so
/// that each is recognised once.
final class RecognitionAnswer {
    /// What came of a frame.
    enum Outcome {
        case recognized(PageFrame)
        /// The page's image has been recognised before. The reader waits to be told so; then the page is ``delivered(page:)``.
        case recognizedBefore(page: Int, text: PageStore.ImageText)
        /// The image is new, and the reader waits to be told so.
        case newImage
        case failed(ProblemFrame)
        case finished
        case nothing
    }

    let clock: AnswerClock
    /// Pages of which nothing has come.
    private(set) var left: [Int]
    private(set) var inHand: StartingFrame
    private let task: RecognitionTask
    private let images: RecognizedImages
    private var startings = StartingCounter()
    private var begun: Set<StartingFrame> = []
    /// The image that is being recognised.
    private var claimed: String?

    /// Of what is recognised there is one reason at most: why the page is blank.
    private static let mostReasonBytes = 512

    init(to task: RecognitionTask, images: RecognizedImages, options: IndexingOptions) {
        self.task = task
        self.images = images
        clock = AnswerClock(options, recognizedPages: task.pages.count)
        left = task.pages
        inHand = Self.nothingInHand(task)
    }

    deinit { releaseClaim() }

    private static func nothingInHand(_ task: RecognitionTask) -> StartingFrame {
        StartingFrame(stage: .document, address: PageAddress(entry: task.entry, page: 0))
    }

    /// Another reader goes on where one failed.
    func beginAgain() {
        releaseClaim()
        clock.beginAgain()
        startings = StartingCounter()
        begun = []
        inHand = Self.nothingInHand(task)
    }

    /// Nothing more is wanted of a page. Returns false for one of which nothing was wanted.
    func drop(page: Int) -> Bool {
        let count = left.count
        left.removeAll { $0 == page }
        return left.count < count
    }

    /// Throws ``WorkerProcess/Failure`` and what reading `pages.sqlite` throws.
    func take(_ frame: ExtractionFrame) throws -> Outcome {
        switch frame {
        case .starting(let value): return try begin(value)
        case .page(let value): return try recognized(value)
        case .image(let value): return try claim(value)
        case .problem(let value): return try failed(value)
        case .finished: return .finished
        case .bundle, .document, .greeting, .file, .need, .fixity, .drawn, .contents:
            throw WorkerProcess.Failure.rubbish("a frame that does not belong to recognition")
        }
    }

    private func begin(_ frame: StartingFrame) throws -> Outcome {
        inHand = frame
        try startings.count()
        // A page's image is made, and then it is read.
        let isOfTask = frame.address.page == 0 || left.contains(frame.address.page)
        clock.begin(frame.stage, isKnownToEnd: isOfTask && begun.insert(frame).inserted)
        return .nothing
    }

    private func recognized(_ frame: PageFrame) throws -> Outcome {
        guard frame.entry == task.entry, left.contains(frame.page), frame.origin == .ocr else {
            throw WorkerProcess.Failure.rubbish("a page that was not asked for")
        }
        guard frame.reasonBytes <= Self.mostReasonBytes else {
            throw WorkerProcess.Failure.rubbish("\(frame.reasonBytes) bytes of reasons on one page")
        }
        guard frame.imageHash == claimed else {
            throw WorkerProcess.Failure.rubbish("page \(frame.page) with another image")
        }
        // The claim ends when the text is kept.
        claimed = nil
        delivered(page: frame.page)
        return .recognized(frame)
    }

    private func claim(_ frame: ImageFrame) throws -> Outcome {
        let page = frame.address.page
        guard frame.address.entry == task.entry, left.contains(page), claimed == nil, frame.imageHash.utf8.count == 64
        else { throw WorkerProcess.Failure.rubbish("an image that was not asked for") }
        guard let text = try images.claim(frame.imageHash, of: task, task.witness) else {
            claimed = frame.imageHash
            return .newImage
        }
        return .recognizedBefore(page: page, text: text)
    }

    private func failed(_ problem: ProblemFrame) throws -> Outcome {
        let page = problem.address.page
        guard problem.address.entry == task.entry, !left.isEmpty, page == 0 || left.contains(page) else {
            throw WorkerProcess.Failure.rubbish("a problem of a page that was not asked for")
        }
        left.removeAll { page == 0 || $0 == page }
        releaseClaim()
        return .failed(problem)
    }

    /// Something has come of a page.
    func delivered(page: Int) {
        startings.reset()
        clock.deliver(.nothing)
        left.removeAll { $0 == page }
    }

    private func releaseClaim() {
        if let claimed { images.release(claimed, of: task) }
        claimed = nil
    }
}
