import DocSearch
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

/// What readers could not do is not tried again for each part of a page.
@Suite("Pages that could not be drawn of late")
struct RecentFailureTests {
    /// How often readers were asked for something, for an image, the same again, another one of the page, and that as a file.
    private static func attempts(
        _ misbehaviour: String, _ code: DocSearchError.Code,
        _ change: @escaping (inout ArchivePagesOptions) -> Void = { _ in }
    ) async throws -> [Int] {
        let (archive, document) = try await TestArchive.quarters()
        let worker = try FakeWorker("echo x >> \"$dir/asked\"; \(misbehaviour)")
        let pages = try archive.pages { options in
            options.extractorPath = worker.path
            options.timeout = .seconds(3)
            change(&options)
        }
        var counts: [Int] = []
        func count(_ body: () async throws -> some Sendable) async {
            #expect(await DocSearchTests.code(of: body) == code)
            counts.append(worker.note("asked")?.split(separator: "\n").count ?? 0)
        }
        let other = PageImageRequest(page: 1, width: 3, height: 3)
        await count { try await pages.image(.quarters, of: document) }
        await count { try await pages.image(.quarters, of: document) }
        await count { try await pages.image(other, of: document) }
        await count { try await pages.imageFile(other, of: document) }
        return counts
    }

    @Test func aFailedImageTakesNoOtherImageOfThePageWithIt() async throws {
        let counts = try await Self.attempts("exit 1", .unreadable)
        #expect(counts[0] > 0)
        #expect(counts[0] == counts[1])
        #expect(counts[1] < counts[2], "another image may be drawn all the same")
        #expect(counts[2] == counts[3], "another image may be drawn all the same")
    }

    @Test func pagesThatTookTooLongAreNotTriedInOtherImagesEither() async throws {
        // On a busy machine the time may be up before a reader has heard what it is asked.
        var counts: [Int] = []
        for seconds in [3, 20, 100] where counts.first ?? 0 == 0 {
            counts = try await Self.attempts("sleep 600", .tooSlow) {
                ($0.timeout, $0.failureTime) = (.seconds(seconds), .seconds(3600))
            }
        }
        #expect(counts[0] > 0)
        #expect(Set(counts).count == 1)
    }

    @Test func anImageThatTookTooLongIsReportedWithTheTimeThatItHad() async throws {
        let (archive, document) = try await TestArchive.quarters()
        let worker = try FakeWorker("sleep 600")
        let pages = try archive.pages { ($0.extractorPath, $0.timeout) = (worker.path, .seconds(3)) }
        let error = await #expect(throws: DocSearchError.self) { try await pages.image(.quarters, of: document) }
        #expect(error?.cause == "the reader did not finish within 3 s and was stopped")
    }

    @Test func pagesWhoseReaderWasKilledAreTriedAgain() async throws {
        let counts = try await Self.attempts("kill -9 $$", .interrupted)
        #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func failedImagesAreTriedAgainWhenTheFailureIsForgotten() async throws {
        let counts = try await Self.attempts("exit 1", .unreadable) { $0.failureTime = .zero }
        #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 })
    }
}
