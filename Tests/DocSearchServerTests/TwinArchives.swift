import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

/// Two indexes of the same open documents: that of `whole` has closed documents as well, which were indexed last, and that of
/// `part` never had any. Who may see the open ones alone must not be able to tell which of the two is asked.
final class TwinArchives: Sendable {
    let folder: TemporaryFolder
    let whole: ArchiveIndex
    let part: ArchiveIndex
    private let hasSameBytes: Bool
    private let model = MeaningModel(StandInEmbedder(synonyms: ["floodgate": "sluice"]))

    private var openRoot: String { folder.path + "/open" }
    private func closedRoot(_ index: ArchiveIndex) -> String { index.path + "/../closed" }

    /// Every kind of fact, told by what open documents have and by what closed ones have. `open` and `closed` are the paths
    /// of the folders.
    static let filters: [@Sendable (_ open: String, _ closed: String) -> String] = [
        { _, _ in "path:open/" }, { _, _ in "-path:closed/" }, { open, _ in "path:\"\(open)/\"" },
        { _, closed in "-path:\"\(closed)/\"" }, { _, _ in "root:open" }, { _, _ in "-root:closed" },
        { open, _ in "root:\"\(open)\"" }, { _, closed in "-root:\"\(closed)\"" }, { _, _ in "tag:open" },
        { _, _ in "-tag:closed" }, { _, _ in "tag:=open" }, { _, _ in "author:smith" }, { _, _ in "-author:locke" },
        { _, _ in "person:smith" }, { _, _ in "date:..1932-06" }, { _, _ in "-date:1932-06..1940" },
        { _, _ in "lang:en" },
        { _, _ in "-lang:de" }, { _, _ in "has:notes" }, { _, _ in "-has:highlights" },
        { _, _ in "-bundle:many -bundle:C\u{D3}PY -bundle:aside" },
        { _, _ in "title:paper -kanarienzwitscher" },
    ]

    /// Of a token, `everyone`, that sees all there is, and asks before others do.
    static let filterOfEveryone = "pages:1.."

    /// Documents with the same bytes are hidden together.
    init(hasSameBytes: Bool = true) async throws {
        self.hasSameBytes = hasSameBytes
        folder = try TemporaryFolder()
        whole = ArchiveIndex(at: folder.path + "/whole/index")
        part = ArchiveIndex(at: folder.path + "/part/index")
        for name in ["whole", "part"] {
            try FileManager.default.createDirectory(
                atPath: folder.path + "/\(name)/closed", withIntermediateDirectories: true)
        }
        try writeOpen()
        try writeAside()
        // Each run writes to the disk some hundred times, which takes longer than anything else here.
        for index in [whole, part] {
            try await update(index, [openRoot, folder.path + "/\(index.name)/closed"])
        }
        try writeClosed()
        // A folder that is known by its name alone.
        try FileManager.default.createDirectory(
            atPath: folder.path + "/whole/withdrawn", withIntermediateDirectories: true)
        try await update(
            whole, [openRoot, folder.path + "/whole/closed", folder.path + "/whole/withdrawn"])
        try await update(part)
        for index in [whole, part] { try say(index) }
        // Questions may be about closed documents.
        try whole.saveQuestion("closed-things", "\(CanaryArchive.canary) OR sluice", by: "tests")
        let open = try [whole, part].map { try documents($0).filter(isOpen).map { "\($0.id) \($0.path)" } }
        try #require(open[0] == open[1] && open[0].count == 4, "the same numbers in both")
    }

    // MARK: - Documents

    private struct Document {
        var name: String
        var pages: [String]
        var members: [String: any Sendable]
        var label: String?

        func entries() throws -> [ZipWriter.Entry] {
            var pdf = PDFWriter(texts: pages)
            if let label { pdf.labels = [PDFWriter.Label(firstIndex: 0, style: nil, prefix: label)] }
            return [
                ZipWriter.Entry("\(name).pdf", pdf.bytes),
                ZipWriter.Entry("\(name).json", Array(try JSONSerialization.data(withJSONObject: members))),
            ]
        }
    }

