import ArgumentParser
import DocSearch

struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a document, bundle or folder from the index.",
        discussion: """
            Source files are never changed. A bundle that is still in a remembered folder comes back with the next \
            "docsearch index", unless --exclude leaves it out; naming the folder itself, or a file that was named to \
            "docsearch index" itself, makes docsearch forget it.

            DOC is a document's number, its path as "docsearch find" shows it, its path on disk, or its identifier. A \
            folder whose name is a number is named as ./1931.

            Exit codes: 0 done, 2 not done, 64 wrong usage, 75 another run is writing.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: .init("A document, or a path.", valueName: "doc|path")) var target: String

    @Flag(help: "Also leave it out of later runs, so that it stays removed.") var exclude = false

    func run() throws {
        let index = try global.archiveIndex(.load())
        var (remaining, forgotten): ([String], [String]) = ([], [])
        let count = try index.remove(
            DocumentReference(target), warning: { StandardError.say("warning: \($0)") },
            comingBack: { remaining.append($0) }, forgetting: { forgotten.append($0) })
        if count > 0 || forgotten.isEmpty { global.say("Removed \(count.counted("bundle")).") }
        for path in forgotten {
            let rest = count > 0 ? "runs no longer read it" : "it had no bundles in the index"
            global.say("Forgot \"\(path)\": \(rest).")
        }
        guard !remaining.isEmpty else { return }
        if exclude {
            try index.exclude(paths: remaining, by: Person.name)
            return global.say("It is left out of later runs (docsearch exclude --list).")
        }
        for path in remaining.prefix(3) {
            let offer = ShellText.command("exclude", path).map { " To leave it out: \($0)" } ?? ""
            global.say("\"\(path)\" comes back with the next run.\(offer)")
        }
    }
}
