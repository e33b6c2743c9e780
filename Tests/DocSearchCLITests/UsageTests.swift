import Testing

@testable import DocSearchCLI

@Suite("Help and wrong usage") struct UsageTests {
    private static let commands = CommandShape.commandNames.filter { $0 != "help" }

    /// The exit code and what is said, of arguments for which no command runs.
    private func outcome(_ arguments: [String]) -> (code: Int32, message: String) {
        do {
            var command = try DocSearchCommand.parsed(GlobalOptions.movedBehindCommand(arguments))
            // Help is a command that ends by throwing its text.
            if type(of: command).configuration.commandName == "help" { try command.run() }
            return (-1, "nothing was wrong")
        } catch {
            return DocSearchCommand.outcome(of: error)
        }
    }

    @Test func helpExplainsEveryCommand() {
        let help = outcome(["--help"]).message
        #expect(Self.commands.count > 30)
        for name in Self.commands { #expect(sentence(of: name, in: help)?.contains(" ") == true, "\(name)") }
    }

    @Test(arguments: commands)
    func helpExplainsEveryOption(command: String) {
        let help = outcome(["help", command])
        #expect(help.message == outcome([command, "--help"]).message)
        #expect(help.code == 0)
        let options = help.message.matches(of: /\n\s\s(?:-[a-z], )?(--[a-z\/-]+)/).map { String($0.1) }
        let global = ["--index", "--quiet", "--verbose", "--color", "--help", "--version"]
        #expect(Set(global).isSubset(of: options), "\(options)")
        for option in options {
            let sentence = sentence(of: option, in: help.message)
            #expect(sentence?.contains(" ") == true, "\(option): \(sentence ?? "missing")")
        }
        #expect(help.message.contains("Exit codes: 0 "))
        #expect(!help.message.contains("\u{1B}"))
    }

    /// The text that stands behind an option or command, its continuation lines included.
    private func sentence(of name: String, in help: String) -> String? {
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        guard
            let first = lines.firstIndex(where: { line in
                line.hasPrefix("  ") && line.split(separator: " ").prefix(2).contains { $0 == name }
            })
        else { return nil }
        let behind = lines[first].split(separator: " ").drop { $0.hasPrefix("-") || $0.hasPrefix("<") || $0 == name }
        let more = lines[(first + 1)...].prefix { $0.hasPrefix("    ") }
        return (behind + more.flatMap { $0.split(separator: " ") }).joined(separator: " ")
    }

    @Test(arguments: [
        ("find --nonsense", "put -- before the words"), ("find --lim 3", "Did you mean --limit?"),
        ("find --limti=3", "Did you mean --limit?"), ("find a --limit 0", "--limit must be 1 or more"),
        ("find a --limit -1", "--limit"), ("find a --limit many", "--limit"), ("find a --offset -1", "--offset"),
        ("find a --sort size", "--sort"), ("find a --context 0", "--context must be 1 to 64"),
        ("find a --context 65", "--context must be 1 to 64"), ("find a --meaning perhaps", "--meaning"),
        ("find a --json --trec", "--json, --jsonl, --trec and --csv"),
        ("find a --json --jsonl", "--json, --jsonl, --trec and --csv"),
        ("find a --csv --json", "--json, --jsonl, --trec and --csv"), ("find a --index", "--index"),
        ("find a --index=", "Missing value for '--index <dir>'"),
        ("--index= status", "Missing value for '--index <dir>'"),
        ("find --filter --json", "Missing value for '--filter <query>'"),
        ("find --filter -author:zorn", "write --filter=-author:zorn"), ("export", "--user, --documents, --as and --to"),
        ("export --user --documents", "--user, --documents, --as and --to"),
        ("export --user --csv", "--csv go with --documents"),
        ("export --documents --csv --text", "--text and --csv"), ("import", "<file>"),
        ("index --max-time soon", "90s, 30m or 6h"), ("index --max-time=-5m", "90s, 30m or 6h"),
        ("index --max-time 0", "90s, 30m or 6h"), ("index --prune-limit all", "20%"), ("index --ocr maybe", "--ocr"),
        ("index --nonsense", "--nonsense"), ("show", "<doc>"), ("show 1 --page x", "--page"), ("status extra", "extra"),
        ("--nonsense", "--nonsense"), ("--color green status", "green"), ("copies --limit 0", "--limit must be 1"),
        ("context goat --tokens=199", "--tokens must be 200"), ("context goat --tokens=-1", "--tokens must be 200"),
        ("context goat --tokens=10000001", "--tokens must be 200"), ("context goat --tokens=many", "--tokens"),
        ("topics --count=0", "--count must be 1 to 50"), ("topics --count=51", "--count must be 1 to 50"),
        ("topics --count=-1", "--count must be 1 to 50"), ("topics --count=many", "--count"),
        ("suggest", "<prefix>"), ("suggest --limit 0 a", "--limit must be 1"), ("stats words", "words"),
        ("bundles", "Give files"), ("bundles --files-from list a.zip", "--files-from"),
        ("bundles --jobs 0 a.zip", "--jobs"), ("bundles --fixity --metadata-only a", "--fixity reads all files"),
        ("exclude", "Give a pattern, or --list"), ("exclude --list x", "Give a pattern, or --list"),
        ("exclude x --json", "--json goes with --list"), ("exclude x --all --root /", "--all and --root"),
        ("highlight --adrift --label cover", "--label cannot be used here"),
        ("highlight --adrift 1", "do not name one"), ("highlight 1 --quote council", "--page"),
        ("highlight 1 --page 1", "--quote"), ("highlight --edit 0", "what to change"),
        ("highlight --remove 5f0c --comment No.", "--comment cannot be used here"),
        ("highlight 1 --list --occurrence 2", "--occurrence cannot be used here"),
        ("highlight 1 --list --yes", "--yes cannot be used here"),
        ("highlight --edit 5f0c --label cover --page 2", "--page cannot be used here"),
        ("note --edit 5f0c --page 2 Sold.", "cannot be moved to another page"),
        ("note 1 Sold. --json", "--json goes with --list"), ("edit --date 1931", "Name a document"),
        ("tag 1 --root ledgers +a", "--root goes with --query"), ("forget", "Name a document"),
        ("find minutes --new", "--new goes with"), ("verify --fresh", "go with --fixity"),
        ("reread 1 --undo --language eng", "--undo reads nothing"), ("serve --port 70000", "--port must be 0"),
        ("serve --certificate x", "--certificate and --key"), ("serve --public --write", "for this machine only"),
        ("serve --public-url http://localhost/a --write", "for this machine only"),
        ("find gas --filter -author:\"J.Zorn\"", "write --filter='-author:\"J.Zorn\"'"),
    ])
    func wrongUsageIsNamed(typed: String, words: String) {
        let outcome = outcome(typed.split(separator: " ").map(String.init))
        #expect(outcome.code == 64)
        #expect(outcome.message.contains(words), "\(outcome.message)")
    }

    @Test(arguments: [-1, 0, 513, 100_000])
    func numbersOfReadersThatCannotBeAreRefused(jobs: Int) {
        #expect(outcome(["index", "--jobs=\(jobs)"]).message.contains("--jobs must be from 1 to 512"))
    }

    @Test(arguments: [
        (["indx"], "There is no command \"indx\". Did you mean \"docsearch index\"?"),
        (["statuss"], "Did you mean \"docsearch status\"?"), (["statsu"], "docsearch status\"?"),
        (["Find"], "Did you mean \"docsearch find\"?"),
        (["water"], "There is no command \"water\". \"docsearch find WORDS\" searches for words."),
        (["completion"], "\"docsearch --generate-completion-script bash\""),
        (["x"], "There is no command \"x\". \"docsearch find WORDS\""), ([""], "There is no command \"\"."),
        (["help", "tagg"], "Did you mean \"docsearch tag\"?"), (["bundles", ""], "empty"),
        (["highlight", "1", "--page", "1", "--quote", " "], "no words"),
        (["find", "goat", "--index", ""], "--index needs a folder"),
        (["--index", "", "status"], "--index needs a folder"),
    ])
    func anUnknownCommandOrAnEmptyWordIsNamed(arguments: [String], words: String) {
        let outcome = outcome(arguments)
        #expect(outcome.code == 64)
        #expect(outcome.message.contains(words), "\(outcome.message)")
    }
}
