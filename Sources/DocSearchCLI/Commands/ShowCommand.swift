import AnswerForms
import ArgumentParser
import DocSearch

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a document's metadata and text.",
        discussion: """
            DOC is a document's number, its path as "docsearch find" shows it (bundle.zip!/entry.pdf), its path on \
            disk, or its identifier if only one document has it.

            Exit codes: 0 done, 2 not done, 64 wrong usage.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: .init("The document.", valueName: "doc")) var document: String
    @Option(help: "Only this page, counted from 1.") var page: Int?
    @Flag(help: "Print one JSON object.") var json = false
    @Flag(help: "Print the bundle's metadata as it was found.") var raw = false
    @Option(help: .init("Mark the words of a query in the text.", valueName: "query")) var marks: String?
    @Flag(help: "All texts that are kept, what made each, and which searches use.") var versions = false

    func validate() throws {
        try refuse(if: versions && (raw || marks != nil), "--versions cannot be given with --raw or --marks.")
    }

    func run() throws {
        let index = try global.archiveIndex(.load())
        let found = try index.document(DocumentReference(document))
        if raw {
            guard let metadata = found.rawMetadata else {
                throw DocSearchError(.notFound, "\"\(found.path)\" has no metadata of its own.")
            }
            return try StandardOutput.write(TerminalText.safe(metadata, keepingLines: true) + "\n")
        }
        if versions {
            let versions = try index.textVersions(of: found, page: page)
            if json { return try StandardOutput.write(["versions": versions.map(Self.object)] as JSONObject) }
            return try StandardOutput.write(versions.map(text).joined(separator: "\n") + "\n")
        }
        let pages = try index.pages(of: found, page: page)
        if json { return try StandardOutput.write(try object(found, pages, in: index)) }
        try StandardOutput.write(try text(found, pages, in: index))
    }

    private func object(_ document: ArchiveDocument, _ pages: [PageText], in index: ArchiveIndex) throws -> JSONObject {
        let highlights = Dictionary(grouping: try index.highlights(of: document, page: page), by: \.page)
        let corrections = Dictionary(grouping: try index.corrections(of: document, page: page), by: \.page)
        let said = try index.annotations(of: document)
        let copies = try index.annotationsOnCopies(of: document)
        // Texts are shown even if their source is unknown: file and root are null then.
        return DocumentJSON.object(document, file: try? index.location(of: document))
            + ["root": try? index.root(of: document)] + DocumentJSON.whole(document, said: said, ofCopies: copies)
            + [
                "pages": pages.map {
                    PageJSON.object(
                        $0, highlights: highlights[$0.page] ?? [], corrections: corrections[$0.page] ?? [],
                        repair: Remedy.repair.command)
                }
            ]
    }

    private static func object(_ version: TextVersion) -> JSONObject {
        [
            "page": version.page, "origin": version.origin?.rawValue ?? "correction", "engine": version.engine,
            "languages": version.languages, "asked": version.asked, "confidence": version.confidence,
            "reasons": version.reasons, "taken": version.isTaken, "text": version.text,
        ]
    }

    private func text(_ version: TextVersion) -> String {
        let parts: [String?] = [
            version.origin.map(\.rawValue) ?? "corrected by people", version.engine.isEmpty ? nil : version.engine,
            version.languages.isEmpty ? nil : version.languages.joined(separator: "+"),
            version.confidence.map { "\(Int($0 * 100)) % sure" },
            version.asked.map { "asked for on \(DocumentDate(seconds: $0))" },
            version.isTaken ? "in use" : nil,
        ]
        let reasons = version.reasons.isEmpty ? "" : " (\(version.reasons.joined(separator: "; ")))"
        let head = parts.compactMap(\.self).joined(separator: ", ") + reasons
        return global.style.strong("--- page \(version.page) [\(TerminalText.safe(head))]") + "\n"
            + TerminalText.safe(version.text, keepingLines: true)
    }

    /// Decisions belong to a place when two documents have the same bytes.
    private static func line(_ copy: AnnotatedCopy) -> String {
        let said = copy.annotations.map { annotation in
            // What these have is for programs.
            let text = [.highlight, .correction].contains(annotation.kind) ? "" : annotation.value
            let value = text.split(separator: "\n").first.map { $0.prefix(60) } ?? ""
            return value.isEmpty ? annotation.kind.rawValue : "\(annotation.kind.rawValue) \(value)"
        }
        let shown = said.prefix(5).joined(separator: ", ") + (said.count > 5 ? " and \(said.count - 5) more" : "")
        let other = copy.document
        return TerminalText.safe("Document \(other.id) with the same bytes, \(other.path), has \(shown)")
    }

    private func text(_ document: ArchiveDocument, _ pages: [PageText], in index: ArchiveIndex) throws -> String {
        let style = global.style
        var lines: [String] = []
        if page == nil {
            let date = document.date.map { "\($0)\(document.dateOrigin == .name ? " (from a name)" : "")" }
            let title = document.title + (document.hasGuessedTitle ? " (guessed from its text)" : "")
            let language = document.language.map {
                "\($0)\(document.languageOrigin == .text ? " (from its text)" : "")"
            }
            let corrections = document.corrected.sorted { $0.key.rawValue < $1.key.rawValue }
                .map { kind, before in before.isEmpty ? kind.rawValue : "\(kind.rawValue), was \(before)" }
            let fields: [(String, String?)] = [
                ("Title", title), ("Author", document.authors.joined(separator: "; ")),
                ("Address", document.authorAddresses.joined(separator: "; ")), ("Date", date),
                ("Tags", document.tags.joined(separator: ", ")), ("Language", language),
                ("Description", document.summary), ("Identifier", document.identifier), ("Path", document.path),
                ("Document", String(document.id)), ("Format", document.format), ("Pages", String(document.pageCount)),
                ("Hidden", document.isHidden ? "yes" : nil), ("Corrected", corrections.joined(separator: "; ")),
            ]
            for case (let name, let value?) in fields where !value.isEmpty {
                lines.append("\(name): \(TerminalText.safe(value))")
            }
            lines += document.details.map {
                TerminalText.safe("\($0.kind == .package ? "Package, " : "")\($0.label): \($0.value)")
            }
            for note in try index.annotations(of: document) where note.kind == .note {
                let page = note.page > 0 ? " on page \(note.page)" : ""
                lines.append("Note\(page): \(TerminalText.safe(note.value, keepingLines: true))")
            }
            lines += try index.annotationsOnCopies(of: document).map(Self.line)
        }
        let highlights = Dictionary(grouping: try index.highlights(of: document, page: page), by: \.page)
        let corrections = Dictionary(grouping: try index.corrections(of: document, page: page), by: \.page)
        for page in pages {
            let label = page.label.map { " (\"\(TerminalText.safe($0))\")" } ?? ""
            let confidence = page.confidence.map { ", \(Int($0 * 100)) % sure" } ?? ""
            var source = page.origin.map { "\($0.rawValue)\(confidence)" } ?? "no text"
            if page.originalText != nil { source += ", corrected" }
            if page.verdict != .good || page.origin == nil {
                source += ", layer \(page.verdict?.rawValue ?? "unknown")"
            }
            if !page.reasons.isEmpty { source += " (\(TerminalText.safe(page.reasons.joined(separator: "; "))))" }
            lines += ["", style.strong("--- page \(page.page)\(label) [\(source)]")]
            if let damage = page.damage { lines.append(style.strong("\(damage) \(Remedy.repair.command)")) }
            lines += (highlights[page.page] ?? []).map { style.faint(HighlightCommand.line($0)) }
            lines += (corrections[page.page] ?? []).map { style.faint(CorrectCommand.line($0)) }
            let ranges = try marks.map { try index.marks(of: $0, in: page) } ?? []
            lines.append(style.marked(page.text, at: ranges, keepingLines: true))
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
