import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

/// An archive in which closed documents have a word of their own in everything that a document can have: texts, metadata,
/// names of files and folders, labels of pages, and what people said. The guest may see the open ones alone.
final class CanaryArchive: Sendable {
    let folder: TemporaryFolder
    let index: ArchiveIndex

    /// Tests ask for its beginning, for words that are spelt like it, and for what stands beside it, but never for the whole.
    static let canary = "kanarienzwitscher"
    static let beginning = "kanarienz"
    static let similar = "kanarienzwitscha"

    /// Has vectors of closed pages as well. What is asked for may mean what they say.
    let model = MeaningModel(StandInEmbedder(synonyms: ["floodgate": "sluice", "secret": canary]))

    static let shared = Task { try await CanaryArchive() }

    init() async throws {
        folder = try TemporaryFolder()
        index = ArchiveIndex(at: folder.path + "/index")
        let canary = Self.canary
        let minutes = "The water board met about the sluice and the tramway in the old town hall of the borough."
        try write(
            "open.zip", "minutes", [minutes, "Another page about the board."], ["title": "Minutes", "tags": ["open"]])
        // Nearly the same text as an open one.
        try write(
            "\(canary) folder/closed.zip", "closed \(canary)", [minutes + " It was \(canary)."],
            [
                "title": "Minutes \(canary)", "tags": ["closed", canary], "authors": ["\(canary) Smith"],
                "date": "1932-01-01", "language": "de", "identifier": canary, "description": "About \(canary).",
            ], label: canary)
        // Beside an open document in the same bundle.
        try write(
            "mixed.zip", "letter", ["A letter about the sluice."], ["title": "Letter", "tags": ["open"]],
            more: [
                ZipWriter.Entry("\(canary).pdf", PDFWriter(texts: ["The \(canary) sluice."]).bytes),
                ZipWriter.Entry("\(canary).json", Array(#"{"title":"Beside \#(canary)","tags":["closed"]}"#.utf8)),
            ])
        // The same bytes as an open one.
        try write("\(canary).zip", "letter", ["A letter about the sluice."], ["title": "Letter", "tags": ["open"]])
        try await index.read(folder, model: model)
        try say()
    }

    private func say() throws {
        let canary = Self.canary
        for document in try documents where isClosed(document) {
            _ = try index.addNote("A note of \(canary).", to: document, page: 1, by: canary)
            _ = try index.tag([document], adding: ["said \(canary)"], removing: [], by: canary)
            guard let page = try index.pages(of: document).first, let range = page.occurrences(of: "sluice").first
            else {
                continue
            }
            _ = try index.addHighlights(
                [HighlightDraft(range, label: canary, comment: canary)], to: document, page: 1, by: canary)
        }
        try index.saveQuestion("closed-things", canary, by: "tests")
        try index.saveQuestion("about-\(canary)", "sluice", by: "tests")
    }

    private func write(
        _ name: String, _ document: String, _ texts: [String], _ members: [String: any Sendable],
        label: String? = nil, more: [ZipWriter.Entry] = []
    ) throws {
        var pdf = PDFWriter(texts: texts)
        if let label { pdf.labels = [PDFWriter.Label(firstIndex: 0, style: nil, prefix: label)] }
        let entries =
            [
                ZipWriter.Entry("\(document).pdf", pdf.bytes),
                ZipWriter.Entry("\(document).json", Array(try JSONSerialization.data(withJSONObject: members))),
            ] + more
        try folder.write(ZipWriter(entries).bytes, to: "archive/\(name)")
    }

    var documents: [ArchiveDocument] {
        get throws {
            var all: [ArchiveDocument] = []
            try index.forEachDocument { document, _ in all.append(document) }
            return all
        }
    }

    /// As the filter of the tokens says it, in other words.
    func isClosed(_ document: ArchiveDocument) -> Bool {
        !document.tags.contains("open") || document.path.contains(Self.canary)
    }

    /// Tokens `reader`, who sees all, and `guest` and `clerk`, who see what is open; the clerk may write.
    func site() throws -> Site {
        var settings = SiteSettings.forTests(index: folder.path + "/index")
        settings.imageFolder = folder.path + "/images"
        settings.extractorPath = try ExtractProgram.path()
        settings.requestsPerSecond = nil
        settings.model = model
        let filter = "tag:open -path:\(Self.canary)"
        settings.tokens = TokenFile(
            [("reader", nil, []), ("guest", filter, []), ("clerk", filter, Visitor.Right.allCases)].map {
                name, access, rights in
                var visitor = Visitor()
                (visitor.name, visitor.access, visitor.rights) = (name, access, Set(rights))
                return .init(name: name, hash: Secret.hash("\(name)-token"), visitor: visitor)
            })
        return Site(settings)
    }
}