    private func write(_ documents: [Document], to path: String) throws {
        try folder.write(ZipWriter(try documents.flatMap { try $0.entries() }).bytes, to: path)
    }

    private static let letter = Document(
        name: "letter", pages: ["A letter about the sluice and a ship by the shore."], members: open("letter"))

    private static func open(_ name: String, identifier: String? = nil) -> [String: any Sendable] {
        var members: [String: any Sendable] = [
            "title": "Paper \(name)", "tags": ["open"], "authors": ["John Smith"], "date": "1931-03-05",
            "language": "en",
            "description": "Of the borough.",
        ]
        if let identifier { members["identifier"] = identifier }
        return members
    }

    private static func closed(tagged tags: [String]) -> [String: any Sendable] {
        [
            "title": "Closed \(CanaryArchive.canary)", "tags": ["closed", CanaryArchive.canary] + tags,
            "authors": ["\(CanaryArchive.canary) Locke"], "date": "1932", "language": "de",
            "identifier": "shared-name",
        ]
    }

    private func writeOpen() throws {
        try write(
            [
                Document(
                    name: "minutes",
                    pages: [
                        "The water board met about the sluice and the tramway in the old town hall. Another page",
                        "about the board, with a ship.",
                    ], members: Self.open("minutes", identifier: "shared-name"), label: "A-")
            ], to: "open/minutes.zip")
        try write([Self.letter], to: "open/letter.zip")
        // Its identifier is the path of a closed document.
        try write(
            [
                Document(
                    name: "plan",
                    pages: ["Plan of the sluices: water, water, water.", "Sluice. The board has seen it."],
                    members: Self.open("plan", identifier: "many.zip!/one0.pdf"))
            ], to: "open/plan.zip")
    }

    /// More than a page of suggestions, of similar words, and of documents with the same identifier. `tags` are given to each.
    func writeClosed(tagged tags: [String] = []) throws {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        let crowd = (0..<260).map { "s\(letters[$0 / 26])\(letters[$0 % 26])x" }
        let similar = letters.map { "sluis\($0)" }
        // Words beyond the edge of a page are not on it.
        let lines = [crowd, similar].flatMap { words in
            stride(from: 0, to: words.count, by: 12)
                .map { words[$0..<min(words.count, $0 + 12)].joined(separator: " ") }
        }
        let text = (lines + ["The ship of the water board, \(CanaryArchive.canary)."])
            .joined(separator: "\n")
        let members = Self.closed(tagged: tags)
        // What goes on overleaf in an open document does so here as well.
        let pages = [text + " Another page", "about the board, with a ship."]
        try write(
            (0..<24).map {
                Document(name: "one\($0)", pages: [pages[0], "\(pages[1]) \($0)"], members: members, label: "A-")
            },
            to: "whole/closed/many.zip")
        // The same words as an open one, and the same bytes.
        let same = Document(name: "same", pages: Self.letter.pages, members: members)
        var copy = Self.letter
        copy.members = members
        copy.members["title"] = "Paper letter"
        copy.members.removeValue(forKey: "description")
        copy.pages[0] += " \(CanaryArchive.canary)"
        try write(hasSameBytes ? [copy, same] : [copy], to: "whole/closed/c\u{F3}py.zip")
    }

