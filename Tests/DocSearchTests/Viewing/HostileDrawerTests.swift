import DocSearch
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

/// What a reader that a hostile file has taken over gets for lies about pages.
@Suite("Readers that are to draw")
struct HostileDrawerTests {
    private static let opened = [FakeWorker.complete]
    private static let drawn = [ExtractionFrame.drawn(DrawnFrame(byteCount: 500)), FakeWorker.complete]

    /// Takes the next request, and does what follows.
    private static let next = """
        say opened
        set -- $(head -c 13 | od -An -v -tu1)
        number=$9
        length=$(( (${10} << 24) + (${11} << 16) + (${12} << 8) + ${13} ))
        request=$(head -c $length)
        """

    /// What drawing a page with such a reader comes to, and what is kept of it.
    private static func outcome(
        _ misbehaviour: String, _ frames: [ExtractionFrame] = drawn
    ) async throws -> (code: DocSearchError.Code?, cached: [String]) {
        let (archive, document) = try await TestArchive.quarters()
        let worker = try FakeWorker(misbehaviour, parts: ["opened": opened, "drawn": frames])
        let pages = try archive.pages { options in
            options.extractorPath = worker.path
            options.timeout = .seconds(2)
        }
        let code = await code { try await pages.image(.quarters, of: document) }
        let cached = try FileManager.default.subpathsOfDirectory(atPath: archive.folder.path + "/cache")
        return (code, cached)
    }

    @Test(arguments: [
        // One whose file has no image.
        drawn,
        [ExtractionFrame.drawn(DrawnFrame(byteCount: 0)), FakeWorker.complete],
        [.drawn(DrawnFrame(byteCount: .max)), FakeWorker.complete],
        [.drawn(DrawnFrame(byteCount: 64 << 20)), FakeWorker.complete],
        [.drawn(DrawnFrame(byteCount: 9)), .drawn(DrawnFrame(byteCount: 9)), FakeWorker.complete],
        [FakeWorker.complete],
        [FakeWorker.page(1)],
        [.finished(FinishedFrame(outcome: .failed))],
        [ExtractionFrame](repeating: FakeWorker.starting, count: 2_000),
    ])
    func readersThatAnswerNonsenseInsteadOfDrawingAreEnded(_ frames: [ExtractionFrame]) async throws {
        let found = try await Self.outcome(Self.next + "\nsay drawn", frames)
        #expect(found.code == .unreadable)
        #expect(found.cached.isEmpty)
    }

    private static let ends: [(misbehaviour: String, code: DocSearchError.Code)] = [
        ("sleep 600", .tooSlow), (next + "\nsleep 600", .tooSlow), ("exit 1", .unreadable),
        (next + "\nkill -9 $$", .interrupted),
    ]

    @Test(arguments: ends)
    func readersThatDieOrTakeTooLongCostOneImage(misbehaviour: String, code: DocSearchError.Code) async throws {
        #expect(try await Self.outcome(misbehaviour).code == code)
    }

    @Test func cancelledTasksDoNotWaitForTheReaderThatDrawsForThem() async throws {
        let (archive, document) = try await TestArchive.quarters()
        let worker = try FakeWorker(
            Self.next + "\necho there > \"$dir/there\"\nsleep 600", parts: ["opened": Self.opened])
        // Longer than the test: an end that does not come from the cancellation is another error.
        let pages = try archive.pages { options in
            options.extractorPath = worker.path
            options.timeout = .seconds(300)
        }
        let (first, second) = (
            Task { try await pages.image(.quarters, of: document) },
            Task { try await pages.image(PageImageRequest(page: 1, width: 3, height: 3), of: document) }
        )
        while worker.note("there") == nil { try await Task.sleep(for: .milliseconds(20)) }
        // One waits for its turn, the other for its reader.
        for task in [second, first] { task.cancel() }
        for task in [second, first] { await #expect(throws: CancellationError.self) { try await task.value } }
    }

    @Test func requestsForImagesAreRefusedWhenTooManyWait() async throws {
        let (archive, document) = try await TestArchive.quarters()
        let worker = try FakeWorker("sleep 60")
        let pages = try archive.pages { options in
            options.extractorPath = worker.path
            options.timeout = .seconds(2)
            options.mostWaiting = 3
        }
        let codes = await withTaskGroup(of: DocSearchError.Code?.self) { group in
            for width in 1...12 {
                group.addTask {
                    await code {
                        try await pages.image(PageImageRequest(page: 1, width: width, height: 9), of: document)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        // Some may come when the first have failed already.
        #expect(codes.filter { $0 == .busy }.count >= 4)
        #expect(!codes.contains(nil))
    }
}
