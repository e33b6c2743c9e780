import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Synchronization
import Testing

@Suite("Questions to the index")
struct IndexDeskTests {
    private final class Progress: Sendable {
        let begun = Mutex(0)
        let isOver = Mutex(false)
    }

    /// As many questions as there are processors, none of which waits for anything.
    @Test func questionsToTheIndexLeaveThreadsToEverythingElse() async throws {
        let folder = try TemporaryFolder()
        let count = ProcessInfo.processInfo.activeProcessorCount
        let desk = IndexDesk(path: folder.path, count: count, time: .seconds(3600))
        let progress = Progress()
        let questions = (0..<count).map { number in
            Task {
                try await Turn.$visitor.withValue("visitor \(number)") {
                    try await desk.ask { _ in
                        progress.begun.withLock { $0 += 1 }
                        // Ends by itself where no task is run. It never waits, and lets other tests have the processor.
                        let end = ContinuousClock.now + .seconds(900)
                        while ContinuousClock.now < end {
                            if progress.isOver.withLock({ $0 }) { return true }
                            sched_yield()
                        }
                        return false
                    }
                }
            }
        }
        while progress.begun.withLock({ $0 }) < count { try await Task.sleep(for: .milliseconds(1)) }
        progress.isOver.withLock { $0 = true }
        for question in questions { #expect(try await question.value, "a task was run meanwhile") }
    }

    @Test func questionsToTheIndexAreAnsweredToThoseWhoAskedThem() async throws {
        let folder = try TemporaryFolder()
        let desk = IndexDesk(path: folder.path, count: 3, time: .seconds(3600))
        let answers = try await withThrowingTaskGroup(of: [Int].self) { group in
            for number in 0..<300 {
                group.addTask {
                    let found = try await desk.ask { _ in number }
                    return [number, found]
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 300)
        #expect(answers.allSatisfy { $0[0] == $0[1] })
    }

    /// Questions that end when the test says so, and the order in which they were begun.
    private final class Held: Sendable {
        let order = Mutex<[String]>([])
        let refused = Mutex(0)
        private let gates = Mutex<[String: DispatchSemaphore]>([:])

        private func gate(_ name: String) -> DispatchSemaphore {
            gates.withLock { gates in
                let gate = gates[name] ?? DispatchSemaphore(value: 0)
                gates[name] = gate
                return gate
            }
        }

        func begin(_ name: String) {
            order.withLock { $0.append(name) }
            gate(name).wait()
        }

        func end(_ name: String) { gate(name).signal() }
    }

    private func asked(_ name: String, by visitor: String, _ desk: IndexDesk, _ held: Held) -> Task<Void, any Error> {
        Task { try await Turn.$visitor.withValue(visitor) { try await desk.ask { _ in held.begin(name) } } }
    }

    private func wait(until isSo: @Sendable () async -> Bool) async throws {
        while !(await isSo()) { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test func visitorsTakeTurnsHoweverMuchOneOfThemAsks() async throws {
        let folder = try TemporaryFolder()
        let desk = IndexDesk(path: folder.path, count: 1, time: .seconds(3600))
        let held = Held()
        var tasks = [asked("first", by: "many", desk, held)]
        try await wait { held.order.withLock { $0.count } == 1 }
        var waiting = 0
        for (name, visitor) in (1...40).map({ ("many \($0)", "many") }) + [
            ("one 1", "one"), ("one 2", "one"), ("other 1", "other"), ("many 41", "many"),
        ] {
            tasks.append(asked(name, by: visitor, desk, held))
            waiting += 1
            try await wait { [waiting] in await desk.waitingCount == waiting }
        }
        held.end("first")
        for number in 0..<6 {
            try await wait { held.order.withLock { $0.count } == number + 2 }
            held.end(held.order.withLock { $0[number + 1] })
        }
        let order = held.order.withLock { Array($0.prefix(7)) }
        #expect(order == ["first", "many 1", "one 1", "other 1", "many 2", "one 2", "many 3"])
        for number in 4...41 { held.end("many \(number)") }
        for task in tasks { try await task.value }
    }

    @Test func aVisitorWhoAsksForMuchLeavesAnIndexToOthers() async throws {
        let folder = try TemporaryFolder()
        let desk = IndexDesk(path: folder.path, count: 3, time: .seconds(3600))
        let held = Held()
        var tasks = (1...5).map { asked("many \($0)", by: "many", desk, held) }
        try await wait { await desk.waitingCount == 3 }
        try await wait { held.order.withLock { $0.count } == 2 }
        tasks.append(asked("one", by: "one", desk, held))
        try await wait { held.order.withLock { $0.contains("one") } }
        #expect(await desk.waitingCount == 3, "it did not wait for what was asked before")
        for name in (1...5).map({ "many \($0)" }) + ["one"] { held.end(name) }
        for task in tasks { try await task.value }
    }

    @Test func aFullLineStillTakesAVisitorWithLess() async throws {
        let folder = try TemporaryFolder()
        let desk = IndexDesk(path: folder.path, count: 1, time: .seconds(3600))
        let held = Held()
        let first = asked("first", by: "many", desk, held)
        try await wait { held.order.withLock { $0.count } == 1 }
        let many = (0..<512).map { _ in
            Task {
                do {
                    try await Turn.$visitor.withValue("many") { try await desk.ask { _ in } }
                } catch {
                    #expect(error as? ProblemDetails == ProblemDetails.tooBusy)
                    held.refused.withLock { $0 += 1 }
                }
            }
        }
        try await wait { await desk.waitingCount == 512 }
        await #expect(throws: ProblemDetails.tooBusy) {
            try await Turn.$visitor.withValue("many") { try await desk.ask { _ in } }
        }
        let one = asked("one", by: "one", desk, held)
        // One of the many was sent away for it.
        try await wait { held.refused.withLock { $0 } == 1 }
        held.end("one")
        held.end("first")
        try await one.value
        try await first.value
        for task in many { await task.value }
        #expect(held.refused.withLock { $0 } == 1)
    }

    @Test func theServerSaysThatItIsWellWhileAllIndexesAreBusy() async throws {
        let archive = try await ServedArchive.shared.value
        let site = Site(archive.settings())
        let held = Held()
        let count = max(2, ProcessInfo.processInfo.activeProcessorCount) + 1
        let tasks = (0..<count).map { asked("\($0)", by: "visitor \($0)", site.desk, held) }
        try await wait { held.order.withLock { $0.count } == count }
        #expect(await site.ask("/healthz").status == 200)
        for number in 0..<count { held.end("\(number)") }
        for task in tasks { try await task.value }
    }

    private static let askedQueries: [String] = [
        "water board", "a* OR b*", "(a*)(b*)\"c*\"", "wat* boa* slu* tram*", "über* größe* öl*",
        "we'll see-saw* well-known* AND e.g. 12.5",
        (0..<80).map { "w\($0)" }.joined(separator: " OR "),
    ]
    private static let manyNumbers: String = (0..<450).map(String.init).joined(separator: " ")
    private static let manyMisspelt: String = (0..<25).map { "~word\($0)" }.joined(separator: " ")
    /// What divides words, and what is looked for in the end, is what counts.
    private static let refusedQueries: [String] = [
        "a* OR b* OR c* OR d* OR e* OR f* OR g* OR h*", "title:a* author:b* -c*", "(a*)(b*)(c*)",
        "a*\u{200B}b*\u{200B}c*", "a*\u{1}b*\u{1}c*", "a*\u{FEFF}b*\u{FEFF}c*", "x-a* y.b* z'c*",
        "\u{24B6}\u{24B6}a* \u{24B6}\u{24B6}b* \u{24B6}\u{24B6}c*",
        "\u{1E900}\u{1E900}a* \u{1E900}\u{1E900}b* \u{1E900}\u{1E900}c*", "a\u{301}* b\u{301}* c\u{301}*",
        "nothing:a* nothing:b* nothing:c*", manyNumbers, "\"\(manyNumbers)\"", manyMisspelt,
    ]

    @Test(arguments: askedQueries.map { ($0, true) } + refusedQueries.map { ($0, false) })
    func aQueryThatReadsMostOfTheIndexIsRefusedBeforeItIsAsked(query: String, isAsked: Bool) async throws {
        let site = Site(try await ServedArchive.shared.value.settings())
        let coded = PercentCoding.encoded(query)
        for target in [
            "/?q=\(coded)", "/api/v1/search?q=\(coded)", "/api/v1/search?q=board&filter=\(coded)",
            "/?q=board&f=\(coded)",
        ] where !target.hasPrefix("/?q=board") || query.count <= 500 {
            let status = await site.ask(target).status
            #expect(status == (isAsked ? 200 : 400), "\(target)")
        }
        let page = "/documents/\(try await ServedArchive.shared.value.document(titled: "Council").id)/pages/1"
        for target in ["\(page)/crop.jpg", "\(page)/crop.svg", "/api/v1\(page)", page] where !isAsked {
            #expect(await site.ask("\(target)?q=\(coded)").status == 400, "\(target)")
        }
        let rows = await site.ask("/api/v1/batch", "POST", ["content-type": "text/plain"], body: query).text
        #expect(rows.contains("too many words") == !isAsked)
    }

    @Test func aQuestionWhoseClientHasGoneKeepsNoIndex() async throws {
        let folder = try TemporaryFolder()
        let desk = IndexDesk(path: folder.path, count: 1, time: .seconds(3600))
        let held = Held()
        let first = asked("first", by: "one", desk, held)
        try await wait { held.order.withLock { $0.count } == 1 }
        let gone = asked("gone", by: "other", desk, held)
        try await wait { await desk.waitingCount == 1 }
        gone.cancel()
        let next = asked("next", by: "one", desk, held)
        for name in ["first", "gone", "next"] { held.end(name) }
        try await first.value
        try await next.value
        try await wait { await desk.waitingCount == 0 }
    }

    @Test func answerShowsABoundedNumberOfPages() async throws {
        let site = Site(try await ServedArchive.shared.value.settings())
        #expect(await site.ask("/api/v1/search?q=board&limit=200&pages=100").status == 400)
        #expect(await site.ask("/api/v1/search?q=board&limit=40&pages=100").status == 200)
    }
}
