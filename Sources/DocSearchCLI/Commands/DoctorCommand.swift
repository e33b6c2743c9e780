import AnswerForms
import ArgumentParser
import DocSearch

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check what docsearch needs on this machine.",
        discussion: "Exit codes: 0 nothing is missing, 2 something is missing, 64 wrong usage.")

    @OptionGroup var global: GlobalOptions

    func run() throws {
        let configuration = try ConfigurationFile.load()
        let languages = try configuration.language.map(TypedLanguages.codes(typed:)) ?? ["eng"]
        let findings = try global.archiveIndex(configuration).checkup(languages: languages)
        let lines = findings.map { "\($0.isSound ? "ok     " : "MISSING") \(TerminalText.safe($0.sentence))" }
        try StandardOutput.write(lines.joined(separator: "\n") + "\n")
        if findings.contains(where: { !$0.isSound }) { throw ExitCode.couldNot }
    }
}
