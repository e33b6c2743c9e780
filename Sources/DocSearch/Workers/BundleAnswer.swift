import ExtractionProtocol

/// Checks that frames, each within ``FrameBounds``, come in an order and number that make sense, so that a reader taken
/// over can neither fill the disk, nor keep a run busy for ever, nor put text where it does not belong.
struct BundleAnswer {
    private(set) var inHand = StartingFrame(stage: .bundle, address: PageAddress(entry: "", page: 0))
    /// The same but for documents that are only looked into.
    private(set) var work = StartingFrame(stage: .bundle, address: PageAddress(entry: "", page: 0))
    let clock: AnswerClock
    private let limits: ExtractionLimits
    private let extent: ReadingExtent
    private var totals: AnswerTotals
    private var documents: Set<String> = []
    private var current: ArrivingDocument?
    private(set) var hasBundle = false
    /// Documents with files that nothing comes of, and those that were looked into.
    private var takenApart: Set<String> = []
    private var looks: Set<String> = []
    private var comparedFiles = 0
    private var startings = StartingCounter()

    private struct ArrivingDocument {
        var frame: DocumentFrame
        var lastPage = 0
        var origins: Set<TextOrigin> = []
        /// Pages of which something came.
        var pages = 0
        /// Whether its pages' texts are there and will not come.
        var isKnown = false

        mutating func goOn(to page: Int) {
            guard page > lastPage else { return }
            (lastPage, origins) = (page, [])
            pages += 1
        }
    }

    init(limits: ExtractionLimits, extent: ReadingExtent, clock: AnswerClock) {
        (self.limits, self.extent, self.clock) = (limits, extent, clock)
        totals = AnswerTotals(limits: limits)
    }

    /// Another reader goes on where one failed. What came before counts on.
    mutating func beginAgain() {
        let totals = totals
        self = BundleAnswer(limits: limits, extent: extent, clock: clock)
        self.totals = totals
        clock.beginAgain()
    }

    /// The pages' texts of the document that was announced last are there, and will not come.
    mutating func skipPages() { current?.isKnown = true }

    mutating func check(_ frame: ExtractionFrame) throws(ReaderProcess.Failure) {
        switch frame {
        case .starting(let value):
            inHand = value
            if !value.isLook {
                work = value
            } else if looks.insert(value.address.entry).inserted, looks.count <= limits.entries {
                // Nothing comes of a look by itself; what was in hand before is announced again behind it.
                startings.allow(2)
            }
            try startings.count()
            clock.begin(value.stage)
        case .problem(let value): try check(value)
        case .document(let value): try check(value)
        case .page(let value): try check(value)
        case .bundle:
            // Again behind a document that has files within it.
            if hasBundle {
                guard work.stage == .document, takenApart.insert(work.address.entry).inserted,
                    takenApart.count <= limits.entries
                else { throw .rubbish("the bundle twice") }
            }
            hasBundle = true
            clock.deliver(.nothing)
        case .fixity:
            comparedFiles += 1
            guard extent.comparesFiles, comparedFiles <= limits.entries else {
                throw .rubbish("checksums that were not requested")
            }
            deliver(.comparedFile)
        case .greeting: throw .rubbish("a greeting in the middle of an answer")
        case .image, .drawn, .contents: throw .rubbish("what belongs to a page in a bundle's answer")
        case .finished: try closeDocument()
        // Answered before it comes here.
        case .file, .need: break
        }
    }

    private mutating func check(_ problem: ProblemFrame) throws(ReaderProcess.Failure) {
        try totals.addProblem()
        if let current, problem.address.entry == current.frame.entry { self.current?.goOn(to: problem.address.page) }
        deliver(.problem)
    }

    private mutating func check(_ document: DocumentFrame) throws(ReaderProcess.Failure) {
        try closeDocument()
        guard documents.insert(document.entry).inserted, documents.count <= limits.entries else {
            throw .rubbish("a document twice, or too many documents")
        }
        try totals.add(document)
        current = ArrivingDocument(frame: document)
        deliver(.document)
    }

    private mutating func check(_ page: PageFrame) throws(ReaderProcess.Failure) {
        guard page.origin != .ocr else {
            throw .rubbish("recognised text of page \(page.page), which was only to be read")
        }
        guard var document = current, document.frame.entry == page.entry, page.page >= max(1, document.lastPage),
            page.page <= document.frame.pageCount
        else { throw .rubbish("page \(page.page) of \"\(page.entry)\" out of order") }
        document.goOn(to: page.page)
        // A page may have a text for each origin.
        guard document.origins.insert(page.origin).inserted else { throw .rubbish("page \(page.page) twice") }
        current = document
        try totals.add(page)
        deliver(.page)
    }

    /// A document that goes on after a death has had its first pages before.
    private mutating func closeDocument() throws(ReaderProcess.Failure) {
        guard let document = current else { return }
        current = nil
        guard extent == .pages, !document.isKnown, document.frame.contentHash != nil else { return }
        try totals.leaveOut(pages: max(0, document.frame.pageCount - document.pages))
    }

    private mutating func deliver(_ delivery: AnswerClock.Delivery) {
        startings.reset()
        clock.deliver(delivery)
    }
}

/// Counts announcements of work that bring nothing.
struct StartingCounter {
    private var value = 0
    private static let maximum = 1000

    mutating func reset() { value = 0 }

    /// Allows for more.
    mutating func allow(_ more: Int) { value -= more }

    mutating func count() throws(ReaderProcess.Failure) {
        value += 1
        if value > Self.maximum { throw .rubbish("frames without end") }
    }
}
