import AnswerForms
import ArgumentParser
import DocSearch

struct HighlightCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "highlight", abstract: "Mark words of a page, with a label, a colour and a comment.",
        discussion: """
            A highlight is attached to its words: when the page is read or scanned again, it is found by them, even if \
            some letters differ. One whose words are no longer found is shown as adrift. --list shows the ID; its first \
            letters are enough. Words already marked with the same label, colour and comment are not marked again.

            Exit codes: 0 done, 2 not done, 64 wrong usage.

            Examples:
              docsearch highlight minutes.pdf --page 3 --quote "water board" --label decision --color "#FFEE00"
              docsearch highlight minutes.pdf --list
              docsearch highlight --adrift
              docsearch highlight --edit 5f0c --comment "See also box 7."
              docsearch highlight --remove 5f0c
            """)

    enum Order: String, ExpressibleByArgument, CaseIterable { case page, modified }

    @OptionGroup var global: GlobalOptions
    @Argument(help: .init("The document.", valueName: "doc")) var document: String?
    @Option(help: "The page, counted from 1.") var page: Int?
    @Option(help: .init("The words to mark, as the page has them.", valueName: "words")) var quote: String?
    @Option(help: .init("Which occurrence of these words, counted from 1.", valueName: "number")) var occurrence: Int?
    @Option(help: .init("The characters to mark, counted from 0; 120-133 marks 120 to 132.", valueName: "from-to"))
    var range: String?
    @Option(help: "A word or two that highlights of a kind share.") var label: String?
    @Option(
        name: .customLong("highlight-color"),
        help: .init("A colour, such as #FFEE00; --color takes it, too.", valueName: "#rrggbb"))
    var tint: String?
    @Option(help: "A comment on the words.") var comment: String?
    @Flag(help: "List the highlights of the document.") var list = false
    @Flag(help: "List the highlights of all documents whose words are no longer found.") var adrift = false
    @Option(help: "With --list: by page or modified.") var sort = Order.page
    @Flag(help: "With --list or --adrift, print one JSON object.") var json = false
    @Option(
        help: .init(
            "Give a highlight another label, colour or comment; an empty value removes it.", valueName: "id")
    )
    var edit: String?
    @Option(help: .init("Remove a highlight.", valueName: "id")) var remove: String?
    @Flag(help: "Remove all highlights of the document, or of the page given with --page.") var removeAll = false
    @Flag(help: "With --remove-all: do it without asking.") var yes = false

    /// `--color` is an option of all commands. Here it also takes the colour of a highlight.
    static func expanded(_ arguments: [String]) -> [String] {
        let terminal = GlobalOptions.Color.allCases.map(\.rawValue)
        // The last argument has no value after it.
        return zip(arguments, arguments.dropFirst() + terminal.prefix(1)).flatMap { argument, next in
            let assigned = argument.hasPrefix("--color=") ? String(argument.dropFirst("--color=".count)) : nil
            if let assigned, !terminal.contains(assigned) { return ["--highlight-color", assigned] }
            return [argument == "--color" && !terminal.contains(next) ? "--highlight-color" : argument]
        }
    }

    func validate() throws {
        let isNew = quote != nil || range != nil
        if [list, adrift, edit != nil, remove != nil, removeAll, quote != nil, range != nil].count(where: \.self) != 1 {
            throw ValidationError("Give one of --quote, --range, --list, --adrift, --edit, --remove and --remove-all.")
        }
        let needsDocument = edit == nil && remove == nil && !adrift
        try refuse(if: needsDocument && document == nil, "Name a document.")
        try refuse(if: adrift && document != nil, "--adrift is for all documents; do not name one.")
        try refuse(if: !needsDocument && document != nil, "Do not name a document with an id.")
        if let quote, quote.allSatisfy(\.isWhitespace) { throw ValidationError("--quote has no words.") }
        try refuse(if: isNew && page == nil, "Give the page: --page N.")
        if edit != nil, label == nil, tint == nil, comment == nil {
            throw ValidationError("Say what to change: --label, --color or --comment.")
        }
        // An ignored option would be mistaken for an effective one.
        let options: [(name: String, isGiven: Bool, isHeeded: Bool)] = [
            ("--page", page != nil, isNew || list || removeAll), ("--occurrence", occurrence != nil, quote != nil),
            ("--label", label != nil, isNew || list || edit != nil),
            ("--color", tint != nil, isNew || list || edit != nil), ("--comment", comment != nil, isNew || edit != nil),
            ("--json", json, list || adrift), ("--yes", yes, removeAll),
        ]
        if let option = options.first(where: { $0.isGiven && !$0.isHeeded }) {
            throw ValidationError("\(option.name) cannot be used here.")
        }
    }

    func run() throws {
        let index = try global.archiveIndex(.load())
        if let edit {
            return try index.changeHighlight(edit, label: label, color: tint, comment: comment, by: Person.name)
        }
        if let remove { return try index.removeHighlight(remove, by: Person.name) }
        if adrift { return try writeAdrift(index.adriftHighlights()) }
        let found = try index.document(DocumentReference(document ?? ""))
        if list { return try write(index.highlights(of: found, page: page)) }
        if removeAll { return try removeAll(of: found, in: index) }
        let number = page ?? 0
        let draft = HighlightDraft(
            try pickRange(on: number, of: found, in: index), label: label, color: tint, comment: comment)
        let before = Set(try index.annotations(of: found).map(\.id))
        for highlight in try index.addHighlights([draft], to: found, page: number, by: Person.name) {
            let how = before.contains(highlight.id) ? "Highlighted before" : "Highlighted"
            global.say("\(how), \(highlight.id.prefix(8)): \(highlight.quote.exact.onOneLine)")
        }
    }

    private func pickRange(on number: Int, of document: ArchiveDocument, in index: ArchiveIndex) throws -> Range<Int> {
        if let range { return try Self.range(range) }
        let words = quote ?? ""
        let text = try index.pages(of: document, page: number, withLayouts: false)[0]
        let ranges = text.occurrences(of: words)
        guard let first = ranges.first else {
            let similar = text.mostSimilar(to: words).map { " The most similar words there: \(text.excerpt($0))" } ?? ""
            throw DocSearchError(
                .notFound,
                "\"\(words)\" is not on page \(number) of \"\(document.path)\". Nothing was changed.\(similar)",
                item: document.path, page: number)
        }
        guard ranges.count > 1 || occurrence != nil else { return first }
        guard let occurrence else {
            for (number, range) in ranges.prefix(Self.listed).enumerated() {
                StandardError.say("\(number + 1): \(text.excerpt(range))")
            }
            let shown = ranges.count > Self.listed ? " (the first \(Self.listed) are shown)" : ""
            throw DocSearchError(
                .ambiguous,
                "\"\(words)\" occurs \(ranges.count) times on page \(number) of \"\(document.path)\"\(shown). Nothing was changed. "
                    + "Give more words, or say which with --occurrence 1 to \(ranges.count).",
                item: document.path, page: number)
        }
        guard ranges.indices.contains(occurrence - 1) else {
            throw ValidationError("\"\(words)\" occurs \(ranges.count) times on the page: there is no \(occurrence).")
        }
        return ranges[occurrence - 1]
    }

    private static let listed = 9

    private static func range(_ text: String) throws -> Range<Int> {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard ends.count == 2, let start = ends[0], let end = ends[1], start < end else {
            throw ValidationError("\"\(text)\" is not a range such as 120-133.")
        }
        return start..<end
    }

    private func removeAll(of document: ArchiveDocument, in index: ArchiveIndex) throws {
        let count = try index.annotations(of: document)
            .count { $0.kind == .highlight && (page == nil || $0.page == page) }
        if !yes, count > 0 {
            try DocumentSelection.requireYes(
                to: "Remove \(count.counted("highlight")) of \(TerminalText.safe(document.path))?",
                orSay: "Nothing was changed. Without a terminal, use --yes.")
        }
        let removed = try index.removeHighlights(of: document, page: page, by: Person.name)
        global.say("\(removed.counted("highlight")) removed.")
    }

    private func write(_ found: [Highlight]) throws {
        if let page, document != nil, found.isEmpty { global.say("There are no highlights on page \(page).") }
        let wanted = found.filter { label == nil || $0.label == label }
            .filter { tint == nil || $0.color?.lowercased() == tint?.lowercased() }
        let sorted = sort == .page ? wanted : wanted.sorted { $0.modified > $1.modified }
        if json { return try StandardOutput.write(["highlights": sorted.map(HighlightJSON.object)]) }
        try StandardOutput.write(sorted.map { "page \($0.page), " + Self.line($0) + "\n" }.joined())
    }

    private func writeAdrift(_ found: [(document: ArchiveDocument, highlight: Highlight)]) throws {
        if json {
            let list = found.map { HighlightJSON.object($1) + ["document": $0.id, "path": $0.path] }
            return try StandardOutput.write(["highlights": list])
        }
        if found.isEmpty { global.say("No highlight is adrift.") }
        try StandardOutput.write(
            found.map {
                "\(TerminalText.safe($0.document.path)), page \($0.highlight.page), \(Self.line($0.highlight))\n"
            }.joined())
    }

    static func line(_ highlight: Highlight) -> String {
        var about = ["highlight \(highlight.id.prefix(8))"] + [highlight.label, highlight.color].compactMap { $0 }
        switch highlight.anchor {
        case nil: about.append("adrift")
        case let anchor? where anchor.sureness < 1: about.append("\(Int(anchor.sureness * 100)) % sure")
        default: break
        }
        let comment = highlight.comment.map { " – \($0)" } ?? ""
        return TerminalText.safe("\(about.joined(separator: ", ")): “\(highlight.quote.exact.onOneLine)”\(comment)")
    }
}

extension PageText {
    func excerpt(_ range: Range<Int>) -> String {
        let scalars = Array(text.unicodeScalars)
        func part(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])).onOneLine }
        let before = part(max(0, range.lowerBound - 24)..<range.lowerBound)
        let behind = part(range.upperBound..<min(scalars.count, range.upperBound + 24))
        return "…\(before) [\(part(range))] \(behind)…"
    }
}

extension String {
    var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
