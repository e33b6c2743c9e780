import AnswerForms
import ArgumentParser
import DocSearch

/// The option of the commands that open what may be locked.
struct PasswordOptions: ParsableArguments {
    @Option(
        help: .init(
            "Passwords for locked files, one on a line, in a file that only you may read (mode 0600).",
            valueName: "file"))
    var passwords: String?
}

extension ConfigurationFile {
    /// What concerns the reading of bundles; what was named with the command goes before what is configured.
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
        return options
    }
}
