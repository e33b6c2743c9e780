import DocSearch
import ExtractionProtocol
import Testing

/// Languages that a run cannot have, and what becomes of failures in languages that a folder had before.
@Suite("Languages of recognition") struct LanguageTests {
    @Test func languagesAreNotRememberedWhileItIsNotKnownWhichThereAre() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "a.pdf")
        let broken = try FakeWorker("", opening: "exit 1")
        for paths in [[archive.root], []] {
            let error = await #expect(throws: DocSearchError.self) {
                try await archive.update(paths) { ($0.extractorPath, $0.languages) = (broken.path, ["deu"]) }
            }
            #expect(error?.code == (paths.isEmpty ? .usage : .environment))
            guard !paths.isEmpty else { continue }
            let message = try #require(error?.message)
            #expect(message.contains("whether tesseract has data for deu"), "\(message)")
            #expect(message.contains("Nothing was remembered"), "\(message)")
        }
        #expect(throws: DocSearchError.self, "no index was made") { try archive.index.status() }
    }

    @Test func unknownLanguagesAreRefusedEvenWhenTheTimeIsUp() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "a.pdf")
        let error = await #expect(throws: DocSearchError.self) {
            try await archive.update { ($0.languages, $0.maximumTime) = (["egn"], .zero) }
        }
        #expect(error?.code == .usage)
        #expect(throws: DocSearchError.self, "no index was made") { try archive.index.status() }
    }

    /// A text in the first language is there, so nothing is recognised again when the folder has that one once more.
    @Test func languagesThatAreSetNoMoreTakeTheirFailuresWithThem() async throws {
        let (archive, worker) = (try TestArchive(), try Self.workerWithoutGerman())
        try archive.write([1], to: "bad.pdf")
        #expect(try await Self.update(archive, worker, ["eng"]).recognized == 1)
        #expect(try await Self.update(archive, worker, ["deu"]).standingFailures == 1)
        #expect(try await Self.update(archive, worker, nil).standingFailures == 1, "the same would fail again")
        #expect(try await Self.update(archive, worker, ["eng"]).standingFailures == 0)
        #expect(try archive.index.status().failures.isEmpty)
        #expect(try archive.find("faithful heron") == ["bad.pdf"])
    }

    @Test func pagesThatFailedAreTriedAgainWithOtherLanguages() async throws {
        let (archive, worker) = (try TestArchive(), try Self.workerWithoutGerman())
        try archive.write([1], to: "bad.pdf")
        #expect(try await Self.update(archive, worker, ["deu"]).failed == 1)
        #expect(try await Self.update(archive, worker, ["deu"]).failed == 0, "the same would fail again")
        let well = try await Self.update(archive, worker, ["eng"])
        #expect(well.recognized == 1)
        #expect(well.standingFailures == 0)
        #expect(try archive.find("faithful heron") == ["bad.pdf"])
    }

    /// A page that a hostile file is on may look like another language in each reading.
    @Test func aPageIsReadTwiceAtMostWhateverItLooksLike() async throws {
        var frames: [String: [ExtractionFrame]] = ["scan": FakeWorker.scan]
        for (name, need) in [("first", "deu"), ("second", "fra")] {
            var page = PageFrame(
                entry: "", page: 1, width: 595, height: 842, text: "\(name) heron", origin: .ocr, verdict: .missing,
                confidence: name == "first" ? 0.8 : 0.9)
            page.reasons = [LanguageReason.of(need)]
            frames[name] = [.page(page), FakeWorker.complete]
        }
        let worker = try FakeWorker(
            """
            case "$request" in
            *recognizePages*deu*) echo x >> "$dir/readings"; say second ;;
            *recognizePages*) echo x >> "$dir/readings"; say first ;;
            *) say scan ;;
            esac
            """, parts: frames, languages: ["deu", "eng", "fra"])
        let archive = try TestArchive()
        try archive.write([1], to: "bad.pdf")
        for _ in 1...3 {
            let report = try await Self.update(archive, worker, nil)
            #expect(report.failed == 0)
            #expect(worker.note("readings") == "x\nx")
        }
        #expect(try archive.find("second heron") == ["bad.pdf"])
        #expect(try archive.index.status().otherLanguages.isEmpty, "another reading would not be done")
    }

    private static func update(
        _ archive: TestArchive, _ worker: FakeWorker, _ languages: [String]?
    ) async throws -> IndexingReport {
        try await archive.update { ($0.extractorPath, $0.ocr, $0.languages) = (worker.path, .auto, languages) }.report
    }

    /// It has data for German, and cannot start with it.
    private static func workerWithoutGerman() throws -> FakeWorker {
        let refusal = ProblemFrame(
            address: FakeWorker.whole, stage: .recognition, code: .environment,
            reason: "tesseract did not start for deu")
        return try FakeWorker(
            """
            case "$request" in
            *recognizePages*deu*) say refusal ;;
            *recognizePages*) say reading ;;
            *) say scan ;;
            esac
            """,
            parts: [
                "scan": FakeWorker.scan,
                "reading": [FakeWorker.recognized("faithful heron"), FakeWorker.complete],
                "refusal": [.problem(refusal), FakeWorker.complete],
            ], languages: ["deu", "eng"])
    }
}
