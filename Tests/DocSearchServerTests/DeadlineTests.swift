import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

@Suite struct DeadlineTests {
    @Test func waitingForAnIndexCountsForTheDeadline() async throws {
        let archive = try await ServedArchive.shared.value
        let desk = IndexDesk(path: archive.folder.path + "/index", count: 1, time: .seconds(3600))
        let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let first = Task {
            try await desk.ask { _ in
                begun.signal()
                end.wait()
            }
        }
        await wait(for: begun)
        // The first ends after the second has given up, and not before.
        let problem = await #expect(throws: ProblemDetails.self) {
            try await Deadline.within(.milliseconds(20)) { try await desk.ask { _ in } }
        }
        #expect(problem?.status == 503)
        end.signal()
        try await first.value
        try await desk.ask { _ in }
    }

    private func wait(for semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { continuation in
            Thread {
                semaphore.wait()
                continuation.resume()
            }.start()
        }
    }

    @Test func nothingBeginsAfterTheDeadline() async throws {
        let archive = try await ServedArchive.shared.value
        let desk = IndexDesk(path: archive.folder.path + "/index", count: 1, time: .seconds(3600))
        let problem = await #expect(throws: ProblemDetails.self) {
            try await Deadline.within(.zero) { try await desk.ask { _ in Issue.record("it is too late") } }
        }
        #expect(problem == .tooSlow)
    }

    @Test func longerDeadlineWithinAShorterOneIsTheShorter() async throws {
        try await Deadline.within(.seconds(5)) {
            let outer = try #require(Deadline.current)
            try await Deadline.within(.seconds(100)) { #expect(Deadline.current == outer) }
            try await Deadline.within(.zero) {
                let inner = try #require(Deadline.current)
                #expect(inner < outer)
            }
        }
        #expect(Deadline.current == nil)
    }

    @Test func workThatIsCancelledAtItsDeadlineSaysSo() async throws {
        await #expect(throws: Deadline.Passed.self) {
            try await Deadline.within(.milliseconds(10)) {
                try await Deadline.keep { try await Task.sleep(for: .seconds(3600)) }
            }
        }
    }

    /// A reader that never answers.
    private func siteWithoutBoxes(time: Duration) async throws -> (Site, Int64, TemporaryFolder) {
        let archive = try await ServedArchive.shared.value
        let folder = try TemporaryFolder()
        var settings = archive.settings()
        settings.imageFolder = folder.path + "/images"
        // Takes orders and answers none. A script that was written just now may be refused as busy.
        settings.extractorPath = "/bin/cat"
        settings.questionTime = time
        return (Site(settings), try archive.document(titled: "Council").id, folder)
    }

    @Test func boxesThatAreNotKnownYetAreNotSaidToBeNone() async throws {
        for target in [
            "/documents/ID/pages/1.alto.xml", "/documents/ID/pages/1.hocr", "/iiif/presentation/3/ID/lines/1",
            "/api/v1/documents/ID/pages/1?q=sluice", "/iiif/search/2/ID?q=sluice",
        ] {
            // What one address has found out another would know.
            let (site, id, folder) = try await siteWithoutBoxes(time: .milliseconds(400))
            let answer = await site.ask(target.replacing("ID", with: String(id)))
            #expect(answer.status == 503, "\(target) \(answer.text)")
            #expect(answer[header: "retry-after"] != nil, "\(target)")
            withExtendedLifetime(folder) {}
        }
    }

    @Test func boxesThatCannotBeHadAreSaidToBeUnknown() async throws {
        let archive = try await ServedArchive.shared.value
        var settings = archive.settings()
        settings.imageFolder = archive.folder.path + "/images-without-a-reader"
        settings.extractorPath = "/nowhere/docsearch-extract"
        let site = Site(settings)
        let id = try archive.document(titled: "Council").id
        let object = try await site.ask("/api/v1/documents/\(id)/pages/1?q=sluice").json()
        let matches = try #require(object["matches"] as? [String: Any])
        #expect((matches["problem"] as? String)?.isEmpty == false)
        let search = try await site.ask("/iiif/search/2/\(id)?q=sluice").json()
        let collection = try #require(search["partOf"] as? [String: Any])
        #expect(collection["total"] == nil)
        #expect(collection["summary"] != nil)
        let first = try await site.ask("/iiif/search/1/\(id)?q=sluice").json()
        let layer = try #require(first["within"] as? [String: Any])
        #expect(layer["total"] == nil)
        #expect(layer["description"] != nil)
    }
}
