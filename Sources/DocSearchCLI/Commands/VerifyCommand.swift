import AnswerForms
import ArgumentParser
import DocSearch
import Foundation

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check the files of the index, and repair them.",
        discussion: """
            With --repair a damaged index.sqlite is made again. A damaged pages.sqlite is moved aside, never deleted, \
            and the recognised text in it that can still be read is saved. When single texts are damaged, only \
            their pages are read again. user.sqlite is restored from its newest undamaged back-up.

            With --sources the bundles themselves are also read, and compared with what they were when they were \
            indexed.

            With --fixity the files of all bundles are compared with the checksums that the bundles state, and the time at \
            which each bundle was last found sound is kept. If stopped, it continues where it left off. --report writes the \
            result, as JSON when the name of the file ends in .json.

            Exit codes: 0 sound or repaired, 2 not done, 3 damaged or altered, 64 wrong usage, 75 another run is \
            writing.
            """)

    @OptionGroup var global: GlobalOptions

    @Flag(help: "Also read every bundle and list those that differ from what was indexed.") var sources = false
    @Flag(help: "Also compare the files of all bundles with the checksums that the bundles state.") var fixity = false
    @Flag(help: "With --fixity: start from the beginning, even if the last check was stopped.") var fresh = false
    @Flag(help: "With --fixity: print the report as one JSON object.") var json = false
    @Option(help: .init("With --fixity: write the report to a file.", valueName: "file")) var report: String?
    @Option(help: "With --fixity: readers at the same time; by default one for each processor.") var jobs: Int?
    @OptionGroup var locked: PasswordOptions
    @Flag(help: "Make damaged files again from the bundles and from what can be read of them.") var repair = false
    @Flag(help: "Read foreign files with all your rights, where the system has no sandbox.") var noSandbox = false

    func run() throws {
        let configuration = try ConfigurationFile.load()
        let index = try global.archiveIndex(configuration)
        let damage = try index.verify()
        for found in damage { StandardError.say("damaged: \(found.reason)") }
        guard damage.allSatisfy(\.isRepairable) else { throw ExitCode.someFailed }
        if damage.isEmpty {
            global.say("The index is sound.")
        } else if repair {
            let options = try configuration.indexingOptions(usesSandbox: !noSandbox)
            let report = try IndexProgress(quiet: global.quiet, verbose: global.verbose).report(
                orStopped: "The repair was stopped. Run \"docsearch index\" to finish it."
            ) { index.repair(options: options) }
            if report.failed > 0 { throw ExitCode.someFailed }
        } else {
            StandardError.say(Remedy.repair.command)
            throw ExitCode.someFailed
        }
        if sources { try verifySources(index, configuration) }
        if fixity { try compareFixity(index, configuration) }
    }

    func validate() throws {
        if !fixity, fresh || json || report != nil || jobs != nil {
            throw ValidationError("--fresh, --json, --report and --jobs go with --fixity.")
        }
    }

    private func compareFixity(_ index: ArchiveIndex, _ configuration: ConfigurationFile) throws {
        if let report { try OutputFile.requirePlace(report, what: "report") }
        let options = try configuration.indexingOptions(jobs: jobs, passwords: locked, usesSandbox: !noSandbox)
        let showsCount = isatty(2) == 1 && !global.quiet
        let found = try index.auditFixity(options: options, isFresh: fresh) { done, count in
            if showsCount { StandardError.write("\r\(done) of \(count.counted("bundle")) compared\u{1B}[K") }
        }
        if showsCount { StandardError.write("\r\u{1B}[K") }
        let renderer = FixityRenderer(report: found, index: index.path)
        if let report {
            let text = report.hasSuffix(".json") ? renderer.object.line : renderer.text
            try OutputFile.write(text, to: report, what: "report")
        }
        let text = report == nil ? renderer.text : renderer.total + "\n"
        try StandardOutput.write(json ? renderer.object.line : text)
        if found.count(.faulty) + found.count(.unreadable) > 0 { throw ExitCode.someFailed }
    }

    private func verifySources(_ index: ArchiveIndex, _ configuration: ConfigurationFile) throws {
        var options = IndexingOptions()
        if let limits = configuration.limits { options.limits = limits }
        let showsCount = isatty(2) == 1 && !global.quiet
        let findings = try index.verifySources(options: options) { count in
            if showsCount, count % 100 == 0 { StandardError.write("\r\(count) bundles read\u{1B}[K") }
        }
        if showsCount { StandardError.write("\r\u{1B}[K") }
        for finding in findings { StandardError.say(Self.sentence(finding)) }
        if findings.isEmpty { global.say("The bundles are unchanged.") }
        if findings.contains(where: { $0.kind == .altered || $0.kind == .unreadable }) { throw ExitCode.someFailed }
    }

    private static func sentence(_ finding: SourceFinding) -> String {
        switch finding.kind {
        case .missing: "missing: \(finding.path); the next run removes it from the index"
        case .changed: "changed: \(finding.path); the next run reads it again"
        case .altered:
            "altered: \(finding.path): its bytes have changed, although its size and time have not; "
                + "compare it with a back-up"
        case .unreadable: "unreadable: \(finding.path): \(finding.reason ?? "no reason was given")"
        }
    }
}
