import AnswerForms
import ArgumentParser
import DocSearch
import Foundation

struct IndexCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "index", abstract: "Bring the index up to date with files and folders.",
        discussion: """
            Reads new and changed PDFs and bundles below the given paths, or below the folders named in earlier runs, \
            and removes what is gone. Pages without a text layer are recognised with tesseract. A run that is \
            interrupted loses only the pages that it is working on; the next run continues.

            Exit codes: 0 done, 2 not done, 3 finished but some items failed (docsearch status --failed), 64 wrong \
            usage, 75 another run is writing.

            Examples:
              docsearch index /srv/archive
              docsearch index --language deu+eng /srv/archiv
              docsearch index --max-time 6h --quiet
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var reading: ReadingOptions

    @Flag(help: "Read everything again; recognised text is reused.") var full = false
    @Flag(help: "Try again what failed before.") var retryFailed = false
    @Option(help: .init("Stop after a time, as in 90m or 6h; the next run continues.", valueName: "time"))
    var maxTime: String?
    @Flag(help: "Report what would be done, and do nothing.") var dryRun = false
    @Option(help: .init("Write the report of the run to a file, as JSON.", valueName: "file")) var report: String?
    @Option(help: .init("Write the figures of the run to a file for Prometheus' node exporter.", valueName: "file"))
    var metrics: String?
    @Option(help: "Progress on standard error: auto, bar, lines, json or none.") var progress = IndexProgress.Form.auto

    func validate() throws {
        if let maxTime, TimeText.duration(maxTime) == nil {
            throw ValidationError("--max-time '\(maxTime)' is not a time. Write it as 90s, 30m or 6h.")
        }
        let isOnlyMeaning = reading.meaning == .only
        try refuse(if: isOnlyMeaning && !reading.paths.isEmpty, "--meaning only reads no files: leave the path out.")
    }

    func run() throws {
        let configuration = try ConfigurationFile.load()
        var options = try reading.indexingOptions(configuration)
        options.full = full
        options.retryFailed = retryFailed
        options.maximumTime = maxTime.flatMap(TimeText.duration)
        options.dryRun = dryRun

        // A report that cannot be written must fail before the night, not after it.
        if let report { try OutputFile.requirePlace(report, what: "report") }
        if let metrics { try OutputFile.requirePlace(metrics, what: "metrics file") }
        let index = try global.archiveIndex(configuration)
        let display = IndexProgress(form: progress, quiet: global.quiet, verbose: global.verbose, dryRun: dryRun)
        let result = try display.report(
            orStopped: "The run was stopped. Everything read until then is kept; the next run continues."
        ) { [options, paths = reading.paths] in index.update(paths, options: options) }
        let hasFailed = result.failed > 0 || result.standingFailures > 0 || !result.warnings.isEmpty
        if global.verbose, !global.quiet, progress != .json, result.passedOver > 0 {
            try index.passedOver { StandardError.say("passed over: \($0)") }
        }
        if let report { try OutputFile.write(IndexReportJSON.object(result).line, to: report, what: "report") }
        if let metrics {
            let figures = RunMetrics(
                report: result, exitCode: hasFailed ? ExitCode.someFailed.rawValue : 0, bytes: index.bytes)
            try OutputFile.write(figures.text, to: metrics, what: "metrics file")
        }
        if hasFailed { throw ExitCode.someFailed }
    }
}
