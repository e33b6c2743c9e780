import AnswerForms
import ArgumentParser
import DocSearch

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check what docsearch needs on this machine.",
        discussion: """
            A line begins with "ok", with "note" where something is absent that docsearch can do without, or with \
            "MISSING". What to do comes at its end.

            Exit codes: 0 nothing is missing, 2 something is missing, 64 wrong usage.
            """)

    @OptionGroup var global: GlobalOptions

    func run() throws {
        let configuration = try ConfigurationFile.load()
        let languages = try configuration.language.map(TypedLanguages.codes(typed:)) ?? ["eng"]
        let findings = try global.archiveIndex(configuration).checkup(
            languages: languages, recognizer: configuration.recognizer(named: nil))
        let lines = findings.map { "\(Self.word($0.state)) \(TerminalText.safe($0.sentence))" }
        try StandardOutput.write(lines.joined(separator: "\n") + "\n")
        if findings.contains(where: { $0.state == .missing }) { throw ExitCode.couldNot }
    }

    private static func word(_ state: CheckupFinding.State) -> String {
        switch state {
        case .met: "ok     "
        case .optional: "note   "
        case .missing: "MISSING"
        }
    }
}
