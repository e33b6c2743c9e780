import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Synchronization
import Testing

/// An archive with its index, and a server for it that is asked without a port.
final class ServedArchive: Sendable {
    let folder: TemporaryFolder
    let index: ArchiveIndex

    /// Stands in all that a guest may not see, and nowhere else. Tests ask for its beginning alone.
    static let canary = "kanarienzwitscher"
    static let canaryBeginning = "kanarienz"

    static let shared = Task { try await ServedArchive() }

    init() async throws {
        folder = try TemporaryFolder()
        index = ArchiveIndex(at: folder.path + "/index")
        let hostile = "<script>alert(1)</script> \"quoted\" & 'marked'"
        try write(
            [
                (
                    "minutes",
                    ["The water board met about the sluice.", "A tramway extension was granted by the board."],
                    [
                        "title": "Council minutes", "tags": ["open", "council"], "authors": ["John Smith"],
                        "date": "1931-03-05",
                    ]
                ),
                (
                    "secret", ["The \(Self.canary) of the water board."],
                    [
                        "title": "Closed \(Self.canary)", "tags": ["closed", Self.canary],
                        "authors": ["Author \(Self.canary)"],
                        "date": "1932-01-01", "language": "de",
                    ]
                ),
            ], to: "council.zip")
        try write(
            [
                (
                    "hostile", ["Text of <b>bold</b> & <script>alert(2)</script> about the sluice."],
                    ["title": hostile, "tags": ["open", "<img src=x onerror=alert(3)>"], "authors": [hostile]]
                )
            ], to: "hostile.zip")
        // A copy of an open one, under a name that may not be known.
        try write(
            [
                (
                    "hostile", ["Text of <b>bold</b> & <script>alert(2)</script> about the sluice."],
                    ["title": hostile, "tags": ["open", "<img src=x onerror=alert(3)>"], "authors": [hostile]]
                )
            ], to: "\(Self.canary).zip")
        try await index.read(folder)
        let secret = try document(titled: "Closed")
        _ = try index.addNote("A note of \(Self.canary).", to: secret, by: "tests")
        let page = try #require(try index.pages(of: secret).first)
        let range = try #require(page.occurrences(of: Self.canary).first)
        _ = try index.addHighlights([HighlightDraft(range, label: Self.canary)], to: secret, page: 1, by: "tests")
        try index.saveQuestion("closed", Self.canary, by: "tests")
    }

    private func write(_ documents: [(String, [String], [String: any Sendable])], to name: String) throws {
        let entries = try documents.flatMap { name, pages, members in
            let lines = pages.map { $0.split(separator: " ").joined(separator: " ") }
            return [
                ZipWriter.Entry("\(name).pdf", PDFWriter(texts: lines).bytes),
                ZipWriter.Entry("\(name).json", Array(try JSONSerialization.data(withJSONObject: members))),
            ]
        }
        try folder.write(ZipWriter(entries).bytes, to: "archive/\(name)")
    }

    func document(titled beginning: String) throws -> ArchiveDocument {
        var found: ArchiveDocument?
        try index.forEachDocument { document, _ in if document.title.hasPrefix(beginning) { found = found ?? document }
        }
        return try #require(found)
    }

    var documents: [ArchiveDocument] {
        get throws {
            var all: [ArchiveDocument] = []
            try index.forEachDocument { document, _ in all.append(document) }
            return all
        }
    }

    func settings() -> SiteSettings {
        var settings = SiteSettings.forTests(index: folder.path + "/index")
        settings.imageFolder = folder.path + "/images"
        return settings
    }

    /// The guest sees what is tagged `open` and has no canary in its path.
    func settingsWithTokens() -> SiteSettings {
        var settings = settings()
        settings.tokens = .forTests(guest: "tag:open -path:\(Self.canary)")
        settings.tokens?.tokens[0].visitor.rights = [.tags, .notes, .highlights]
        return settings
    }
}

/// An archive of a test's own with its index, and what a server for it is told.
struct ServedFolder: Sendable {
    let folder: TemporaryFolder
    let index: ArchiveIndex
    var settings: SiteSettings

    /// `fill` writes files below `archive`.
    init(fill: (TemporaryFolder) throws -> Void) async throws {
        folder = try TemporaryFolder()
        index = ArchiveIndex(at: folder.path + "/index")
        try fill(folder)
        try await index.read(folder)
        settings = .forTests(index: index.path)
        settings.imageFolder = folder.path + "/images"
        settings.extractorPath = try ExtractProgram.path()
    }

