import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearchCLI

/// What TAB does in bash, zsh and fish: each is driven on a terminal of its own, and what `docsearch` is then called with is
/// looked at. Names of files and tags are words, and never run.
@Suite("Completion in shells", .serialized)
struct CompletionTests {
    /// Written on the command line before TAB, and the arguments that the program is to get.
    struct Step: Sendable, CustomTestStringConvertible {
        var typed: String
        var arguments: [String]

        init(_ typed: String, _ arguments: [String]) { (self.typed, self.arguments) = (typed, arguments) }

        var testDescription: String { typed }
    }

    static let harmfulTag = "t $(touch run-1) `touch run-2` 'q' ; touch run-3"
    static let harmfulFile = "q $(touch run-4) `touch run-5` 'q' \"d\" & ;.pdf"

    static let steps = [
        Step("index archi", ["index", "archive/"]), Step("index archive/mi", ["index", "archive/minutes/"]),
        Step("index q", ["index", harmfulFile]), Step("bundles -- -d", ["bundles", "--", "-dash.pdf"]),
        Step("index li", ["index", "li\nne.pdf"]), Step("index --passwords=sec", ["index", "--passwords=secrets.txt"]),
        Step("index br", ["index", "br\u{FC}cke.pdf"]), Step("index --passwo", ["index", "--passwords"]),
        Step("index --passwords sec", ["index", "--passwords", "secrets.txt"]),
        Step("index --ocr al", ["index", "--ocr", "always"]), Step("ind", ["index"]),
        Step("serve --images pic", ["serve", "--images", "pictures/"]),
        Step("show min", ["show", "minutes/"]), Step("show minutes/19", ["show", "minutes/1931-council-minutes.pdf"]),
        Step("show 1931", ["show", "minutes/1931-council-minutes.pdf"]),
        Step("open 1931-COUN", ["open", "minutes/1931-council-minutes.pdf"]),
        Step("saved dr", ["saved", "drains"]),
        Step("tag 1 +coun", ["tag", "1", "+council"]), Step("tag 1 +str", ["tag", "1", "+street lamps"]),
        Step("tag 1 +t", ["tag", "1", "+" + harmfulTag]), Step("tag 1 --add coun", ["tag", "1", "--add", "council"]),
        Step("find @dr", ["find", "@drains"]), Step("find tag:coun", ["find", "tag:council"]),
        Step("find water autho", ["find", "water", "author:"]), Step("find has:highl", ["find", "has:highlights"]),
        Step("find tag:stre", ["find", "tag:\"street lamps\""]), Step("find --sort da", ["find", "--sort", "date"]),
        Step("find minu", ["find", "minutes/"]), Step("find path:minu", ["find", "path:minutes/"]),
        Step("find minutes/19", ["find", "minutes/1931-council-minutes.pdf"]),
        Step("find water path:minutes/19", ["find", "water", "path:minutes/1931-council-minutes.pdf"]),
        Step("save --remove dra", ["save", "--remove", "drains"]),
        Step("tags --rename cou", ["tags", "--rename", "council"]),
    ]

