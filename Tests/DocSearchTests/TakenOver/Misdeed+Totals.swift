import DocSearch
import ExtractionProtocol

extension Misdeed {
    /// Each frame is within bounds, and all of them together are not.
    static let totals = [
        excess("has ever more pages", gets: "pages in one bundle", documents(30) { $0.pageCount = 10 }) {
            $0.limits.pages = 10
        },
        excess(
            "leaves out ever more pages", gets: "pages left out in one bundle",
            documents(3) { ($0.pageCount, $0.contentHash) = (10, "0badc0de") }
        ) { $0.limits.pages = 10 },
        excess(
            "has ever more metadata", gets: "bytes of metadata in one bundle",
            documents(200) { $0.rawMetadata = String(repeating: "r", count: 4000) }
        ) { $0.limits.recordBytes = 4096 },
        excess(
            "has ever more texts of documents", gets: "bytes of text in one bundle",
            documents(20) { $0.unpagedText = String(repeating: "t", count: 1000) }
        ) { $0.limits.bundleBytes = 10_000 },
        excess(
            "has ever more texts of pages", gets: "bytes of text in one bundle",
            documents(1) { $0.pageCount = 20 }
                + (1...20).map { FakeWorker.page($0, entry: "1.pdf", text: String(repeating: "t", count: 1000)) }
        ) { $0.limits.bundleBytes = 10_000 },
        excess(
            "has ever more reasons for verdicts", gets: "bytes of reasons in one document",
            documents(1) { $0.pageCount = 20 }
                + (1...20).map { number in
                    var page = PageFrame(
                        entry: "1.pdf", page: number, width: 595, height: 842, text: "treacherous page",
                        origin: .textLayer, verdict: .garbled)
                    page.reasons = Array(repeating: String(repeating: "r", count: 100), count: 60)
                    return .page(page)
                }
        ) { $0.limits.recordBytes = 4096 },
        excess(
            "finds ever more wrong", gets: "problems in one bundle",
            Array(
                repeating: .problem(
                    ProblemFrame(address: FakeWorker.whole, stage: .bundle, code: .damaged, reason: "no")), count: 2100)
        ) { $0.limits.entries = 20 },
    ]

    /// Without content, so that none of their pages is missed.
    private static func documents(
        _ count: Int, _ change: (inout DocumentFrame) -> Void
    ) -> [ExtractionFrame] {
        (1...count).map { number in
            var document = DocumentFrame(
                entry: "\(number).pdf", contentHash: nil, byteCount: 1, metadata: DocumentMetadata(), pageCount: 0)
            change(&document)
            return .document(document)
        }
    }

    private static func excess(
        _ does: String, gets: String, _ frames: [ExtractionFrame],
        change: @escaping @Sendable (inout IndexingOptions) -> Void
    ) -> Misdeed {
        Misdeed(does, gets: gets, frames: [FakeWorker.starting, FakeWorker.bundle] + frames, change: change)
    }
}
