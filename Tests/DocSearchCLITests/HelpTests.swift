import Foundation
import Testing

/// The help texts.
@Suite struct HelpTests {
    private static let global = ["--index", "--quiet", "--verbose", "--color", "--help"]

    /// The commands that the help lists.
    private static let commands: [String] = {
        let help = (try? Program().run(["help"]).output) ?? ""
        return help.split(separator: "\n").drop { $0 != "SUBCOMMANDS:" }
            .compactMap { $0.wholeMatch(of: /\s\s([a-z]+)\s.*/).map { String($0.1) } }
    }()

    @Test func helpExplainsEveryCommand() throws {
        let help = try Program().run(["--help"]).output
        #expect(Self.commands.count > 30)
        for command in Self.commands {
            #expect(Self.sentence(of: command, in: help)?.contains(" ") == true, "\(command)")
        }
    }

    @Test(arguments: commands)
    func helpExplainsEveryOption(command: String) throws {
        let help = try Program().run(["help", command])
        #expect(help.exitCode == 0)
        #expect(help.errors.isEmpty)
        #expect(try Program().run([command, "--help"]).output == help.output)
        let options = help.output.matches(of: /\n\s\s(?:-[a-z], )?(--[a-z\/-]+)/).map { String($0.1) }
        #expect(Set(Self.global + ["--version"]).isSubset(of: options), "\(options)")
        for option in options {
            let sentence = Self.sentence(of: option, in: help.output)
            #expect(sentence?.contains(" ") == true, "\(option): \(sentence ?? "missing")")
        }
        #expect(help.output.contains("Exit codes: 0 "))
        #expect(!help.output.contains("\u{1B}"))
    }

    @Test func versionIsANumber() throws {
        let version = try Program().run(["--version"]).output
        #expect(version.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
    }

    @Test(arguments: [
        (["find"], "Give the words"), (["find", "--nonsense"], "put -- before the words"),
        (["find", "--lim", "3"], "Did you mean --limit?"), (["find", "--limti=3"], "Did you mean --limit?"),
        (["find", "a", "--limit", "0"], "--limit must be 1 or more"),
        (["index", "--max-time", "soon"], "90s, 30m or 6h"),
        (["index", "--prune-limit", "x"], "20%"),
        (["find", "--filter", "-author:zorn"], "write --filter=-author:zorn\n"),
        (["find", "gas", "--filter", "-author:\"J. Zorn\""], "write --filter='-author:\"J. Zorn\"'\n"),
        (["find", "--filter", "--json"], "Missing value for '--filter <query>'"),
        (["find", "a", "--json", "--trec"], "--json, --jsonl, --trec and --csv"),
    ])
    func messagesOfWrongUsageSayWhatToDo(arguments: [String], words: String) throws {
        #expect(try Program().run(arguments).errors.contains(words))
    }

    @Test(arguments: [
        ("indx", "There is no command \"indx\". Did you mean \"docsearch index\"?"),
        ("statuss", "Did you mean \"docsearch status\"?"), ("statsu", "docsearch status\"?"),
        ("Find", "Did you mean \"docsearch find\"?"),
        ("water", "There is no command \"water\". \"docsearch find WORDS\" searches for words."),
        ("completion", "\"docsearch --generate-completion-script bash\""),
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
