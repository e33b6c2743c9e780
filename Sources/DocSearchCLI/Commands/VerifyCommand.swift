import ArgumentParser
import DocSearch

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check the files of the index, and repair them.",
        discussion: """
            A damaged index.sqlite or pages.sqlite is moved aside, never deleted, and made again: what pages.sqlite has \
            of recognised text is saved as far as it can be read. user.sqlite is never touched.

            Exit codes: 0 sound or repaired, 2 could not, 3 damaged, 64 wrong usage, 75 another run is writing.
            """)

    @OptionGroup var global: GlobalOptions

    @Flag(help: "Move damaged files aside and make them again from the bundles.") var repair = false

    func run() throws {
        let configuration = try ConfigurationFile.load()
        let index = global.archiveIndex(configuration)
        let damage = try index.verify()
        if damage.isEmpty {
            if !global.quiet { StandardError.write("The index is sound.\n") }
            return
        }
        for found in damage { StandardError.write("damaged: \(TerminalText.safe(found.reason))\n") }
        guard repair, damage.allSatisfy(\.isRepairable) else { throw ExitCode.someFailed }
        var options = IndexingOptions()
        options.jobs = configuration.jobs
        if let limits = configuration.limits { options.limits = limits }
        let start = IndexProgress(form: .auto, quiet: global.quiet, verbose: global.verbose, dryRun: false)
        let report = try Blocking.wait { [options] in
            var display = start
            for try await event in index.repair(options: options) {
                display.show(event)
                if case .finished(let report) = event {
                    display.finish(report)
                    return report
                }
            }
            throw DocSearchError(.failed, "The repair was stopped. Run \"docsearch index\" to finish it.")
        }
        if report.failed > 0 { throw ExitCode.someFailed }
    }
}
