import AnswerForms
import ArgumentParser
import DocSearch

struct PasswordOptions: ParsableArguments {
    @Option(
        help: .init(
            "Passwords for locked files, one on a line, in a file that only you may read (mode 0600).",
            valueName: "file"))
    var passwords: String?
}

extension ConfigurationFile {
    /// The command line takes precedence over the configuration.
    func indexingOptions(
        jobs named: Int? = nil, passwords: PasswordOptions? = nil, usesSandbox: Bool
    ) throws -> IndexingOptions {
        var options = IndexingOptions()
        options.jobs = named ?? jobs
        let file = try passwordFile(passwords?.passwords)
        options.passwords = file.passwords
        options.passwordsVersion = file.version
        options.usesSandbox = usesSandbox
        if let limits { options.limits = limits }
        if let otherLanguages { options.otherLanguages = otherLanguages }
        return options
    }
}
