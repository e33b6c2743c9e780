import ExtractionProtocol

/// Checks the order and number of frames, each within ``FrameBounds``. A reader that was taken over then cannot fill
/// the disk, keep a run busy for ever, or attach text to the wrong document.
struct BundleAnswer {
    private(set) var inHand = StartingFrame(stage: .bundle, address: PageAddress(entry: "", page: 0))
    /// Without documents that are only searched for nested ones.
    private(set) var work = StartingFrame(stage: .bundle, address: PageAddress(entry: "", page: 0))
    let clock: AnswerClock
    private let limits: ExtractionLimits
    private let extent: ReadingExtent
    private var totals: AnswerTotals
    private var documents: Set<String> = []
    private var current: ArrivingDocument?
    private(set) var hasBundle = false
    private var takenApart: Set<String> = []
    private var looks: Set<String> = []
    private var comparedFiles = 0
    private var startings = StartingCounter()

    private struct ArrivingDocument {
        var frame: DocumentFrame
        var lastPage = 0
        var origins: Set<TextOrigin> = []
        var pages = 0
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

    mutating func beginAgain() {
        let totals = totals
        self = BundleAnswer(limits: limits, extent: extent, clock: clock)
        self.totals = totals
        clock.beginAgain()
    }

    mutating func skipPages() { current?.isKnown = true }

    mutating func check(_ frame: ExtractionFrame) throws(ReaderProcess.Failure) {
        switch frame {
        case .starting(let value):
            inHand = value
            if !value.isLook {
                work = value
            } else if looks.insert(value.address.entry).inserted, looks.count <= limits.entries {
                // A search has no result of its own, and the previous step is announced again after it.
                startings.allow(2)
            }
            try startings.count()
            clock.begin(value.stage)
        case .problem(let value): try check(value)
        case .document(let value): try check(value)
        case .page(let value): try check(value)
        case .bundle:
            // Sent again after a document with embedded files.
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
        case .image, .drawn, .contents, .languages: throw .rubbish("what belongs to a page in a bundle's answer")
        case .finished: try closeDocument()
        // Answered before it gets here.
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
        // A page may have one text for each origin.
        guard document.origins.insert(page.origin).inserted else { throw .rubbish("page \(page.page) twice") }
        current = document
        try totals.add(page)
        deliver(.page)
    }

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

struct StartingCounter {
    private var value = 0
    private static let maximum = 1000

    mutating func reset() { value = 0 }

    mutating func allow(_ more: Int) { value -= more }

    mutating func count() throws(ReaderProcess.Failure) {
        value += 1
        if value > Self.maximum { throw .rubbish("frames without end") }
    }
}
