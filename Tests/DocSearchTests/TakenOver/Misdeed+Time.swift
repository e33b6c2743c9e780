import DocSearch
import ExtractionProtocol

extension Misdeed {
    /// It keeps the run waiting.
    static let delay = [
        slow("says nothing", "sleep 100"),
        slow("says the same for ever", "while true; do answer; sleep 0.2; done", FakeWorker.starting),
        slow(
            "finds something wrong for ever", "while true; do answer; sleep 0.1; done", FakeWorker.starting,
            .problem(ProblemFrame(address: FakeWorker.whole, stage: .bundle, code: .damaged, reason: "no"))),
        slow("closes its messages and says nothing", "exec 2>&-; sleep 100"),
        slow("sends half a frame", "answer | head -c 20; sleep 100", FakeWorker.starting),
        Misdeed(
            "asks ever again and does not read the answers", gets: "did not read",
            // Until the socket is full: each answer takes a piece of memory of its own.
            script: "answer; sleep 100",
            frames: [FakeWorker.starting, FakeWorker.bundle]
                + (1...3000).map { number in
                    .document(
                        DocumentFrame(
                            entry: "\(number).pdf", contentHash: "0badc0de", byteCount: 1, metadata: DocumentMetadata(),
                            pageCount: 1, asksForPages: true))
                }, change: hurry),
    ]

    private static func slow(_ does: String, _ script: String, _ frames: ExtractionFrame...) -> Misdeed {
        Misdeed(does, gets: "did not finish", script: script, frames: frames, change: hurry)
    }

    @Sendable private static func hurry(_ options: inout IndexingOptions) {
        options.openingTimeout = .seconds(1)
        options.pageTimeout = .seconds(1)
        options.recognitionTimeout = .seconds(1)
        // Only so that the test ends.
        options.maximumTime = .seconds(600)
    }
}
