import AnswerForms
import ArgumentParser
import DocSearch
import Foundation
import ServeOptions

struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Show the index in the browser, and to other programs.",
        discussion: """
            Starts the program docsearch-serve, which answers at http://127.0.0.1:8080/ until Ctrl-C: a search page, \
            the pages of documents with the words marked, a JSON interface, and IIIF for viewers. It only reads the index, \
            and shows new documents while a run adds them. Only this machine can reach it; another address needs \
            --token-file or --public.

            Exit codes: 0 ended, 2 not done, 64 wrong usage.

            Examples:
              docsearch serve --open
              docsearch serve --token-file tokens.json --public-url https://archive.example
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var options: ServeOptions

    func run() throws {
        let path = try IndexLocation.path(option: global.index, configuration: try .load())
        let program = try Self.program()
        let arguments = [program, "--index=\(path)"] + (global.quiet ? ["--quiet"] : []) + options.arguments
        let pointers = arguments.map { strdup($0) } + [nil]
        // Replaces this process, so that signals and the exit code are the server's own.
        execv(program, pointers)
        let cause = String(cString: strerror(errno))
        pointers.forEach { free($0) }
        throw DocSearchError(.environment, "The program \"\(program)\" cannot be started: \(cause).", item: program)
    }

    private static func program() throws -> String {
        let own = OwnProgram.path()
        let folder = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
        let paths = [
            Environment.value("DOCSEARCH_SERVE"), folder + "/docsearch-serve",
            folder + "/../libexec/docsearch/docsearch-serve",
        ]
        guard let found = paths.compactMap(\.self).first(where: { access($0, X_OK) == 0 }) else {
            throw DocSearchError(
                .environment,
                "The program docsearch-serve, which \"docsearch serve\" and --make-token run, is not installed. Install the "
                    + "Debian package docsearch, or run \"make\" and \"sudo make install\" in the sources. If it is in a "
                    + "folder of its own, set DOCSEARCH_SERVE to its path."
            )
        }
        return found
    }
}
