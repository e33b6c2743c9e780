import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

@Suite struct RestrictedVisitorTests {
    private func site(_ archive: ServedArchive, guestSees filter: String) -> Site {
        var settings = archive.settings()
        var guest = Visitor()
        (guest.name, guest.access) = ("guest", filter)
        settings.tokens = TokenFile([.init(name: "guest", hash: Secret.hash("guest-token"), visitor: guest)])
        return Site(settings)
    }

    @Test func whichWordsOfALongQueryAreLeftOutTellsNothingOfClosedDocuments() async throws {
        let site = Site(try await ServedArchive.shared.value.settingsWithTokens())
        let words = (0..<64).map { "n\($0)" }.joined(separator: "+")
        func hints(_ probe: String) async throws -> String {
            let answer = try await site.asGuest("/api/v1/search?q=\(words)+\(probe)").json()
            let all = (answer["hints"] as? [String] ?? []).joined(separator: " ")
            return all.replacing(probe, with: "PROBE")
        }
        #expect(try await hints(ServedArchive.canary) == hints("zanarienzwitscher"))
    }

    @Test func aFilterOverWhatPeopleSaidLetsNoOneInWithoutIt() async throws {
        let archive = try await ServedArchive()
        let document = try archive.document(titled: "Council")
        try archive.index.tag([document], adding: ["withdrawn"], removing: [], by: "tests")
        #expect(await site(archive, guestSees: "-tag:withdrawn").asGuest("/documents/\(document.id)").status == 404)
        for name in ["user.sqlite", "user.sqlite-wal", "user.sqlite-shm"] {
            let file = archive.folder.path + "/index/" + name
            if FileManager.default.fileExists(atPath: file) { try FileManager.default.removeItem(atPath: file) }
        }
        let site = site(archive, guestSees: "-tag:withdrawn")
        for target in [
            "/?q=board", "/documents/\(document.id)", "/api/v1/search?q=board", "/documents/\(document.id)/pages/1.txt",
        ] {
            let answer = await site.asGuest(target)
            #expect(answer.status >= 400, "\(target)")
            #expect(!answer.text.contains("tramway"), "\(target)")
        }
    }

    @Test func thatAClosedDocumentLiesInTheSameBundleIsNotTold() async throws {
        let archive = try await ServedArchive()
        let both = ["open", "closed"].flatMap { name in
            [
                ZipWriter.Entry("\(name).pdf", PDFWriter(texts: ["A \(name) page on dahlias."]).bytes),
                ZipWriter.Entry("\(name).json", Array("{\"title\": \"Dahlias\", \"tags\": [\"\(name)\"]}".utf8)),
            ]
        }
        try archive.folder.write(ZipWriter(both).bytes, to: "archive/dahlias.zip")
        try await archive.index.read(archive.folder)
        func total(_ site: Site) async throws -> Int? {
            try await site.asGuest("/api/v1/search?q=dahlias+has:attachments").json()["total"] as? Int
        }
        #expect(try await total(site(archive, guestSees: "title:dahlias")) == 0)
        #expect(try archive.index.search(SearchRequest("dahlias has:attachments")).total == 2)
    }

    /// Whether the time of a bundle counts must not tell whether there is another document in it. A PDF by itself has its own.
    @Test func noDocumentHasTheTimeOfItsBundle() async throws {
        let archive = try await ServedArchive()
        let pdf = { (name: String) in PDFWriter(texts: ["A page on dahlias, \(name)."]).bytes }
        try archive.folder.write(pdf("alone"), to: "archive/alone.pdf")
        for names in [["one"], ["two", "three"]] {
            let zip = ZipWriter(names.map { ZipWriter.Entry("\($0).pdf", pdf($0)) })
            try archive.folder.write(zip.bytes, to: "archive/\(names[0]).zip")
        }
        try await archive.index.read(archive.folder)
        func total(_ question: String) async throws -> Int? {
            let target = "/api/v1/search?all=true&q=dahlias+\(question)"
            return try await site(archive, guestSees: "dahlias").asGuest(target).json()["total"] as? Int
        }
        #expect(try await total("modified:2000..") == 1)
        #expect(try await total("-modified:2000..") == 3)
        #expect(try archive.index.search(SearchRequest("dahlias modified:2000..")).total == 4)
    }

