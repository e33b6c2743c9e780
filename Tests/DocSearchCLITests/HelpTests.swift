import Foundation
import Testing

/// The help texts.
@Suite struct HelpTests {
    private static let global = ["--index", "--quiet", "--verbose", "--color", "--help"]

    static let options: [(command: String, options: [String])] = [
        (
            "index",
            [
                "--ocr", "--meaning", "--language", "--stemmer", "--jobs", "--full", "--retry-failed", "--max-time",
                "--prune-limit",
                "--dry-run", "--background/--no-background", "--group-readable/--no-group-readable", "--passwords",
                "--no-sandbox",
                "--report", "--metrics", "--progress",
            ]
        ),
        (
            "watch",
            [
                "--ocr", "--meaning", "--language", "--stemmer", "--jobs", "--prune-limit",
                "--background/--no-background",
                "--group-readable/--no-group-readable", "--passwords", "--no-sandbox", "--settle", "--interval",
            ]
        ),
        (
            "find",
            [
                "--limit", "--offset", "--pages", "--sort", "--match", "--meaning", "--context", "--json", "--jsonl",
                "--trec", "--csv",
                "--queries", "--filter", "--root", "--facets", "--all", "--hidden", "--new", "--literal", "--synonyms",
                "--explain",
            ]
        ),
        ("related", ["--page", "--limit", "--filter", "--root", "--all", "--hidden", "--json"]),
        ("topics", ["--count", "--filter", "--root", "--hidden", "--json"]),
        ("copies", ["--limit", "--filter", "--root", "--hidden", "--json"]),
        ("context", ["--tokens", "--filter", "--root", "--meaning", "--hidden", "--json"]),
        ("suggest", ["--limit", "--hidden", "--json"]),
        ("eval", ["--queries", "--qrels", "--match", "--meaning", "--fusion", "--limit", "--json", "--each"]),
        ("show", ["--page", "--json", "--raw", "--marks"]),
        ("open", ["--page", "--print", "--passwords", "--no-sandbox"]),
        (
            "serve",
            [
                "--host", "--port", "--open", "--token-file", "--public", "--public-url", "--certificate", "--key",
                "--write",
                "--meaning", "--query-time", "--images", "--statement", "--make-token", "--show", "--access-log",
            ]
        ),
        ("tag", ["--query", "--root", "--yes", "--add", "--remove"]),
        ("tags", ["--rename", "--to", "--hidden", "--json"]),
        ("edit", ["--query", "--root", "--yes", "--title", "--author", "--date", "--language", "--note", "--undo"]),
        ("note", ["--page", "--list", "--edit", "--remove", "--json"]),
        (
            "highlight",
            [
                "--page", "--quote", "--occurrence", "--range", "--label", "--highlight-color", "--comment", "--list",
                "--sort", "--json", "--edit", "--remove", "--remove-all", "--yes", "--adrift",
            ]
        ),
        ("hide", ["--query", "--root", "--yes", "--undo"]),
        ("save", ["--remove"]), ("saved", ["--json"]),
        ("recent", ["--limit", "--json", "--clear"]), ("stats", ["--limit", "--json"]),
        ("log", ["--limit", "--json"]), ("undo", []),
        ("export", ["--user", "--documents", "--text", "--csv"]), ("import", ["--dry-run"]),
        ("reread", ["--page", "--language", "--undo", "--jobs", "--passwords", "--no-sandbox"]),
        ("status", ["--failed", "--locked", "--no-text", "--other-language", "--orphans", "--passed-over", "--json"]),
        ("attach", ["--drop"]),
        (
            "verify",
            [
                "--sources", "--fixity", "--fresh", "--json", "--report", "--jobs", "--passwords", "--repair",
                "--no-sandbox",
            ]
        ),
        (
            "bundles",
            ["--files-from", "--metadata-only", "--fixity", "--json", "--jobs", "--passwords", "--no-sandbox"]
        ),
        ("remove", ["--exclude"]), ("forget", ["--query", "--root", "--yes", "--exclude", "--json"]),
        ("exclude", ["--root", "--all", "--list", "--remove", "--json"]), ("reset", ["--yes"]),
        ("doctor", []),
    ]

