import AnswerForms
import ArgumentParser
import DocSearch

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Keep the index up to date while files change.",
        discussion: """
            Brings the index up to date as "docsearch index" does, and again whenever a file below the paths is \
            written, moved or deleted. Where the system does not report changes, on network file systems for example, \
            it looks at intervals. Each line begins with the local time. Ends on SIGTERM, SIGINT, SIGHUP and Ctrl-C.

            Exit codes: 0 stopped, 2 not done, 64 wrong usage.

            Examples:
              docsearch watch /srv/archive
              docsearch watch --settle 1m --ocr never
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var reading: ReadingOptions

    @Option(help: .init("Start a run when nothing has changed for this long.", valueName: "time")) var settle = "5s"
    @Option(help: .init("How often to look where the system does not report changes.", valueName: "time"))
    var interval = "5m"

    func validate() throws {
        for (name, text) in [("--settle", settle), ("--interval", interval)] where TimeText.duration(text) == nil {
            throw ValidationError("\(name) '\(text)' is not a time. Write it as 90s, 30m or 6h.")
        }
    }

    func run() throws {
        let configuration = try ConfigurationFile.load()
        var options = WatchOptions()
        options.indexing = try reading.indexingOptions(configuration)
        options.settleTime = TimeText.duration(settle) ?? options.settleTime
        options.interval = TimeText.duration(interval) ?? options.interval
        let index = try global.archiveIndex(configuration)
        let (quiet, verbose) = (global.quiet, global.verbose)
        try Blocking.wait { [options, paths = reading.paths] in
            var progress = IndexProgress(quiet: quiet, verbose: verbose, isTimed: true)
            for try await event in index.watch(paths, options: options) {
                switch event {
                case .watching(let folders, let reason):
                    if let reason { Self.say("Looking for changes every \(interval): \(reason).") }
                    if reason == nil, !quiet { Self.say("Watching \(folders.counted("folder")).") }
                case .held(let error): Self.say(error.sentence)
                case .run(.finished(let report)):
                    if report.hasChangedAnything { progress.finish(report) }
                    progress = IndexProgress(quiet: quiet, verbose: verbose, isTimed: true)
                case .run(let event): progress.show(event)
                }
            }
        }
    }

    private static func say(_ text: String) { StandardError.say(ClockTime.now + text) }
}