    @Test(arguments: ["bash", "zsh", "fish"])
    func theShellCompletesWhatIsTyped(shell: String) throws {
        guard let session = try ShellSession(shell) else {
            print("\(shell) is not installed, so its completion is not tested.")
            return
        }
        for step in Self.steps {
            let arguments = try session.call(completing: step.typed)
            // zsh takes the slash behind a folder back.
            let expected = step.arguments.map {
                $0.hasSuffix("/") && arguments.last?.hasSuffix("/") == false ? String($0.dropLast()) : $0
            }
            #expect(arguments == expected, "\(shell): \(step.typed)")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: session.program.folder.path)
        #expect(files.filter { $0.hasPrefix("run-") && !$0.contains(".") && $0.count == 5 } == [], "something was run")
    }

    /// In quotation marks that are open, and behind a backslash.
    @Test(arguments: [
        Step("tag 1 \"+t", ["tag", "1", "+" + harmfulTag]), Step("tag 1 +street\\ l", ["tag", "1", "+street lamps"]),
        Step("tag 1 '+street l", ["tag", "1", "+street lamps"]),
        Step("index \"q", ["index", harmfulFile]), Step("find 'tag:street l", ["find", "tag:\"street lamps\""]),
    ])
    func bashCompletesWithinQuotationMarks(step: Step) throws {
        guard let session = try ShellSession("bash") else { return }
        // bash closes them itself.
        #expect(try session.call(completing: step.typed) == step.arguments)
        let files = try FileManager.default.contentsOfDirectory(atPath: session.program.folder.path)
        #expect(files.filter { $0.hasPrefix("run-") && $0.count == 5 } == [], "something was run")
    }

    /// Whatever the word and its quotation, bash reads what is inserted as the one word.
    @Test func whatIsInsertedIsOneWordOfTheShell() throws {
        let program = try ShellSession.indexed()
        let accents = "\u{301}"
        for tag in [
            "`\(accents)touch run-1`\(accents)", "$(touch run-1)", "a'b", "a\"b", "a\\b", "~a", "#a", "a!b", "{a,b}",
            "*",
        ] {
            #expect(try program.run(["tag", "1", "--add=" + tag]).exitCode == 0)
            for opening in ["", "\"", "'"] {
                let answer = try program.run([
                    "---complete", "bash", "docsearch tags --rename \(opening)", " \t\n\"'><=;|&(:",
                ])
                let script =
                    "for word in \(answer.lines.dropFirst().map { opening + $0 + opening }.joined(separator: " ")); do printf '%s\\n' \"$word\"; done"
                let words = try program.run([], launcher: ["bash", "-c", script, "bash"]).lines
                let expected = opening == "'" && tag.contains("'") || opening == "\"" && tag.contains("!") ? [] : [tag]
                #expect(words.filter { $0 == tag } == expected, "\(opening)\(tag)")
            }
            #expect(!FileManager.default.fileExists(atPath: program.folder.path + "/run-1"))
            #expect(try program.run(["tag", "1", "--remove=" + tag]).exitCode == 0)
        }
    }

    @Test func namesWithControlCharactersAreNotOffered() throws {
        let program = try Program()
        for name in ["bell\u{7}.pdf", "line\nbreak.pdf", "bench.pdf"] {
            try program.folder.write(PDFWriter(texts: ["heron"]).bytes, to: "archive/" + name)
        }
        #expect(try program.run(["index", "--ocr", "never", program.folder.path + "/archive"]).exitCode == 0)
        #expect(try program.run(["---complete", "zsh", "", "docsearch", "show"]).output == "files\nbench.pdf\n")
    }

    /// Also of files that documents lie in, but not of folders.
    @Test func documentsAreOfferedByTheBeginningsOfTheirNames() throws {
        let program = try Program()
        for name in ["wells/1931 pump.pdf", "drains/1931 pump.pdf", "drains/1932.pdf", "1931s/old.pdf"] {
            try program.folder.write(PDFWriter(texts: [name]).bytes, to: "archive/" + name)
        }
        let zip = ZipWriter([.init("a/100%.pdf", PDFWriter(texts: ["heron"]).bytes)]).bytes
        try program.folder.write(zip, to: "archive/boxes/Box 7.zip")
        #expect(try program.run(["index", "--ocr", "never", program.folder.path + "/archive"]).exitCode == 0)
        func offered(_ typed: String) throws -> [String] {
            Array(try program.run(["---complete", "fish", typed, "docsearch", "open"]).lines.dropFirst())
        }
        #expect(try offered("1931\\ ") == ["drains/1931 pump.pdf", "wells/1931 pump.pdf"])
        #expect(try offered("1932") == ["drains/1932.pdf"])
        #expect(try offered("box\\ ") == ["boxes/Box 7.zip!/a/100%.pdf"])
        #expect(try offered("100%") == ["boxes/Box 7.zip!/a/100%.pdf"])
        #expect(try offered("1%") == [])
        #expect(try offered("drains/1932") == ["drains/1932.pdf"])
    }

    @Test func pathsAreOfferedInQueriesAsTheyAreAskedFor() throws {
        let program = try Program()
        let zip = ZipWriter([.init("a/b.pdf", PDFWriter(texts: ["heron"]).bytes)]).bytes
        try program.folder.write(zip, to: "archive/boxes/Box 7.zip")
        for name in ["boxes/1931.pdf", "boxes/19(a).pdf", "-dash.pdf"] {
            try program.folder.write(PDFWriter(texts: [name]).bytes, to: "archive/" + name)
        }
        #expect(try program.run(["index", "--ocr", "never", program.folder.path + "/archive"]).exitCode == 0)
        func offered(_ typed: String) throws -> [String] {
            Array(try program.run(["---complete", "zsh", typed, "docsearch", "find"]).lines.dropFirst())
        }
        #expect(try offered("bo") == ["boxes/"])
        // One with signs would need quotation marks before what was typed.
        #expect(try offered("boxes/19") == ["boxes/1931.pdf"])
        #expect(try offered("path:boxes/B") == ["path:\"boxes/Box 7.zip!/\""])
        #expect(try offered("-path:\"boxes/Box 7.zip!/") == ["-path:\"boxes/Box 7.zip!/a/\""])
        #expect(try offered("path:-") == [])
        #expect(try offered("nothing/") == [])
        for asked in try offered("boxes/19") + offered("path:boxes/B") {
            #expect(try program.run(["find", asked]).exitCode == 0, "\(asked)")
        }
    }

    @Test func nothingIsSaidWhereThereIsNoIndex() throws {
        let outcome = try Program().run(["---complete", "zsh", "+", "docsearch", "tag", "1"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors == "")
        #expect(outcome.output == "nothing\n")
    }

    /// What people make up, and what nothing is completed to.
    private static let made: Set<String> = [
        "codes", "jobs", "percent", "time", "limit", "offset", "pages", "page", "context", "count", "tokens", "prefix",
        "address", "port", "url", "seconds", "text", "title", "date", "language", "note", "id", "words", "number",
        "from-to", "label", "#rrggbb", "comment", "to", "fusion", "occurrence", "pattern", "what",
        "package", "minutes", "partition", "size", "option", "wrong=right",
    ]

    /// An option that is added must be completed too: what it takes is known from what help calls it.
    @Test func everyArgumentHasAKindOfCompletion() throws {
        let names = CommandShape.commandNames.filter { $0 != "help" }
        #expect(names.count > 30)
        for name in names {
            let command = try #require(try CommandShape(named: name))
            for argument in command.arguments ?? [] where argument.kind != "flag" && argument.allValues == nil {
                let called = argument.valueName ?? ""
                let isKnown = CompletionKind.byName[called] != nil || Self.made.contains(called)
                #expect(isKnown, "docsearch \(name): CompletionKind knows no <\(called)>")
            }
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func theScriptIsPrinted(shell: String) throws {
        let outcome = try Program().run(["--generate-completion-script", shell])
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.contains("---complete \(shell)"))
        #expect(!outcome.output.contains("eval") && !outcome.output.contains("compgen"))
    }
}

/// A shell on a terminal, with the completions of docsearch, in a folder with files. `docsearch` is a recorder there.
final class ShellSession {
    let program: Program
    private let terminal: PseudoTerminal
    private let shell: RunningProgram
    private var written = Data()
    /// The prompt has this number, so that one that is drawn again is not taken for the next.
    private var calls = 0

    /// An index of one document, with tags and a saved question.
    static func indexed() throws -> Program {
        let program = try Program.withMinutes()
        let decisions = [
            ["tag", "1", "--add=council", "--add=street lamps", "--add=" + CompletionTests.harmfulTag],
            ["save", "drains", "drainage report"],
        ]
        for arguments in decisions {
            let outcome = try program.run(arguments)
            guard outcome.exitCode == 0 else { throw ProgramError(message: outcome.errors) }
        }
        return program
    }

    /// Nil where the shell is not installed.
    init?(_ name: String) throws {
        var program = try Self.indexed()
        let folder = program.folder.path
        let path = program.environment["PATH"] ?? ""
        let places: [String] = path.split(separator: ":").map { "\($0)/\(name)" }
        guard let found = places.first(where: { access($0, X_OK) == 0 }) else { return nil }
        for file in [
            CompletionTests.harmfulFile, "-dash.pdf", "br\u{FC}cke.pdf", "li\nne.pdf", "secrets.txt", "pictures/a.pdf",
        ] {
            try program.folder.write("".utf8, to: file)
        }
        try program.folder.write("".utf8, to: "archive/minutes/other.pdf")
        let script = try program.run(["--generate-completion-script", name]).output
        try program.folder.write(script.utf8, to: "shell/completion")
        let real = try program.run([], launcher: ["sh", "-c", "printf %s \"$1\"", "sh"]).output
        try program.folder.write("0\n".utf8, to: "shell/count")
        let count = "$(cat '\(folder)/shell/count')"
        let recorder = try program.script(
            """
            [ "$1" = ---complete ] && exec '\(real)' "$@"
            for word; do printf '%s\\0' "$word"; done >'\(folder)/shell/call.part'
            echo $(($(cat '\(folder)/shell/count') + 1)) >'\(folder)/shell/count'
            mv '\(folder)/shell/call.part' '\(folder)/shell/call'
            """, named: "docsearch")
        let setup: [String: (file: String, text: String, command: String)] = [
            "bash": (
                "bashrc", "PS1=\"READY\\\(count)>\"\n",
                "'\(found)' --noprofile --rcfile '\(folder)/shell/bashrc' -i"
            ),
            "zsh": (
                ".zshrc",
                "setopt prompt_subst\nPS1=\"READY\\\(count)>\"\nunsetopt beep\nautoload -Uz compinit\ncompinit -u -D\n",
                "'\(found)' -i"
            ),
            "fish": (
                "fishrc", "function fish_prompt; echo -n READY(cat '\(folder)/shell/count')'>'; end\n",
                "'\(found)' --no-config -i -C 'source \(folder)/shell/fishrc'"
            ),
        ]
        guard let own = setup[name] else { return nil }
        let end = name == "fish" ? "source \(folder)/shell/completion\n" : ". '\(folder)/shell/completion'\n"
        try program.folder.write((own.text + end).utf8, to: "shell/" + own.file)
        program.environment["PATH"] = (recorder as NSString).deletingLastPathComponent + ":" + path
        program.environment["ZDOTDIR"] = folder + "/shell"
        program.environment["TERM"] = "xterm"
        terminal = try PseudoTerminal()
        terminal.resize(rows: 50, columns: 200)
        self.program = program
        shell = try program.start(
            [], launcher: ["setsid", "--ctty", "sh", "-c", "exec \(own.command) 2>&1", "sh"], terminal: terminal.path)
        try waitForPrompt()
    }

    deinit { shell.send(SIGKILL) }

    /// Types `docsearch`, what is typed, TAB and Return, and returns the arguments that it was called with.
    func call(completing typed: String) throws -> [String] {
        let file = program.folder.path + "/shell/call"
        terminal.write("docsearch \(typed)\t")
        terminal.write("\r")
        let hasCalled = try shell.until(.seconds(60)) {
            written += terminal.read()
            return FileManager.default.fileExists(atPath: file)
        }
        guard hasCalled else {
            throw ProgramError(message: "nothing was called: \(String(decoding: written, as: UTF8.self))")
        }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        try FileManager.default.removeItem(atPath: file)
        calls += 1
        try waitForPrompt()
        return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private func waitForPrompt() throws {
        let isReady = try shell.until(.seconds(60)) {
            written += terminal.read()
            return written.range(of: Data("READY\(calls)>".utf8)) != nil
        }
        let text = String(decoding: written, as: UTF8.self)
        written.removeAll()
        guard isReady else { throw ProgramError(message: "the shell shows no prompt: \(text)") }
    }
}