    /// By its whole path.
    func document(_ path: String) throws -> ArchiveDocument {
        var found: ArchiveDocument?
        try index.forEachDocument { document, _ in if document.path == path { found = document } }
        return try #require(found, "\(path)")
    }

    func site(guest filter: String) -> Site {
        var settings = settings
        settings.tokens = .forTests(guest: filter)
        return Site(settings)
    }
}

extension TokenFile {
    /// Tokens `reader`, who sees all, and `guest`, who sees what the filter lets through.
    static func forTests(guest filter: String?) -> TokenFile {
        TokenFile([
            .init(name: "reader", hash: Secret.hash("reader-token"), visitor: Visitor(name: "reader")),
            .init(name: "guest", hash: Secret.hash("guest-token"), visitor: Visitor(name: "guest", access: filter)),
        ])
    }
}

/// The real `docsearch-extract`. Its prepared processes serve one run after the other.
enum ExtractProgram {
    static func path() throws -> String {
        let path = try BuiltProgram.path("docsearch-extract")
        KeptProcesses.keep(path)
        return path
    }
}

extension IndexingOptions {
    static func forTests() throws -> IndexingOptions {
        var options = IndexingOptions()
        options.extractorPath = try ExtractProgram.path()
        options.jobs = 1
        options.ocr = .never
        return options
    }
}

extension ArchiveIndex {
    func read(_ folder: TemporaryFolder, model: MeaningModel? = nil) async throws {
        var options = try IndexingOptions.forTests()
        // What is installed on the machine is of no matter.
        options.meaning = model == nil ? .never : .auto
        options.model = model
        for try await _ in update([folder.path + "/archive"], options: options) {}
    }
}

extension SiteSettings {
    /// With time enough for a machine that runs all tests at once.
    static func forTests(index: String) -> SiteSettings {
        var settings = SiteSettings(index: index)
        settings.questionTime = .seconds(3600)
        return settings
    }
}

struct ServedArchiveError: Error, CustomStringConvertible {
    var message: String
    var description: String { message }
}

extension Site {
    /// Asks as a browser or program does that names the host. What comes in pieces is put together.
    func ask(
        _ target: String, _ method: String = "GET", _ headers: [String: String] = [:], body: String = ""
    ) async -> Answer {
        var answer = await askForPieces(target, method, headers, body: body)
        guard case .pieces(_, let write) = answer.body else { return answer }
        let bytes = Mutex<[UInt8]>([])
        do {
            try await write { piece in bytes.withLock { $0 += piece } }
        } catch {
            Issue.record("\(target) broke off: \(error)")
        }
        answer.body = .bytes(bytes.withLock { $0 })
        return answer
    }

    func askForPieces(
        _ target: String, _ method: String = "GET", _ headers: [String: String] = [:], body: String = ""
    ) async -> Answer {
        let own = ["host": "127.0.0.1:8080"].merging(headers) { $1 }
        return await answer(Visit(method, target, headers: own, body: Array(body.utf8), client: "127.0.0.1"))
    }

    /// The answer to a list, which has an address of its own.
    func follow(_ answer: Answer, _ headers: [String: String]) async -> Answer {
        guard answer.status == 303, let address = answer[header: "location"], address.hasPrefix("/batch?")
        else { return answer }
        return await ask(address, "GET", headers)
    }

    func post(_ target: String, as name: String, _ body: String = "") async -> Answer {
        await ask(target, "POST", ["authorization": "Bearer \(name)-token"], body: body)
    }

    /// The address of a link to a document, from its `/share/` on.
    func link(to id: Int64, by name: String = "guest", _ form: String = "days=7") async throws -> String {
        let answer = await post("/documents/\(id)/share", as: name, form)
        #expect(answer.status == 201, "\(answer.text)")
        let link = try #require(try answer.json()["link"] as? String)
        #expect(link.hasPrefix("http://127.0.0.1:8080/share/"))
        return String(link.dropFirst("http://127.0.0.1:8080".count))
    }

    func asGuest(_ target: String) async -> Answer { await ask(target, "GET", ["authorization": "Bearer guest-token"]) }
    func asReader(_ target: String) async -> Answer {
        await ask(target, "GET", ["authorization": "Bearer reader-token"])
    }
}

extension Answer {
    var text: String { String(decoding: bytes, as: UTF8.self) }

    func json() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }
}

extension String {
    /// The part of a link's address that all of its addresses begin with.
    var startOfLink: String { "/" + split(separator: "/").prefix(2).joined(separator: "/") }
}