    @Test func hiddenDocumentsCountNeitherInSuggestionsNorOnTheFirstPage() async throws {
        let archive = try await ServedArchive()
        let site = Site(archive.settingsWithTokens())
        func words() async throws -> [String?] {
            let answer = try await site.asGuest("/api/v1/suggest?prefix=tramw").json()
            return try #require(answer["words"] as? [[String: Any]]).map { $0["text"] as? String }
        }
        #expect(try await words() == ["tramway"])
        #expect(await site.asGuest("/").text.contains("Search 2 documents"))
        try archive.index.hide([archive.document(titled: "Council")], by: "tests")
        #expect(try await words() == [])
        #expect(await site.asGuest("/").text.contains("Search 1 document"))
        #expect(!(await site.asGuest("/").text.contains("John Smith")))
    }

    @Test func aHighlightIsRemovedFromItsOwnPageAlone() async throws {
        let archive = try await ServedArchive()
        let (council, secret) = (try archive.document(titled: "Council"), try archive.document(titled: "Closed"))
        let id = try #require(try archive.index.highlights(of: secret, page: 1).first?.id)
        let range = try #require(try archive.index.pages(of: council).first?.occurrences(of: "sluice").first)
        try archive.index.addHighlights([HighlightDraft(range, label: "seen")], to: council, page: 1, by: "tests")
        var settings = archive.settings()
        settings.anonymousRights = Set(Visitor.Right.allCases)
        for page in 1...2 {
            let answer = await Site(settings).ask(
                "/documents/\(council.id)/pages/\(page)/highlights", "POST", body: "remove=\(id)")
            #expect(answer.status == 404)
        }
        #expect(try archive.index.highlights(of: secret, page: 1).map(\.id) == [id])
    }

    @Test func noDocumentIsShownToStrangersWhereItIsNotKnownWhichAreHidden() async throws {
        let archive = try await ServedArchive()
        let document = try archive.document(titled: "Council")
        try archive.index.hide([document], by: "tests")
        var settings = archive.settings()
        settings.isPublic = true
        #expect(await Site(settings).ask("/api/v1/search?q=board").status == 200)
        for name in ["user.sqlite", "user.sqlite-wal", "user.sqlite-shm"] {
            let file = archive.folder.path + "/index/" + name
            if FileManager.default.fileExists(atPath: file) { try FileManager.default.removeItem(atPath: file) }
        }
        try Data("rubbish".utf8).write(to: URL(filePath: archive.folder.path + "/index/user.sqlite"))
        let site = Site(settings)
        for target in [
            "/?q=board", "/", "/documents/\(document.id)", "/api/v1/search?q=board", "/api/v1/suggest?q=tramw",
            "/documents/\(document.id)/pages/1.txt",
        ] {
            let answer = await site.ask(target)
            #expect(answer.status >= 500, "\(target)")
            #expect(!answer.text.contains("tramway"), "\(target)")
        }
    }

    @Test func aFilterOverAFolderThatIsNotKnownLetsNoOneIn() async throws {
        let archive = try await ServedArchive.shared.value
        let site = site(archive, guestSees: "-root:withdrawn")
        let answer = await site.asGuest("/api/v1/search?q=board")
        #expect(answer.status == 500)
        #expect(!answer.text.contains("root"), "the filter is not for the guest to read")
        let tokens = try #require(site.settings.tokens)
        #expect(throws: DocSearchError.self) { try tokens.check(with: archive.index) }
        let known = TokenFile(
            tokens.tokens.map { token in
                var token = token
                token.visitor.access = "-root:archive"
                return token
            })
        #expect(throws: Never.self) { try known.check(with: archive.index) }
        #expect(throws: Never.self) { try known.check(with: ArchiveIndex(at: archive.folder.path + "/nothing")) }
    }

    @Test func whichFoldersThereAreIsNotToldToThoseWithAFilter() async throws {
        let archive = try await ServedArchive.shared.value
        let site = Site(archive.settingsWithTokens())
        let target = "/api/v1/search?q=sluice+root:nowhere"
        let told = await site.asReader(target).text
        #expect(told.contains("archive"), "the reader is told what folders there are")
        #expect(!told.contains(archive.folder.path))
        #expect(!(await site.asGuest(target).text.contains("archive")))
    }

    /// Part by part it could be guessed where the archive lies.
    @Test func nobodyLearnsWhereTheArchiveLies() async throws {
        let archive = try await ServedArchive.shared.value
        let folder = archive.folder.path + "/archive"
        let site = Site(archive.settings())
        func total(_ question: String, _ more: String = "") async throws -> Int? {
            try await site.ask("/api/v1/search?meaning=off&q=\(PercentCoding.encoded(question))\(more)").json()["total"]
                as? Int
        }
        for filter in ["path:\"\(folder)/\"", "root:\"\(folder)\""] {
            #expect(try await total("sluice", "&filter=\(PercentCoding.encoded(filter))") == 0, "\(filter)")
        }
        // Nor by what is marked in a document.
        let council = try archive.document(titled: "Council").id
        for (fact, isFound) in [("path:\"\(folder)/\"", false), ("path:council", true)] {
            let page = await site.ask("/documents/\(council)?q=\(PercentCoding.encoded("sluice \(fact)"))")
            #expect(page.text.contains("class=\"found\"") == isFound, "\(fact)")
        }
        #expect(try await total("council.zip") == 2)
        #expect(try await total("\(folder)/council.zip") == total("/nowhere\(folder)/council.zip"))
    }

