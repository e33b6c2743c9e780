import ExtractionProtocol

/// What one bundle may give altogether, however many readers it takes.
struct AnswerTotals {
    private let limits: ExtractionLimits
    private let bounds: FrameBounds
    private var pages = 0
    private var pagesLeftOut = 0
    private var nameBytes = 0
    private var recordBytes = 0
    private var textBytes: Int64 = 0
    private var problems = 0
    private var reasonBytes = 0
    /// Whose reasons these are.
    private var reasonedEntry: String?

    /// A document has its pages, and many have few; so many times ``ExtractionLimits/pages`` a bundle may have.
    private static let pagesOfBundle = 20
    /// UTF-8 bytes of the names of a bundle's documents, which are held as long as it is read.
    private static let maximumNames = 64 << 20
    /// So many times ``ExtractionLimits/recordBytes`` the reasons for the verdicts on a document's pages may have: they are
    /// in memory until its last page is written.
    private static let reasonsOfDocument = 32
    /// Problems beside one or two for each entry and page.
    private static let otherProblems = 2_000

    init(limits: ExtractionLimits) {
        self.limits = limits
        bounds = FrameBounds(limits)
    }

    /// Throws ``WorkerProcess/Failure/rubbish(_:)``, as all of these do.
    mutating func add(_ document: DocumentFrame) throws {
        pages += document.pageCount
        guard pages <= Self.sum(Self.pagesOfBundle, times: limits.pages) else { throw excess("\(pages) pages") }
        // After a death the document in hand comes once more, and its pages go on.
        if reasonedEntry != document.entry { reasonBytes = 0 }
        reasonedEntry = document.entry
        nameBytes += document.entry.utf8.count
        guard nameBytes <= Self.maximumNames else { throw excess("\(nameBytes) bytes of names") }
        recordBytes += document.recordBytes
        // Twice: after a death the document in hand comes once more.
        guard recordBytes / 2 <= bounds.recordBytesOfBundle else { throw excess("\(recordBytes) bytes of metadata") }
        try add(text: document.unpagedText?.utf8.count ?? 0)
    }

    mutating func add(_ page: PageFrame) throws {
        reasonBytes += page.reasonBytes
        guard reasonBytes <= Self.sum(Self.reasonsOfDocument, times: limits.recordBytes) else {
            throw WorkerProcess.Failure.rubbish("\(reasonBytes) bytes of reasons in one document")
        }
        try add(text: page.words.reduce(page.text.utf8.count) { $0 + $1.text.utf8.count + 8 })
    }

    /// Pages of which nothing came.
    mutating func leaveOut(pages count: Int) throws {
        pagesLeftOut += count
        guard pagesLeftOut <= limits.pages else { throw excess("\(pagesLeftOut) pages left out") }
    }

    mutating func addProblem() throws {
        problems += 1
        guard problems <= Self.sum(2, times: limits.entries, and: Self.otherProblems + pages) else {
            throw excess("\(problems) problems")
        }
    }

    private mutating func add(text count: Int) throws {
        textBytes += Int64(count)
        guard textBytes <= limits.bundleBytes else { throw excess("\(textBytes) bytes of text") }
    }

    private func excess(_ what: String) -> WorkerProcess.Failure { .rubbish(what + " in one bundle") }

    /// `factor * number + more`, as far as there are numbers.
    private static func sum(_ factor: Int, times number: Int, and more: Int = 0) -> Int {
        let (product, isHuge) = number.multipliedReportingOverflow(by: factor)
        let (sum, isTooHuge) = product.addingReportingOverflow(more)
        return isHuge || isTooHuge ? .max : sum
    }
}