    /// A bundle of an open document that has a closed one as well in `whole`. Its path is one of those that are closed.
    func writeAside(tagged tags: [String] = []) throws {
        let aside = Document(
            name: "aside", pages: ["What the board said of a ship, aside."], members: Self.open("aside"))
        let beside = Document(
            name: "beside", pages: ["The ship of the board, \(CanaryArchive.canary)."],
            members: Self.closed(tagged: tags))
        try write([aside, beside], to: "whole/closed/aside.zip")
        // 3 February 2001, as of the closed document.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 981_173_106)],
            ofItemAtPath: folder.path + "/whole/closed/aside.zip")
        try write([aside], to: "part/closed/aside.zip")
    }

    func update(_ index: ArchiveIndex, _ roots: [String] = []) async throws {
        var options = try IndexingOptions.forTests()
        options.model = model
        for try await _ in index.update(roots, options: options) {}
    }

    /// The same words are said of open documents and, as comments, of closed ones.
    private func say(_ index: ArchiveIndex) throws {
        for document in try documents(index) {
            guard let page = try index.pages(of: document).first else { continue }
            if isOpen(document), document.title != "Paper plan" {
                let more = document.title == "Paper letter" ? " The sluice." : ""
                _ = try index.addNote("Seen at the quay.\(more)", to: document, page: 1, by: "tests")
            } else if !isOpen(document), let range = page.occurrences(of: "ship").first {
                let draft = HighlightDraft(range, label: CanaryArchive.canary, comment: "The quay.")
                try index.addHighlights([draft], to: document, page: 1, by: CanaryArchive.canary)
            }
        }
    }

    func documents(_ index: ArchiveIndex) throws -> [ArchiveDocument] {
        var all: [ArchiveDocument] = []
        try index.forEachDocument { document, _ in all.append(document) }
        return all
    }

    func closed(_ index: ArchiveIndex) throws -> [ArchiveDocument] { try documents(index).filter { !isOpen($0) } }

    func isOpen(_ document: ArchiveDocument) -> Bool {
        document.title.hasPrefix("Paper") && document.tags.contains("open")
    }

    // MARK: - Changes

    /// Another state of both indexes, in which the same is said of open documents.
    func change(_ number: Int) throws {
        for index in [whole, part] {
            let document = try index.document(
                linked: DocumentReference("letter.zip!/letter.pdf"), access: "path:open/")
            let tag = ["odd"]
            _ =
                number % 2 == 0
                ? try index.tag([document], adding: tag, by: "tests")
                : try index.tag([document], removing: tag, by: "tests")
        }
    }

    /// Closed documents are hidden now, and another one in the archive that had none: that nothing is hidden may be seen.
    func hideClosed() async throws {
        try write(
            [Document(name: "other", pages: ["Nothing."], members: ["title": "Closed"])], to: "part/closed/other.zip")
        try await update(part)
        for index in [whole, part] {
            try index.hide(closed(index), by: "tests")
        }
    }

    /// A run that reads a document again, in both.
    func readAgain() async throws {
        var letter = Self.letter
        letter.pages = ["A letter about the sluice and a second ship by the shore.", "The board has a second page."]
        try write([letter], to: "open/letter.zip")
        for index in [whole, part] { try await update(index) }
    }

    // MARK: - Servers

    /// Servers that have just started. Each filter has a token, `guest-0` and so on; all may write.
    func sites() throws -> (whole: Site, part: Site) { (try site(whole), try site(part)) }

    /// The same for everyone, without tokens.
    func publicSites() throws -> (whole: Site, part: Site) {
        func site(_ index: ArchiveIndex) throws -> Site {
            var settings = try settings(index)
            settings.isPublic = true
            return Site(settings)
        }
        return (try site(whole), try site(part))
    }

    func settings(_ index: ArchiveIndex) throws -> SiteSettings {
        var settings = SiteSettings.forTests(index: index.path)
        settings.imageFolder = folder.path + "/\(index.name)/images"
        settings.extractorPath = try ExtractProgram.path()
        settings.requestsPerSecond = nil
        settings.model = model
        // The second is the identifier of an open document and the path of a closed one.
        settings.configuration.pinned = ["shared-name", "many.zip!/one0.pdf"]
        return settings
    }

    private func site(_ index: ArchiveIndex) throws -> Site {
        var settings = try settings(index)
        let filters = Self.filters.map { $0(openRoot, folder.path + "/\(index.name)/closed") }
        func token(_ name: String, _ filter: String) -> TokenFile.Token {
            let visitor = Visitor(name: "guest", access: filter, rights: Set(Visitor.Right.allCases))
            return .init(name: "guest", hash: Secret.hash("\(name)-token"), visitor: visitor)
        }
        settings.tokens = TokenFile(
            filters.enumerated().map { token("guest-\($0)", $1) } + [token("everyone", Self.filterOfEveryone)])
        return Site(settings)
    }
}

extension ArchiveIndex {
    /// Of the twin that it belongs to.
    fileprivate var name: String { path.split(separator: "/").suffix(2).first.map(String.init) ?? "" }
}
