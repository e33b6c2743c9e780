import ExtractionProtocol

/// Checks that frames come in an order and number that make sense, so that a worker taken over by a hostile file can
/// neither fill the disk, nor keep a run busy for ever, nor put text where it does not belong.
struct BundleAnswer {
    private(set) var inHand = StartingFrame(stage: .bundle, address: PageAddress(entry: "", page: 0))
    private let limits: ExtractionLimits
    private let comparesFixity: Bool
    private var documents: Set<String> = []
    private var current: DocumentFrame?
    private var lastPage = 0
    private var originsOfPage: Set<TextOrigin> = []
    private var bundles = 0
    private var comparedFiles = 0
    private var startings = StartingCounter()
    private var problems = 0

    /// More problems than that in one bundle say no more than that many.
    private static let maximumProblems = 2_000

    init(limits: ExtractionLimits, comparesFixity: Bool = false) {
        self.limits = limits
        self.comparesFixity = comparesFixity
    }

    /// Throws ``WorkerProcess/Failure/rubbish(_:)``.
    mutating func check(_ frame: ExtractionFrame) throws {
        switch frame {
        case .starting(let value):
            inHand = value
            try startings.count()
        case .problem:
            problems += 1
            startings.reset()
            if problems > Self.maximumProblems { throw rubbish("more than \(Self.maximumProblems) problems") }
        case .document(let value):
            guard documents.insert(value.entry).inserted, documents.count <= limits.entries,
                (0...limits.pages).contains(value.pageCount)
            else { throw rubbish("a document twice, or too many documents or pages") }
            current = value
            lastPage = 0
            originsOfPage = []
            startings.reset()
        case .page(let value):
            if value.page > lastPage { originsOfPage = [] }
            // A page may have a text for each origin.
            guard let current, current.entry == value.entry, value.page >= max(1, lastPage),
                value.page <= current.pageCount, originsOfPage.insert(value.origin).inserted
            else { throw rubbish("page \(value.page) of \"\(value.entry)\" out of order") }
            try PageTextCheck.check(value, limits)
            lastPage = value.page
            startings.reset()
        case .bundle:
            bundles += 1
            if bundles > 1 { throw rubbish("the bundle twice") }
        case .fixity:
            comparedFiles += 1
            startings.reset()
            guard comparesFixity, comparedFiles <= limits.entries else {
                throw rubbish("checksums that nobody asked for")
            }
        case .greeting: throw rubbish("a greeting in the middle of an answer")
        case .image: throw rubbish("a page image in a bundle's answer")
        // Answered before it comes here.
        case .file, .need, .finished: break
        }
    }

    private func rubbish(_ text: String) -> WorkerProcess.Failure { .rubbish(text) }
}

/// Counts announcements of work that bring nothing.
struct StartingCounter {
    private var value = 0
    private static let maximum = 1000

    mutating func reset() { value = 0 }

    /// Throws ``WorkerProcess/Failure/rubbish(_:)``.
    mutating func count() throws {
        value += 1
        if value > Self.maximum { throw WorkerProcess.Failure.rubbish("frames without end") }
    }
}

/// A worker normalises text; one that does not has been tampered with.
enum PageTextCheck {
    /// Throws ``WorkerProcess/Failure/rubbish(_:)`` for text that is too long or has control characters other than
    /// line feed and tab.
    static func check(_ page: PageFrame, _ limits: ExtractionLimits) throws {
        guard page.text.utf8.count - 16 <= limits.pageTextBytes else {
            throw WorkerProcess.Failure.rubbish("page \(page.page) with too much text")
        }
        var last: UInt8 = 0
        for byte in page.text.utf8 {
            let isControl = byte < 0x20 && byte != 0x0A && byte != 0x09 || byte == 0x7F
            // U+0080 to U+009F are C2 80 to C2 9F in UTF-8.
            if isControl || (last == 0xC2 && (0x80...0x9F).contains(byte)) {
                throw WorkerProcess.Failure.rubbish("page \(page.page) with control characters")
            }
            last = byte
        }
    }
}
