import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

@Suite("Patterns of what is left out")
struct IgnorePatternTests {
    private func matches(_ pattern: String, _ path: String) throws -> Bool {
        let isFolder = path.hasSuffix("/")
        let found = try #require(try IgnorePattern(pattern))
        return found.matches(PatternName.parts(path)[...], isFolder: isFolder)
    }

    @Test(
        arguments: [
            ("a.pdf", "a.pdf", true), ("a.pdf", "x/y/a.pdf", true), ("/a.pdf", "a.pdf", true),
            ("/a.pdf", "x/a.pdf", false),
            ("x/a.pdf", "x/a.pdf", true), ("x/a.pdf", "y/x/a.pdf", false), ("drafts/", "drafts/", true),
            ("drafts/", "drafts", false), ("drafts/", "x/drafts/", true), ("*.pdf", "x/a.pdf", true),
            ("*.pdf", "a.PDF", false),
            ("a*b", "a/b", false), ("x/*", "x/a/b", false), ("x/*", "x/a", true), ("**/a", "a", true),
            ("**/a", "x/y/a", true),
            ("x/**", "x/a/b", true), ("x/**", "x/", false), ("x/**/", "x/", false), ("x/**/", "x/y/", true),
            ("x/**/b", "x/b", true), ("x/**/b", "x/1/2/b", true),
            ("x/**/b", "x/1/2/c", false), ("**", "x/a", true), ("/**", "x", true), ("x**b", "x12b", true),
            ("a?c", "abc", true),
            ("a?c", "aäc", true), ("a?c", "ac", false), ("[ab]x", "bx", true), ("[!ab]x", "bx", false),
            ("[^ab]x", "cx", true),
            ("[a-c]x", "bx", true), ("[]x]y", "]y", true), ("[a\\]]y", "]y", true), ("[[:digit:]]x", "7x", true),
            ("[[:digit:]]x", "ax", false), ("\\*x", "*x", true), ("\\*x", "ax", false), ("\\#x", "#x", true),
            ("\\!x", "!x", true), ("!x", "x", true), ("x  ", "x", true), ("x\\ ", "x ", true), ("x\\ ", "x", false),
            ("Böll", "Bo\u{308}ll", true), ("B?ll", "Bo\u{308}ll", true), ("x//y", "x/y", true),
        ] as [(String, String, Bool)])
    func ignorePatternsMeanWhatTheyMeanForGit(pattern: String, path: String, expected: Bool) throws {
        #expect(try matches(pattern, path) == expected)
    }

    @Test(arguments: ["", "   ", "# private", "#"])
    func emptyLinesAndCommentsAreNoIgnorePatterns(line: String) throws { #expect(try IgnorePattern(line) == nil) }

    @Test(arguments: [
        "[a", "[", "a\\", "/", "!", "!/", "a\tb", "a\u{7}", "[[:letters:]]", String(repeating: "a", count: 4097),
    ])
    func ignorePatternsThatMeanNothingAreRefused(line: String) {
        #expect(throws: PatternRefusal.self) { try IgnorePattern(line) }
    }

    @Test(arguments: ["a*b?[c]\\d.pdf", "#x", "!x", "x ", "ü/[ä", " a"])
    func ignorePatternsCanNameAnyPath(path: String) throws {
        let pattern = try #require(try IgnorePattern(IgnorePattern.literal(path)))
        #expect(!pattern.isNegated)
        #expect(pattern.matches(PatternName.parts(path)[...], isFolder: false))
        #expect(!pattern.matches(PatternName.parts(path + "x")[...], isFolder: false))
        #expect(!pattern.matches(PatternName.parts("y/" + path)[...], isFolder: false))
    }

    /// Of the processor: on a busy machine all else takes long.
    @Test func ignorePatternsTakeNoLongerThanLengthsMultiplied() throws {
        let name = String(repeating: "a", count: 255)
        let deep = Array(repeating: "a", count: 2000).joined(separator: "/")
        var found: [Bool] = []
        let time = try processorTime {
            found.append(try matches(String(repeating: "*a", count: 2000) + "b", name))
            found.append(try matches(String(repeating: "**/a/", count: 800) + "b", deep))
        }
        #expect(found == [false, false])
        #expect(time < .seconds(10))
    }

    @Test func linesOfIgnoreFilesEndInAnyWayAndAreCounted() throws {
        let text = "\u{FEFF}*.pdf\r\n\r\n# no\r\n!a.pdf"
        #expect(try IgnoreList.patterns(of: Array(text.utf8)).count == 2)
        #expect(throws: PatternRefusal.self) { try IgnoreList.patterns(of: Array("a\n[\n".utf8)) }
        #expect(throws: PatternRefusal.self) { try IgnoreList.patterns(of: [0x61, 0xE4, 0x0A]) }
        let many = String(repeating: "a\n", count: 1001)
        #expect(throws: PatternRefusal.self) { try IgnoreList.patterns(of: Array(many.utf8)) }
    }

    private static let git = ["/usr/bin/git", "/usr/local/bin/git"].first { FileStatus(path: $0) != nil }

    /// Trees and patterns by chance, left out by both.
    @Test(.enabled(if: git != nil, "git is the measure"))
    func ignorePatternsLeaveOutWhatGitLeavesOut() throws {
        let git = try #require(Self.git)
        var generator = SeededGenerator(seed: 15)
        for round in 0..<12 {
            let folder = try TemporaryFolder()
            let names = ["a", "b", "ab", "a-b", "b1", "[c"]
            for _ in 0..<40 {
                let depth = Int.random(in: 0...3, using: &generator)
                let folders = (0..<depth).map { _ in names.randomElement(using: &generator) ?? "a" }
                let name = (names.randomElement(using: &generator) ?? "a") + ".pdf"
                try folder.write("".utf8, to: "t/" + (folders + [name]).joined(separator: "/"))
            }
            let pieces = ["a", "b", "*", "?", "**", "/", "[ab]", "[!a]", ".pdf", "-", "1", "/**/", "**/", "\\[c"]
            var said: [String] = []
            for place in ["", "a/", "a/b/", "b/"] {
                let lines = (0..<5).map { _ in
                    (Bool.random(using: &generator) ? "" : "!")
                        + (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                            pieces.randomElement(using: &generator) ?? "a"
                        }.joined()
                }.filter { line in ((try? IgnorePattern(line)) ?? nil) != nil && !line.contains("//") }
                let text = lines.joined(separator: "\n")
                guard FileStatus(path: folder.path + "/t/" + place) != nil else { continue }
                said.append("\(place): \(lines)")
                for name in [".gitignore", ".docsearchignore"] { try folder.write(text.utf8, to: "t/\(place)\(name)") }
            }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = [
                "-c", "cd \"$1\" && \"$2\" init -q . && \"$2\" ls-files -z -o --exclude-standard -- '*.pdf'", "sh",
                folder.path + "/t", git,
            ]
            process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM": "1"]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let bytes = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            let expected = Set(bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
            var search = BundleSearch([folder.path + "/t"])
            var found: Set<String> = []
            while let next = search.next() { found.insert(String(next.path.dropFirst(folder.path.utf8.count + 3))) }
            #expect(found == expected, "round \(round): \(said)")
        }
    }
}
