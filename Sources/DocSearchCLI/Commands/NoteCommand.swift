import AnswerForms
import ArgumentParser
import DocSearch
import Foundation

struct NoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note", abstract: "Write, list and change notes on documents and pages.",
        discussion: """
            Notes are found by their words, and by note:WORD. ID is shown by --list; its first letters are enough.

            Exit codes: 0 done, 2 not done, 64 wrong usage.

            Examples:
              docsearch note minutes.pdf --page 3 "The vote was repeated in May."
              docsearch note minutes.pdf --list
              docsearch note --edit 5f0c "The vote was repeated in June."
              docsearch note --remove 5f0c
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(
        help: ArgumentHelp(
            """
            The document and the text (with --edit, the text only); - reads the text from standard input. Without a text, \
            on a terminal, your editor is started.
            """, valueName: "doc text"))
    var words: [String] = []
    @Option(help: "The page that the note is about, counted from 1; with --list: only notes on this page.")
    var page: Int?
    @Flag(help: "List the notes of the document.") var list = false
    @Option(help: .init("Give a note another text.", valueName: "id")) var edit: String?
    @Option(help: .init("Remove a note.", valueName: "id")) var remove: String?
    @Flag(help: "With --list, print one JSON object.") var json = false

    func validate() throws {
        let needed = list ? 1 : edit != nil ? 1 : remove != nil ? 0 : 2
        let actions = [list, edit != nil, remove != nil].count(where: \.self)
        try refuse(if: actions > 1, "Choose one of --list, --edit and --remove.")
        if page != nil, edit != nil || remove != nil {
            throw ValidationError(
                "A note cannot be moved to another page: use --page only with a new note or with --list.")
        }
        try refuse(if: json && !list, "--json goes with --list.")
        let isWritten = (list || remove != nil ? 0 : needed) == words.count + 1 && Terminal.isUsed
        let wanted = ["Give no argument.", "Give one argument.", "Give a document and a text."][needed]
        try refuse(if: words.count != needed && !isWritten, wanted)
    }

    func run() throws {
        let index = try global.archiveIndex(.load())
        if let remove { return try index.changeNote(remove, to: nil, by: Person.name) }
        if let edit {
            if let word = words.first { return try index.changeNote(edit, to: text(word), by: Person.name) }
            let note = try index.note(edit)
            return try Editor.write(beginningWith: note.value) { text in
                // Editors add a missing final line feed.
                let isSame = [note.value, note.value + "\n"].contains { $0.utf8.elementsEqual(text.utf8) }
                guard !isSame else { return global.say("Nothing was changed.") }
                let now = try index.note(note.id)
                guard now.value.utf8.elementsEqual(note.value.utf8) else {
                    throw DocSearchError(
                        .failed, "\(now.author) has changed the note since. Nothing was changed.", item: note.id)
                }
                try index.changeNote(note.id, to: text, by: Person.name)
            }
        }
        let document = try index.document(DocumentReference(words[0]))
        if list {
            let notes = try index.annotations(of: document)
            return try write(notes.filter { $0.kind == .note && (page == nil || $0.page == page) }, of: document)
        }
        guard words.count < 2 else { return try add(text(words[1]), to: document, in: index) }
        // Checked before the person writes a note that could not be stored.
        if let page { _ = try index.pages(of: document, page: page, withLayouts: false) }
        try Editor.write { try add($0, to: document, in: index) }
    }

    private func add(_ text: String, to document: ArchiveDocument, in index: ArchiveIndex) throws {
        let note = try index.addNote(text, to: document, page: page, by: Person.name)
        global.say("Noted, \(note.id.prefix(8)).")
    }

    private func text(_ argument: String) throws -> String {
        guard argument == "-" else { return argument }
        var bytes = Data()
        // A note that is too long is refused, so the rest of it need not be read.
        while bytes.count <= AnnotationLimits.note,
            let part = try FileHandle.standardInput.read(upToCount: AnnotationLimits.note), !part.isEmpty
        {
            bytes += part
        }
        return try Self.text(bytes)
    }

    static func text(_ bytes: Data) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw DocSearchError(
                .usage, "The text is not UTF-8. Nothing was changed. Convert it first, for example with iconv.")
        }
        return text.replacing("\r\n", with: "\n")
    }

    private func write(_ notes: [Annotation], of document: ArchiveDocument) throws {
        if json { return try StandardOutput.write(["notes": notes.map(AnnotationJSON.object)]) }
        for note in notes {
            let isAdrift = document.hasContent && note.page > document.pageCount
            let page = note.page > 0 ? ", page \(note.page)\(isAdrift ? " (adrift: there is no such page)" : "")" : ""
            let date = DocumentDate(seconds: note.modified / 1000)
            let lines = TerminalText.safe(note.value, keepingLines: true)
                .split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)\n" }
            try StandardOutput.write(
                "\(note.id.prefix(8))\(page), \(TerminalText.safe(note.author)), \(date)\n" + lines.joined())
        }
    }
}