    @Test func linksAskNothingOfTheFileSystem() async throws {
        let archive = try await ServedArchive.shared.value
        let site = Site(archive.settings())
        let document = try archive.document(titled: "Council")
        let file = archive.folder.path + "/archive/council.zip!/minutes.pdf"
        #expect(await site.ask("/id/\(PercentCoding.encoded(document.path))").status == 302)
        #expect(await site.ask("/id/\(PercentCoding.encoded(file))").status == 404)
        #expect(await site.ask("/id/" + String(repeating: "!%2F", count: 4000)).status == 404)
    }

    @Test func aNumberIsNoIdentifier() async throws {
        let folder = try TemporaryFolder()
        let zip = ZipWriter([
            ZipWriter.Entry("a.pdf", PDFWriter(texts: ["Seventeen."]).bytes),
            ZipWriter.Entry("a.json", Array(#"{"identifier": "900017"}"#.utf8)),
        ])
        try folder.write(zip.bytes, to: "archive/a.zip")
        let index = ArchiveIndex(at: folder.path + "/index")
        try await index.read(folder)
        let site = Site(SiteSettings.forTests(index: folder.path + "/index"))
        #expect(await site.ask("/id/900017").status == 302)
        let other = ZipWriter([
            ZipWriter.Entry("b.pdf", PDFWriter(texts: ["Eighteen."]).bytes),
            ZipWriter.Entry("b.json", Array(#"{"identifier": "900017"}"#.utf8)),
        ])
        try folder.write(other.bytes, to: "archive/b.zip")
        try await index.read(folder)
        #expect(await site.ask("/id/900017").status == 404, "two documents have it")
        for target in ["/documents/900017", "/files/900017.pdf", "/api/v1/documents/900017"] {
            #expect(await site.ask(target).status == 404, "\(target)")
        }
    }

    @Test func runsAndConfigurationNameNoFolderOfTheMachine() async throws {
        let archive = try await ServedArchive()
        for name in try FileManager.default.contentsOfDirectory(atPath: archive.folder.path + "/archive") {
            try FileManager.default.removeItem(atPath: archive.folder.path + "/archive/" + name)
        }
        try await archive.index.read(archive.folder)
        let night = await Site(archive.settings()).ask("/night")
        #expect(night.text.contains("Nothing was removed"))
        #expect(!night.text.contains(archive.folder.path))
        var settings = archive.settings()
        settings.configuration.synonyms = archive.folder.path + "/nothing.txt"
        let answer = await Site(settings).ask("/api/v1/search?q=board")
        #expect(answer.status == 500)
        #expect(!answer.text.contains(archive.folder.path))
    }

    @Test func exportedPagesNameTheirImageBelowThePublicAddress() async throws {
        let archive = try await ServedArchive.shared.value
        var settings = archive.settings()
        settings.publicURL = "https://archive.example/search"
        settings.hostNames = ["archive.example"]
        let document = try archive.document(titled: "Council")
        let alto = await Site(settings).ask("/search/documents/\(document.id)/pages/1.alto.xml")
        #expect(alto.text.contains("https://archive.example/search/documents/\(document.id)/pages/1.jpg"))
    }

    @Test func aTagIsAskedForAsAWhole() {
        #expect(SearchQuestion.filter("tag", "water board") == #"tag:="water board""#)
        #expect(SearchQuestion.filter("tag", "!!") == #"tag:="!!""#)
        #expect(SearchQuestion.filter("tag", #"the "long" file"#) == #"tag:="the ""long"" file""#)
        #expect(SearchQuestion.filter("author", "John Smith") == #"author:"John Smith""#)
    }

    @Test(arguments: ["127.0.0.1:junk", "[::1]x", "[::1]:", "localhost:80:80", "localhost:99999"])
    func hostWithMoreThanAPortIsRefused(host: String) async throws {
        let site = Site(try await ServedArchive.shared.value.settings())
        #expect(await site.ask("/", "GET", ["host": host]).status == 421)
    }
}
