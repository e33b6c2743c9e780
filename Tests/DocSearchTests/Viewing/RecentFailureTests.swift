import DocSearch
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

/// What readers could not do is not tried again for each part of a page.
@Suite("Pages that could not be drawn of late")
struct RecentFailureTests {
    /// How often readers were asked for something, for two images of one page and one of another kind.
    private static func attempts(_ change: @escaping (inout ArchivePagesOptions) -> Void) async throws -> [Int] {
        let archive = try TestArchive()
        try archive.write(Quarters.pdf, to: "bad.pdf")
        try await archive.update()
        let document = try archive.document("bad.pdf")
        let worker = try FakeWorker("echo x >> \"$dir/asked\"; exit 1")
        let pages = try archive.pages { options in
            options.extractorPath = worker.path
            options.timeout = .seconds(300)
            change(&options)
        }
        var counts: [Int] = []
        func count(_ body: () async throws -> some Sendable) async {
            #expect(await code(of: body) == .unreadable)
            counts.append(worker.note("asked")?.split(separator: "\n").count ?? 0)
        }
        await count { try await pages.image(.quarters, of: document) }
        await count { try await pages.image(PageImageRequest(page: 1, width: 3, height: 3), of: document) }
        await count { try await pages.imageFile(PageImageRequest(page: 1, width: 4, height: 4), of: document) }
        return counts
    }

    @Test func areNotTriedAgainAtOnce() async throws {
        let counts = try await Self.attempts { _ in }
        #expect(counts[0] > 0 && Set(counts).count == 1)
    }

    @Test func areTriedAgainWhenItIsForgotten() async throws {
        let counts = try await Self.attempts { $0.failureTime = .zero }
        #expect(counts[0] < counts[1] && counts[1] < counts[2])
    }
}
