import ExtractionProtocol

/// Limits for the whole answer about one bundle, however many readers it takes.
struct AnswerTotals {
    private let limits: ExtractionLimits
    private let bounds: FrameBounds
    private var pages = 0
    private var pagesLeftOut = 0
    private var nameBytes = 0
    private var recordBytes = 0
    private var textBytes = 0
    private var problems = 0
    private var reasonBytes = 0
    private var reasonedEntry: String?

    /// A multiple of ``ExtractionLimits/pages``: a document has its own limit, and many have few pages.
    private static let pagesOfBundle = 20
    /// UTF-8 bytes of documents' names, which are kept during reading.
    private static let maximumNames = 64 << 20
    /// A multiple of ``ExtractionLimits/recordBytes``, kept until the end of a document.
    private static let reasonsOfDocument = 32
    private static let otherProblems = 2_000

    init(limits: ExtractionLimits) {
        self.limits = limits
        bounds = FrameBounds(limits)
    }

    mutating func add(_ document: DocumentFrame) throws(ReaderProcess.Failure) {
        try add(document.pageCount, to: \.pages, most: Self.sum(Self.pagesOfBundle, times: limits.pages), "pages")
        // After a reader's death the current document is sent again, and its pages continue.
        if reasonedEntry != document.entry { reasonBytes = 0 }
        reasonedEntry = document.entry
        try add(document.entry.utf8.count, to: \.nameBytes, most: Self.maximumNames, "bytes of names")
        // Twice: after a reader's death the current document is sent again.
        let most = Self.sum(2, times: bounds.recordBytesOfBundle, and: 1)
        try add(document.recordBytes, to: \.recordBytes, most: most, "bytes of metadata")
        try add(text: document.unpagedText?.utf8.count ?? 0)
    }

    mutating func add(_ page: PageFrame) throws(ReaderProcess.Failure) {
        reasonBytes += page.reasonBytes
        guard reasonBytes <= Self.sum(Self.reasonsOfDocument, times: limits.recordBytes) else {
            throw .rubbish("\(reasonBytes) bytes of reasons in one document")
        }
        try add(text: page.words.reduce(page.text.utf8.count) { $0 + $1.text.utf8.count + 8 })
    }

    mutating func leaveOut(pages count: Int) throws(ReaderProcess.Failure) {
        try add(count, to: \.pagesLeftOut, most: limits.pages, "pages left out")
    }

    mutating func addProblem() throws(ReaderProcess.Failure) {
        let most = Self.sum(2, times: limits.entries, and: Self.otherProblems + pages)
        try add(1, to: \.problems, most: most, "problems")
    }

    private mutating func add(text count: Int) throws(ReaderProcess.Failure) {
        try add(count, to: \.textBytes, most: Int(limits.bundleBytes), "bytes of text")
    }

    private mutating func add(
        _ count: Int, to total: WritableKeyPath<Self, Int>, most: Int, _ what: String
    ) throws(ReaderProcess.Failure) {
        self[keyPath: total] += count
        let sum = self[keyPath: total]
        guard sum <= most else { throw .rubbish("\(sum) \(what) in one bundle") }
    }

    private static func sum(_ factor: Int, times number: Int, and more: Int = 0) -> Int {
        let (product, isHuge) = number.multipliedReportingOverflow(by: factor)
        let (sum, isTooHuge) = product.addingReportingOverflow(more)
        return isHuge || isTooHuge ? .max : sum
    }
}
