import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

@Suite("What everyone sees where everything may be read")
struct PublicSiteTests {
    private static let note = "zoologists"
    private static let account = "mr.keeper"

    /// An archive with notes, one of them on one of two copies, a highlight, a saved question and a hidden document.
    private static let archive = Task {
        let archive = try await ServedArchive()
        let council = try archive.document(titled: "Council")
        _ = try archive.index.addNote("What \(note) think.", to: council, page: 1, by: account)
        let page = try #require(try archive.index.pages(of: council).first)
        let range = try #require(page.occurrences(of: "sluice").first)
        _ = try archive.index.addHighlights(
            [HighlightDraft(range, label: "botanists", comment: "As geologists say.")], to: council, page: 1,
            by: account)
        _ = try archive.index.addNote("What \(note) think of copies.", to: copies(archive).said, page: 1, by: account)
        try archive.index.saveQuestion("floods", "sluice", by: account)
        _ = try archive.index.hide([archive.document(titled: "Closed")], by: account)
        return archive
    }

    private static func copies(_ archive: ServedArchive) throws -> (said: ArchiveDocument, other: ArchiveDocument) {
        let copies = try archive.documents.filter { $0.path.hasSuffix("hostile.pdf") }
        try #require(copies.count == 2)
        return (copies[0], copies[1])
    }

    private func site(showing extras: Set<Visitor.Extra> = []) async throws -> Site {
        var settings = try await Self.archive.value.settings()
        settings.isPublic = true
        settings.publicExtras = extras
        return Site(settings)
    }

    /// Whatever tells of notes, accounts, questions and hidden documents.
    private func targets() async throws -> [String] {
        let archive = try await Self.archive.value
        let (open, hidden) = (try archive.document(titled: "Council").id, try archive.document(titled: "Closed").id)
        let copy = try Self.copies(archive).other.id
        let questions = [
            "zoolog*", "zoologists", "sluice OR zoologists", "note:zoolog*", "label:botan*", "geologists", "@floods",
            "board",
        ].map {
            "/api/v1/search?hidden=true&q=\(PercentCoding.encoded($0))"
        }
        return questions + [
            "/", "/?q=zoologists", "/?q=sluice", "/?q=note:zoolog*",
            "/documents/\(open)", "/documents/\(open)?q=note:zoolog*", "/documents/\(open)/pages/1",
            "/api/v1/documents/\(open)", "/api/v1/documents/\(copy)", "/api/v1/documents/\(open)/pages/1",
            "/iiif/presentation/3/\(open)/said/1",
            "/documents/\(hidden)", "/api/v1/documents/\(hidden)", "/documents/\(hidden)/pages/1.txt",
            "/iiif/presentation/3/\(hidden)/manifest", "/iiif/presentation/3/collection/1",
            "/api/v1/context?hidden=true&q=board", "/api/v1/search?q=sluice&filter=has:highlights",
        ]
    }

    @Test func withoutBeingAskedForNothingOfThatIsShown() async throws {
        let site = try await site()
        let told = [
            "what zoologists", "as geologists", "botanists</", "\"botanists\"", Self.account, "floods</", "@floods",
        ]
        for target in try await targets() {
            let text = await site.ask(target).text
            let asked = PercentCoding.decoded(target)
            for word in told where !asked.contains(word) {
                #expect(!text.lowercased().contains(word), "\(target) tells of \(word)")
            }
            // The copy in a file of that name is not hidden.
            let rest = text.replacing("\(ServedArchive.canary).zip!/hostile.pdf", with: "")
            #expect(asked.contains(ServedArchive.canary) || !rest.contains(ServedArchive.canary), "\(target)")
        }
        for query in ["zoologists", "note:zoolog*", "label:botan*", "geologists"] {
            let answer = await site.ask("/api/v1/search?meaning=off&q=\(PercentCoding.encoded(query))")
            #expect(try answer.json()["total"] as? Int == 0, "\(query)")
        }
        let copy = try await Self.copies(Self.archive.value).other.id
        let saidOfCopies = try await site.ask("/api/v1/documents/\(copy)").json()["said_of_copies"] as? [Any]
        #expect(saidOfCopies?.isEmpty == true)
        let marked = await site.ask("/api/v1/search?q=sluice&filter=has:highlights")
        #expect(try marked.json()["total"] as? Int == 0)
        #expect(await site.ask("/api/v1/search?q=@floods").status == 404)
        let hidden = try await Self.archive.value.document(titled: "Closed").id
        for target in ["/documents/\(hidden)", "/night", "/metrics"] {
            #expect(await site.ask(target).status == 404, "\(target)")
        }
    }

    @Test(arguments: Visitor.Extra.allCases)
    func eachIsShownByItself(extra: Visitor.Extra) async throws {
        let site = try await site(showing: extra == .names ? [.names, .notes] : [extra])
        var text = ""
        for target in try await targets() { text += await site.ask(target).text }
        #expect(text.contains("What \(Self.note)") == [.notes, .names].contains(extra))
        #expect(text.contains("As geologists") == [.notes, .names].contains(extra))
        #expect(text.contains(Self.account) == (extra == .names))
        #expect(
            text.contains(">floods<") == (extra == .questions) || text.contains("floods</bdi>") == (extra == .questions)
        )
        #expect(text.contains("The \(ServedArchive.canary) of the water board") == (extra == .hidden))
    }

    /// Letter by letter a note could be guessed by what its words make of others: a year that is no date of a document with
    /// these words is a word, and is marked then.
    @Test func whatIsMarkedOnAPageTellsNothingOfNotes() async throws {
        let flood: [ZipWriter.Entry] = [
            .init("flood.pdf", PDFWriter(texts: ["The floods of 1931 and 1932."]).bytes),
            .init("flood.json", Array(#"{"title": "Flood", "date": "1931-03-05"}"#.utf8)),
        ]
        let served = try await ServedFolder { try $0.write(ZipWriter(flood).bytes, to: "archive/flood.zip") }
        let document = try served.document("flood.zip!/flood.pdf")
        _ = try served.index.addNote("What \(Self.note) think.", to: document, page: 1, by: Self.account)
        var settings = served.settings
        func marks(_ address: String, asked word: String) async -> Int {
            let answer = await Site(settings).ask("/documents/\(document.id)\(address)?q=\(word)+in+1932")
            #expect(answer.status == 200)
            return ["<mark", "class=\"badge\""].map { answer.text.components(separatedBy: $0).count - 1 }.reduce(
                0, +)
        }
        for address in ["", "/pages/1"] {
            settings.isPublic = false
            #expect(await marks(address, asked: Self.note) > 0, "users of this machine see the note: \(address)")
            settings.isPublic = true
            let ofNone = await marks(address, asked: "botanists")
            #expect(await marks(address, asked: Self.note) == ofNone, "\(address)")
        }
    }

    @Test func usersOfThisMachineSeeAll() async throws {
        let site = Site(try await Self.archive.value.settings())
        var text = ""
        for target in try await targets() { text += await site.ask(target).text }
        #expect(text.contains("What \(Self.note)"))
        #expect(text.contains(Self.account))
        #expect(text.contains("The \(ServedArchive.canary) of the water board"))
    }
}
