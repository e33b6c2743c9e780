import Foundation
import Testing
import TextRecognition

@testable import DocSearchExtract

@Suite("Functions in the place of libraries' own", .serialized)
struct InterposedTests {
    /// Debug builds do not offer them to libraries, so that nothing but these tests calls them.
    @Test func parallelRegionIsCarriedOutOnceWhateverThreadsItAsksFor() {
        #expect(Self.callsOfARegion() == 1)
    }

    @Test func sectionsOfACombinedRegionAreDoneOnceAndInOrder() {
        #expect(Self.sectionsOfACombinedRegion() == [1, 2, 3, 4, 5])
        #expect(nextSection() == 0)
    }

    @Test func sectionsWithinATeamAreDoneOnceAndInOrder() {
        var done: [UInt32] = []
        var section = startSections(3)
        while section > 0 {
            done.append(section)
            section = nextSection()
        }
        endSections()
        #expect(done == [1, 2, 3])
    }

    @Test func outerSectionsGoOnAfterInnerOnes() {
        var done: [UInt32] = []
        withUnsafeMutablePointer(to: &done) { done in
            carryOutSections(
                { done in
                    let done = done?.assumingMemoryBound(to: [UInt32].self)
                    while case let section = nextSection(), section > 0 {
                        done?.pointee.append(section)
                        carryOutSections({ _ in while nextSection() > 0 {} }, data: nil, threads: 2, count: 7, flags: 0)
                    }
                }, data: done, threads: 2, count: 3, flags: 0)
        }
        #expect(done == [1, 2, 3])
    }

    @Test func interposedFunctionsPassCallsOnWhereTheSetIsIncomplete() throws {
        GNUOpenMP.inUse = GNUOpenMP()
        defer { GNUOpenMP.inUse = nil }
        try #require(GNUOpenMP.inUse != nil, "tesseract was built without GNU OpenMP")
        // One thread, so that the tests need no lock. It is set for the calling thread.
        let setThreads = try #require(dlsym(nil, "omp_set_num_threads"))
        unsafeBitCast(setThreads, to: (@convention(c) (Int32) -> Void).self)(1)
        #expect(Self.callsOfARegion(threads: 1) == 1)
        #expect(Self.sectionsOfACombinedRegion(threads: 1) == [1, 2, 3, 4, 5])
        let first = startSections(2)
        #expect(first == 1)
        #expect(nextSection() == 2)
        #expect(nextSection() == 0)
        endSections()
    }

    @Test func interposedFunctionsAreAllThatLibrariesCall() throws {
        let calls = try #require(LoadedLibraries.calls(beginningWith: "GOMP_"))
        #expect(calls.isSuperset(of: ["GOMP_parallel", "GOMP_sections_next"]))
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/DocSearchExtract/Interposed")
        let text = try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        let own = Set(text.matches(of: /@_cdecl\("(\w+)"\)/).map { String($0.output.1) })
        #expect(calls.subtracting(own).isEmpty)
    }

    @Test func interposedSetIsIncompleteWhereAFunctionIsALibrarysOwn() {
        #expect(!GNUOpenMP.isComplete(nil))
        #expect(!GNUOpenMP.isComplete(["malloc"]))
        #expect(GNUOpenMP.isComplete([]))
    }

    @Test func callsOfLibrariesAreFoundByTheWholeBeginning() throws {
        let calls = try #require(LoadedLibraries.calls(beginningWith: "cmsOpenProfileFromMem"))
        #expect(calls == ["cmsOpenProfileFromMem"])
        #expect(LoadedLibraries.calls(beginningWith: "no_library_calls_this") == [])
    }

    private static func callsOfARegion(threads: UInt32 = 4) -> Int {
        var calls = 0
        withUnsafeMutablePointer(to: &calls) { calls in
            carryOutRegion(
                { $0?.assumingMemoryBound(to: Int.self).pointee += 1 }, data: calls, threads: threads, flags: 0)
        }
        return calls
    }

    private static func sectionsOfACombinedRegion(threads: UInt32 = 4) -> [UInt32] {
        var done: [UInt32] = []
        withUnsafeMutablePointer(to: &done) { done in
            carryOutSections(
                { done in
                    let done = done?.assumingMemoryBound(to: [UInt32].self)
                    while case let section = nextSection(), section > 0 { done?.pointee.append(section) }
                    endSectionsWithoutWaiting()
                }, data: done, threads: threads, count: 5, flags: 0)
        }
        return done
    }
}
