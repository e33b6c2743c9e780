import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import DocSearch

@Suite("What a problem may be about")
struct ProblemReachTests {
    private func reach(_ entries: [String]) -> ProblemReach {
        ProblemReach(entries.map { ProblemFrame(.damaged, at: .document, of: $0, $0) })
    }

    @Test(arguments: [
        ("a", "a", true), ("a", "a/b", true), ("a", "a!/b", true), ("a", "ab", false), ("a/b", "a", true),
        ("a/b.zip!/c", "a/b.zip", true), ("a/b.zip!/c", "a/b", false), ("a", "b", false), ("a/b", "a/c", false),
        ("a!", "a!/b", false), ("", "a", false), ("a", "", false),
    ])
    func aProblemReachesItsEntryWhatThatLiesInAndWhatLiesInIt(problem: String, entry: String, isReached: Bool) {
        #expect((reach([problem]).reason(for: entry) != nil) == isReached)
    }

    /// A list of all folders of each would take gigabytes.
    @Test func problemsDeepDownReachWhatTheyLieIn() {
        let folders = String(repeating: "d/", count: 1_900)
        let reach = reach((0..<2_000).map { "\(folders)\($0).pdf" })
        #expect(reach.reason(for: "d/d") != nil)
        #expect(reach.reason(for: "\(folders)7.pdf!/a.pdf") == "\(folders)7.pdf")
        #expect(reach.reason(for: "\(folders)x.pdf") == nil)
    }

    @Test func itIsTheSameAsWithListsOfFolders() {
        var generator = SeededGenerator(seed: 37)
        func path() -> String {
            (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                ["a", "b", "a!", "ab", "b-c"].randomElement(using: &generator) ?? "a"
            }.joined(separator: "/")
        }
        func holders(_ entry: String) -> [String] {
            entry.indices.filter { entry[$0] == "/" }.map { slash in
                entry[..<slash].hasSuffix("!") ? String(entry[..<slash].dropLast()) : String(entry[..<slash])
            }
        }
        for _ in 0..<2_000 {
            let problems = (0..<Int.random(in: 1...6, using: &generator)).map { _ in path() }
            let entry = path()
            let expected = problems.contains { problem in
                problem == entry || holders(problem).contains(entry) || holders(entry).contains(problem)
            }
            #expect((reach(problems).reason(for: entry) != nil) == expected, "\(problems), \(entry)")
        }
    }
}
