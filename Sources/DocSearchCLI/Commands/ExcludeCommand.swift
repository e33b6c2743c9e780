import AnswerForms
import ArgumentParser
import DocSearch

struct ExcludeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exclude", abstract: "Leave files and folders out of the index.",
        discussion: """
            Patterns are those of .gitignore: drafts/ is a folder of that name anywhere, /drafts one at the top, *.bak.pdf \
            a name, letters/**/copy?.pdf a path, and !final.pdf keeps a file that an earlier pattern leaves out. A folder \
            that is left out is not searched. An absolute path below a remembered folder is that file or folder.

            The next "docsearch index" removes such documents from the index. Recognised text, tags and notes are kept, \
            so nothing has to be recognised again if you remove the pattern.

            A file named .docsearchignore in a folder of the archive leaves out files below that folder. Patterns given \
            with this command take precedence. If such a file cannot be read, or has a line that is not a valid pattern, \
            nothing new in its folder is read.

            Exit codes: 0 done, 2 not done, 64 wrong usage.

            Examples:
              docsearch exclude private/ '*.tmp.pdf'
              docsearch exclude --list
              docsearch exclude --remove private/
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: .init("The files and folders to leave out.", valueName: "pattern")) var patterns: [String] = []
    @Option(help: .init("The remembered folder to which the patterns apply.", valueName: "path")) var root: String?
    @Flag(help: "Apply the patterns to all remembered folders.") var all = false
    @Flag(help: "List the patterns.") var list = false
    @Flag(help: "Remove the patterns.") var remove = false
    @Flag(help: "With --list, print one JSON object.") var json = false

    func validate() throws {
        try refuse(if: list != patterns.isEmpty, "Give a pattern, or --list.")
        try refuse(if: list && remove, "--list and --remove do not go together.")
        try refuse(if: json && !list, "--json goes with --list.")
        try refuse(if: all && root != nil, "--all and --root do not go together.")
    }

    func run() throws {
        let index = try global.archiveIndex(.load())
        if list { return try show(index.exclusions()) }
        // Each pattern with the folder it applies to.
        let said: [(pattern: String, root: String?)] = try patterns.map { pattern in
            do {
                let found = try index.exclusion(ofTypedPattern: pattern)
                return (found.pattern, found.root ?? root)
            } catch let error as DocSearchError where remove && error.code == .usage {
                // It may have been added when it still matched something.
                return (pattern, root)
            }
        }
        if remove {
            try index.removeExclusions(said, by: Person.name)
            return global.say("Removed. The next run reads what is no longer left out.")
        }
        if !all, said.contains(where: { $0.root == nil }) { try requireOneRoot(index) }
        let count = try index.exclude(said, by: Person.name)
        switch count {
        case 1...: global.say("The next run will remove \(count.counted("bundle")) from the index.")
        case ..<0: global.say("\((-count).counted("bundle")) will stay in the index.")
        default: break
        }
        let silent = try said.filter { try index.bundles(matching: $0.pattern, root: $0.root) == 0 }
        if said.count == 1, silent.count == 1 { return global.say("Nothing in the index matches it now.") }
        for pattern in silent { global.say("Nothing in the index matches \"\(pattern.pattern)\" now.") }
        if count == 0, silent.isEmpty { global.say("No other bundle of the index is left out.") }
    }

    private func requireOneRoot(_ index: ArchiveIndex) throws {
        let status = try index.status()
        let count = status.roots.count { !status.singleRoots.contains($0) }
        guard count > 1 else { return }
        throw DocSearchError(
            .usage, "\(count) folders are remembered. Say which one with --root PATH, or --all. Nothing was changed.")
    }

    private func show(_ exclusions: [Exclusion]) throws {
        if json {
            let list = exclusions.map {
                ["pattern": $0.pattern, "root": $0.root, "created": $0.created, "author": $0.author] as JSONObject
            }
            return try StandardOutput.write(["exclusions": list])
        }
        try StandardOutput.write(
            exclusions.map { "\(TerminalText.safe($0.root))\t\(TerminalText.safe($0.pattern))\n" }.joined())
    }
}