    @Test(arguments: options)
    func helpExplainsEveryOption(command: String, options: [String]) throws {
        let help = try Program().run(["help", command])
        #expect(help.exitCode == 0)
        #expect(help.errors.isEmpty)
        #expect(try Program().run([command, "--help"]).output == help.output)
        for option in options + Self.global {
            let sentence = Self.sentence(of: option, in: help.output)
            #expect(sentence?.contains(" ") == true, "\(option): \(sentence ?? "missing")")
        }
        #expect(help.output.contains("Exit codes: 0 "))
        #expect(!help.output.contains("\u{1B}"))
    }

    @Test(arguments: options)
    func helpNamesEveryCommand(command: String, options: [String]) throws {
        let help = try Program().run(["--help"]).output
        #expect(Self.sentence(of: command, in: help)?.contains(" ") == true)
        for option in Self.global + ["--version"] {
            #expect(Self.sentence(of: option, in: help) != nil, "\(option)")
        }
    }

    /// Nothing that the parser knows may be missing in the table above, or be without help.
    @Test(arguments: options)
    func helpKnowsNoOtherOption(command: String, options: [String]) throws {
        let help = try Program().run(["help", command]).output
        let listed = help.split(separator: "\n").filter { $0.hasPrefix("  -") }
            .compactMap { $0.split(separator: " ").first { $0.hasPrefix("--") }.map(String.init) }
        #expect(Set(listed) == Set(options + Self.global + ["--version"]))
    }

    @Test func versionIsANumber() throws {
        let version = try Program().run(["--version"]).output
        #expect(version.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
    }

    @Test(arguments: [
        (["find"], "Give the words"), (["find", "--nonsense"], "put -- before the words"),
        (["find", "a", "--limit", "0"], "--limit must be 1 or more"),
        (["index", "--max-time", "soon"], "90s, 30m or 6h"),
        (["index", "--prune-limit", "x"], "20%"),
        (["find", "a", "--json", "--trec"], "--json, --jsonl, --trec and --csv"),
    ])
    func messagesOfWrongUsageSayWhatToDo(arguments: [String], words: String) throws {
        #expect(try Program().run(arguments).errors.contains(words))
    }

    @Test(arguments: [
        ("indx", "There is no command \"indx\". Did you mean \"docsearch index\"?"),
        ("statuss", "Did you mean \"docsearch status\"?"), ("Find", "Did you mean \"docsearch find\"?"),
        ("water", "There is no command \"water\". \"docsearch find WORDS\" searches for words."),
        ("x", "There is no command \"x\". \"docsearch find WORDS\""), ("", "There is no command \"\"."),
    ])
    func anUnknownCommandIsNamed(command: String, words: String) throws {
        let outcome = try Program().run([command, "archive"])
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test func helpForAnUnknownCommandNamesIt() throws {
        let outcome = try Program().run(["help", "tagg"])
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("Did you mean \"docsearch tag\"?"), "\(outcome.errors)")
        #expect(try Program().run(["help"]).exitCode == 0)
    }

    /// The text that stands behind an option or command, its continuation lines included.
    private static func sentence(of name: String, in help: String) -> String? {
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        guard
            let first = lines.firstIndex(where: { line in
                line.hasPrefix("  ") && line.split(separator: " ").prefix(2).contains { $0 == name }
            })
        else { return nil }
        let behind = lines[first].dropFirst(2).split(separator: " ").drop {
            $0.hasPrefix("-") || $0.hasPrefix("<") || $0 == name
        }
        let more = lines[(first + 1)...].prefix { $0.hasPrefix("    ") }
        return (behind.map(String.init) + more.map { $0.trimmingCharacters(in: .whitespaces) }).joined(
            separator: " ")
    }
}
