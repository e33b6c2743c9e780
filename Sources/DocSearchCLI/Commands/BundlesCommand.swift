import AnswerForms
import ArgumentParser
import DocSearch

struct BundlesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundles", abstract: "Describe bundles: what they are, what they would give, and what is wrong.",
        discussion: """
            A bundle is a PDF, a zip, an e-mail, an image, or a folder in one of the known formats. Of any other \
            folder all bundles below it are described, but for what "docsearch exclude" and files named .docsearchignore \
            leave out. No index is needed or changed.

            Exit codes: 0 nothing wrong, 2 not done, 3 something could not be read, 64 wrong usage.

            Examples:
              docsearch bundles box-7.zip
              docsearch bundles --metadata-only --json /srv/archive
              docsearch bundles --fixity /srv/archive/bags
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: .init("Files and folders.", valueName: "file")) var files: [String] = []

    @Option(help: .init("Read the names of files from a file, one on a line. - is standard input.", valueName: "file"))
    var filesFrom: String?
    @Flag(help: "Read only the metadata of the bundles, and open no document.") var metadataOnly = false
    @Flag(help: "Also compare files with the checksums that the bundles state for them.") var fixity = false
    @Flag(help: "Print one JSON object for each bundle, one on a line.") var json = false
    @Option(help: "Readers at the same time; by default one for each processor.") var jobs: Int?
    @OptionGroup var locked: PasswordOptions
    @Flag(help: "Read foreign files with all your rights, where the system has no sandbox.") var noSandbox = false

    func validate() throws {
        try refuse(if: files.isEmpty == (filesFrom == nil), "Give files or --files-from: docsearch bundles FILE...")
        try refuse(if: files.contains(""), "The name of a file is empty.")
        try refuse(if: metadataOnly && fixity, "--fixity reads all files: leave out --metadata-only.")
        try requireJobs(jobs)
    }

    func run() throws {
        let configuration = try ConfigurationFile.load()
        let options = try configuration.indexingOptions(jobs: jobs, passwords: locked, usesSandbox: !noSandbox)
        let extent: BundleInspector.Extent = fixity ? .fixity : metadataOnly ? .metadata : .documents
        var inspector = BundleInspector(options: options, extent: extent)
        // As a run would read them, if there is an index.
        let index = try global.archiveIndex(configuration)
        if index.exists { inspector.exclusions = try index.exclusions() }
        var renderer = BundleRenderer(style: global.style)
        let paths = try filesFrom.map { try InputFile.read($0) }?
            .split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        let links = try inspector.describe(paths ?? files) { bundle in
            renderer.count(bundle)
            try StandardOutput.write(json ? BundleJSON.object(bundle).line : renderer.text(bundle))
        }
        if !json, !global.quiet, renderer.bundles != 1 { try StandardOutput.write(renderer.total) }
        if links > 0 { global.say("\(links.counted("symbolic link")) \(links == 1 ? "was" : "were") not followed.") }
        if renderer.withProblems > 0 { throw ExitCode.someFailed }
    }
}
