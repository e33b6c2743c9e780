import AnswerForms
import ArgumentParser
import DocSearch
import Foundation

struct FarmCommand: ParsableCommand {
    enum Action: String, ExpressibleByArgument, CaseIterable { case plan, submit, work, collect, status }

    static let configuration = CommandConfiguration(
        commandName: "farm", abstract: "Recognise pages on other machines, through a batch system.",
        discussion: """
            plan looks through the remembered folders and writes packages of what the index lacks into a shared folder. \
            submit hands them to Slurm as a job array. work does one package, whoever starts it; its texts become a \
            file in the shared folder. collect takes the texts over; the next "docsearch index" finds them and \
            recognises nothing twice. status says how far everything is.

            The archive has to be at the same path on all machines, with the same versions of docsearch, tesseract and \
            poppler. "docsearch index --ocr never" before the plan lets it divide large documents.

            Exit codes: 0 done, 2 not done, 3 some pages, files or packages failed, 64 wrong usage, 75 another run is \
            writing.

            Examples:
              docsearch farm plan --shared /shared/farm --task-minutes 20
              docsearch farm submit /shared/farm --partition day --array-limit 200
              docsearch farm work /shared/farm 17
              docsearch farm collect /shared/farm
              docsearch farm status /shared/farm
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: "plan, submit, work, collect or status.") var action: Action
    @Argument(help: .init("The shared folder.", valueName: "dir")) var directory: String?
    @Argument(help: .init("With work: the number of the package.", valueName: "package")) var package: Int?

    @Option(help: .init("The shared folder, as an option.", valueName: "dir")) var shared: String?
    @Option(help: .init("With plan: minutes of one processor for a package.", valueName: "minutes"))
    var taskMinutes: Double?
    @Option(help: .init("With plan: seconds that recognising a page takes here.", valueName: "seconds"))
    var pageSeconds: Double?
    @Option(help: "With plan: recognise pages as index does, auto or always.") var ocr: IndexingOptions.OCR?

    @Option(help: .init("With submit: Slurm's partition.", valueName: "partition")) var partition: String?
    @Option(
        help: .init("With submit: so many nodes at a time, each for one task alone.", valueName: "number"))
    var nodes: Int?
    @Option(help: .init("With submit: processors for a task; 1 without it.", valueName: "number")) var cpus: Int?
    @Option(help: .init("With submit: memory for a task, as in 4G.", valueName: "size")) var memory: String?
    @Option(help: .init("With submit: minutes after which Slurm ends a task.", valueName: "minutes"))
    var timeLimit: Int?
    @Option(help: .init("With submit: tasks of an array at the same time.", valueName: "number")) var arrayLimit: Int?
    @Option(
        help: .init(
            "With submit: an option for sbatch, as in --sbatch=--account=a; may be given several times.",
            valueName: "option"))
    var sbatch: [String] = []
    @Flag(help: "With submit: print the script and the commands, and submit nothing.") var dryRun = false

    @Option(help: .init("With work: stop after a time, as in 90m, and keep what was read.", valueName: "time"))
    var maxTime: String?
    @Option(help: "With work: readers at the same time; by default one for each processor.") var jobs: Int?
    @Flag(help: "Read foreign files with all your rights, where the system has no sandbox.") var noSandbox = false
    @Flag(help: "With status: print one JSON object.") var json = false

    func validate() throws {
        try refuse(if: directory == nil && shared == nil, "Name the shared folder.")
        try refuse(if: directory != nil && shared != nil, "Name the shared folder once.")
        try refuse(if: (action == .work) != (package != nil), "work, and only work, needs the number of a package.")
        let planned = taskMinutes != nil || pageSeconds != nil || ocr != nil
        try refuse(if: planned && action != .plan, "--task-minutes, --page-seconds and --ocr go with plan.")
        let isSubmission =
            partition != nil || nodes != nil || cpus != nil || memory != nil || timeLimit != nil || arrayLimit != nil
            || dryRun
            || !sbatch.isEmpty
        try refuse(
            if: isSubmission && action != .submit,
            "--partition, --nodes, --cpus, --memory, --time-limit, --array-limit, --sbatch and --dry-run go with submit."
        )
        try refuse(if: (maxTime != nil || jobs != nil) && action != .work, "--max-time and --jobs go with work.")
        try refuse(if: json && action != .status, "--json goes with status.")
        try requireJobs(jobs)
        try refuse(
            if: nodes != nil && (cpus != nil || arrayLimit != nil), "--nodes goes without --cpus and --array-limit.")
        try requireOneOrMore("--nodes", nodes)
        try requireOneOrMore("--cpus", cpus)
        try requireOneOrMore("--time-limit", timeLimit)
        try requireOneOrMore("--array-limit", arrayLimit)
        for (name, value) in [("--task-minutes", taskMinutes), ("--page-seconds", pageSeconds)] {
            try refuse(if: value.map { !($0 > 0 && $0 < 1_000_000) } ?? false, "\(name) must be more than 0.")
        }
        if let maxTime, TimeText.duration(maxTime) == nil {
            throw ValidationError("--max-time '\(maxTime)' is not a time. Write it as 90s, 30m or 6h.")
        }
    }

    private var folder: FarmFolder { FarmFolder(path: IndexLocation.absolute(directory ?? shared ?? "")) }

    func run() throws {
        switch action {
        case .plan: try plan()
        case .submit: try submit()
        case .work: try work()
        case .collect: try collect()
        case .status: try FarmStatusText(folder: folder, json: json).write()
        }
    }

    private func options() throws -> (ConfigurationFile, IndexingOptions) {
        let configuration = try ConfigurationFile.load()
        return (configuration, try configuration.indexingOptions(jobs: jobs, usesSandbox: !noSandbox))
    }

    private func plan() throws {
        var (configuration, options) = try options()
        options.ocr = ocr ?? .auto
        let ended =
            folder.hasPlan ? try SlurmCommand.ended(folder, folder.plan(), SlurmCommand.tasks(of: folder)) : [:]
        let planning = try global.archiveIndex(configuration).planFarm(
            in: folder, taskSeconds: (taskMinutes ?? 20) * 60, pageSeconds: pageSeconds ?? 2, ended: ended,
            options: options)
        guard planning.packages > 0 else {
            return global.say(
                "There is nothing to plan: everything that the index lacks is in packages already, or it lacks nothing."
            )
        }
        let hours = (planning.seconds / 3600).formatted(.number.precision(.fractionLength(1)))
        global.say(
            "\(planning.packages.counted("package")) planned for \(planning.bundles.counted("file")), about \(hours) "
                + "hours of one processor.")
        if planning.unread > 0 {
            let large = planning.large > 0 ? " \(planning.large) of them may take longer than a package should." : ""
            global.say(
                "\(planning.unread.counted("file")) not read yet: the number of pages is guessed.\(large) "
                    + "\"docsearch index --ocr never\" before the plan makes it better.")
        }
        global.say("Next: docsearch farm submit \(ShellText.word(folder.path) ?? folder.path)")
    }

    private func submit() throws {
        let plan = try folder.plan()
        let tasks = try SlurmCommand.tasks(of: folder) ?? []
        let packages = try FarmPackages(folder, plan, ended: SlurmCommand.ended(folder, plan, tasks))
        let queued = Set(try folder.submitted().flatMap { $0.packages(among: tasks) })
        let waiting = packages.numbers(.waiting, of: plan).filter { !queued.contains($0) }
        guard !waiting.isEmpty else {
            return global.say("No package waits. \"docsearch farm status\" says what there is.")
        }
        let minutes = timeLimit ?? Int((plan.taskSeconds / 60 * 4).rounded(.up)) + 10
        let submission = SlurmSubmission(
            folder: folder.path, program: OwnProgram.path(), partition: partition, nodes: nodes, cpus: cpus ?? 1,
            memory: memory, minutes: minutes, arrayLimit: arrayLimit, others: sbatch)
        // A dry run may be made where there is no Slurm.
        let maximum =
            try dryRun
            ? (try? SlurmCommand.maximumArraySize()) ?? SlurmCommand.usualArraySize : SlurmCommand.maximumArraySize()
        let arrays = SlurmSubmission.arrays(of: waiting, maximum: maximum)
        if dryRun {
            let commands = arrays.map { array in
                (["sbatch"] + submission.arguments(array)).map { ShellText.word($0) ?? $0 }.joined(separator: " ")
            }
            return try StandardOutput.write(
                "# \(submission.scriptFile)\n\(SlurmSubmission.script)\n\(commands.joined(separator: "\n"))\n")
        }
        try folder.writeScript(SlurmSubmission.script, to: submission.scriptFile)
        for array in arrays {
            let job =
                try SlurmCommand.output("sbatch", submission.arguments(array))
                .split(separator: ";").first?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
            try folder.note(FarmSubmitted(job: job, first: array.first))
            global.say("Array job \(job): \(array.tasks.count.counted("package")) from \(array.first) on.")
        }
    }

    private func work() throws {
        var (_, options) = try options()
        options.maximumTime = maxTime.flatMap(TimeText.duration)
        // The batch system says whose turn it is.
        options.isBackground = false
        let failures = try Blocking.wait { [folder, package, global, options] in
            var options = options
            let work = try FarmWork(folder, package: package ?? 0, job: BatchJob.name, options: &options)
            if try work.isDone {
                global.say("Package \(package ?? 0) is done already.")
                return 0
            }
            return try await work.run(options) { path, page, reason in
                global.say("failed: \(IndexProgress.failure(of: path, page: page, reason))")
            }
        }
        if failures > 0 { throw ExitCode.someFailed }
    }

    private func collect() throws {
        let (configuration, options) = try options()
        let collection = try global.archiveIndex(configuration).collectFarm(folder, options: options)
        for refusal in collection.refused { StandardError.say("refused: \(refusal)") }
        let counts = collection.counts
        global.say(
            "\(counts.new.counted("page")) taken over from \(collection.files.counted("file"))"
                + (counts.known > 0 ? ", \(counts.known) known already" : "")
                + (collection.failures > 0 ? ", \(collection.failures.counted("failure"))" : "") + ".")
        if counts.left > 0 {
            global.say(
                "\(counts.left.counted("page")) not taken over: documents were forgotten since the plan was made, and "
                    + "the index does not know these bytes, or reads their text itself. The words are still in "
                    + "\"\(folder.path)\". Delete it when the rest is done.")
        }
        if !collection.refused.isEmpty { throw ExitCode.someFailed }
    }
}

/// The name that the batch system has given to this process.
private enum BatchJob {
    static var name: String? {
        func value(_ name: String) -> String? { Environment.value(name) }
        if let array = value("SLURM_ARRAY_JOB_ID"), let task = value("SLURM_ARRAY_TASK_ID") {
            return "slurm \(array)_\(task)"
        }
        if let job = value("SLURM_JOB_ID") { return "slurm \(job)" }
        return nil
    }
}
