import AnswerForms
import ArgumentParser
import DocSearch
import Foundation

struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Open a document in the viewer, at a page.",
        discussion: """
            A PDF inside a bundle is unpacked to a private temporary file first; of a mail, and of anything else without a \
            PDF, the text is written to one. The viewer is $DOCSEARCH_VIEWER \
            (called with the file and the page number), otherwise the first of evince, okular, zathura and xdg-open that \
            is installed. With --print the path of the file is written instead. Copies older than a week are removed.

            DOC is a document's number, its path as "docsearch find" shows it, its path on disk, or its identifier.

            Exit codes: 0 done, 2 not done, 64 wrong usage.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: .init("The document.", valueName: "doc")) var document: String
    @Option(help: "The page to open at, counted from 1.") var page: Int?
    @Flag(help: "Write the path of the file instead of opening it.") var print = false
    @OptionGroup var locked: PasswordOptions
    @Flag(help: "Unpack with all your rights, where the system has no sandbox.") var noSandbox = false

    func run() throws {
        let configuration = try ConfigurationFile.load()
        let index = try global.archiveIndex(configuration)
        let found = try index.document(DocumentReference(document))
        if let page, !(1...max(1, found.pageCount)).contains(page) {
            throw DocSearchError(
                .notFound, "\"\(found.path)\" has no page \(page); its pages are 1 to \(found.pageCount).")
        }
        let viewer = print ? nil : try Viewer()
        // There is no way to tell whether a viewer still shows a copy. If one does, it keeps the file open.
        ArchiveIndex.removeCopies(madeBefore: Date(timeIntervalSinceNow: -7 * 86_400))
        let file = try index.file(
            of: found, page: page ?? 1, usesSandbox: !noSandbox,
            passwords: try configuration.passwordFile(locked.passwords).passwords,
            limits: configuration.limits ?? ReadingLimits())
        if let viewer { return try viewer.open(file.path, page: file.page) }
        // A program needs the path unchanged, line feeds included. On a terminal it could inject control sequences.
        try StandardOutput.write((isatty(1) == 1 ? TerminalText.safe(file.path) : file.path) + "\n")
    }
}

/// A program that shows files. Found before a file is copied for it.
struct Viewer {
    private typealias Command = (program: String, arguments: @Sendable (String, Int) -> [String])

    private static let known: [(name: String, arguments: @Sendable (String, Int) -> [String])] = [
        ("evince", { file, page in ["--page-index=\(page)", file] }),
        ("okular", { file, page in ["--page", String(page), file] }),
        ("zathura", { file, page in ["--page=\(page)", file] }),
        ("xdg-open", { file, _ in [file] }),
    ]

    private let own: Command?
    private let installed: [(name: String, command: Command)]

    /// Throws ``DocSearchError`` when there is none.
    init() throws {
        guard let own = Environment.value("DOCSEARCH_VIEWER") else {
            self.own = nil
            installed = Self.known.compactMap { name, given in
                Self.located(name).map { (name: name, command: (program: $0, arguments: given)) }
            }
            guard !installed.isEmpty else { throw Self.missing }
            return
        }
        guard let program = own.contains("/") ? own : Self.located(own), access(program, X_OK) == 0 else {
            throw DocSearchError(
                .environment,
                "The viewer \"\(own)\", which DOCSEARCH_VIEWER names, was not found. --print writes the path of the file."
            )
        }
        self.own = (program, { file, page in [file, String(page)] })
        installed = []
    }

    /// Starts the viewer and leaves it running. Never uses a shell.
    func open(_ file: String, page: Int) throws {
        let isText = file.hasSuffix(".txt")
        guard let command = own ?? installed.first(where: { !isText || $0.name == "xdg-open" })?.command else {
            throw DocSearchError(
                .environment,
                "No viewer for texts was found. Install xdg-utils, or set DOCSEARCH_VIEWER to one. The file is \"\(file)\"."
            )
        }
        do {
            let arguments = command.arguments(file, page)
            _ = try Process.run(URL(fileURLWithPath: command.program), arguments: arguments)
        } catch {
            throw DocSearchError(.environment, "The viewer could not be started: \(error.localizedDescription)")
        }
    }

    private static var missing: DocSearchError {
        DocSearchError(
            .environment,
            "No viewer was found. Install evince, or set DOCSEARCH_VIEWER to the one you have. --print writes the path of "
                + "the file.")
    }

    private static func located(_ program: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
            .map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }
}
