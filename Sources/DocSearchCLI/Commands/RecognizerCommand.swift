import AnswerForms
import ArgumentParser
import DocSearch

struct RecognizerCommand: ParsableCommand {
    enum Action: String, ExpressibleByArgument, CaseIterable { case install, status, test, remove }

    static let configuration = CommandConfiguration(
        commandName: "recognizer", abstract: "Install, try or remove a second recogniser for pages in doubt.",
        discussion: """
            A recogniser is a program that reads page images. Where there is one, "docsearch index" has it read the pages \
            that tesseract was not sure of, after everything else, and takes the better of the two texts. docsearch comes \
            with an adapter for one, rapidocr (RapidOCR with PP-OCRv6, Apache License 2.0), which reads forms and tables \
            much better than tesseract; the configuration file names others (docs/recognizers.md).

            install makes a Python environment for it and fetches it from PyPI with pip: about 400 MB on disk. Nothing is \
            fetched without this command. status shows which recognisers there are. test has one read a page that \
            docsearch draws, and says what is wrong with its answer. remove deletes the environment.

            Exit codes: 0 done, 2 not done (no network, an answer that is wrong), 64 wrong usage.

            Examples:
              docsearch recognizer install rapidocr
              docsearch recognizer test rapidocr
              docsearch index --retry-failed
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: "install, status, test or remove.") var action: Action
    @Argument(help: .init("The recogniser's name; for install and remove it is rapidocr.", valueName: "name"))
    var name: String?
    @Flag(help: "With status, print one JSON object.") var json = false
    @Flag(help: "Read foreign files with all your rights, where the system has no sandbox.") var noSandbox = false

    func validate() throws {
        try refuse(if: json && action != .status, "--json can be given only with status.")
        try refuse(if: name != nil && action == .status, "status shows all recognisers: leave the name out.")
        if let name, name != RecognizerInstallation.name, action == .install || action == .remove {
            throw ValidationError(
                "docsearch has no adapter for '\(name)', only for \(RecognizerInstallation.name). The configuration file "
                    + "names other recognisers.")
        }
    }

    func run() throws {
        let installation = RecognizerInstallation()
        switch action {
        case .install:
            try installation.install()
            let isUsed = try ConfigurationFile.load().recognizer(named: nil)?.name == RecognizerInstallation.name
            global.say(
                "\(RecognizerInstallation.name) is installed in \"\(installation.path)\". "
                    + (isUsed
                        ? "From now on \"docsearch index\" has it read the pages in doubt, some seconds each. \"docsearch "
                            + "index --recognizer none\" leaves it out."
                        : "The configuration file names another recogniser first, or none: \"docsearch index --recognizer "
                            + "\(RecognizerInstallation.name)\" uses this one."))
        case .remove:
            global.say(
                try installation.remove()
                    ? "Removed: \"\(installation.path)\". Texts that it has read stay."
                    : "There was no recogniser in \"\(installation.path)\".")
        case .status: try writeStatus()
        case .test: try test()
        }
    }

    private func test() throws {
        let configuration = try ConfigurationFile.load()
        let name = name ?? RecognizerInstallation.name
        guard let recognizer = try configuration.recognizer(named: name) else {
            throw DocSearchError(.usage, "\"none\" is no recogniser.")
        }
        let options = try configuration.indexingOptions(jobs: 1, usesSandbox: !noSandbox)
        let trial = try Blocking.wait { try await recognizer.trial(options: options) }
        try StandardOutput.write(
            TerminalText.safe(
                "\(trial.engine)\n\(trial.found) of the \(trial.words) words on the page were read:\n\(trial.text)\n",
                keepingLines: true))
        if trial.found * 2 < trial.words { throw ExitCode.couldNot }
    }

    private func writeStatus() throws {
        let configuration = try ConfigurationFile.load()
        let all = try configuration.allRecognizers()
        let used = try configuration.recognizer(named: nil)?.name
        if json {
            let list = all.map { ["name": $0.name, "command": $0.command, "is_used": $0.name == used] as JSONObject }
            return try StandardOutput.write(["recognizers": list] as JSONObject)
        }
        let lines = all.map { recognizer in
            "\(recognizer.name): \(recognizer.command.joined(separator: " "))"
                + (recognizer.name == used ? " (reads pages below \(Int((recognizer.below * 100).rounded())) %)" : "")
        }
        try StandardOutput.write(
            lines.isEmpty
                ? "There is no second recogniser. Run \"docsearch recognizer install rapidocr\", or name one in the "
                    + "configuration file.\n"
                : TerminalText.safe(lines.joined(separator: "\n"), keepingLines: true) + "\n")
    }
}
