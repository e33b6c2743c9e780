import ContentHashing
import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

@Suite("Links that show one document for a while")
struct ShareTests {
    private static let own = ["origin": "http://127.0.0.1:8080"]

    /// An archive of its own: links leave a key beside the index.
    private static let archive = Task { try await ServedArchive() }

    private func site(_ change: (inout SiteSettings) -> Void = { _ in }) async throws -> Site {
        var settings = try await Self.archive.value.settingsWithTokens()
        settings.extractorPath = try ExtractProgram.path()
        change(&settings)
        return Site(settings)
    }

    /// RFC 4231, 4.2, 4.3 and 4.7.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0b, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func signaturesOfLinksAreThoseOfTheStandard(key: [UInt8], message: String, expected: String) {
        #expect(MessageAuthentication.sha256(Array(message.utf8), key: key) == expected)
    }

    @Test func shareLinkOpensTheDocumentWithPagesImagesTextsAndFile() async throws {
        let archive = try await Self.archive.value
        let site = try await site()
        let id = try archive.document(titled: "Council").id
        let link = try await site.link(to: id, "days=7&page=2")
        let start = link.startOfLink
        #expect(link == "\(start)/documents/\(id)/pages/2")
        for address in [
            "", "?q=tramway", ".txt", ".hocr", ".alto.xml", ".jpg?width=100", "/crop.jpg?q=tramway",
        ] {
            #expect(await site.ask(link + address).status == 200, "\(address)")
        }
        #expect(await site.ask("\(start)/files/\(id).pdf").status == 200)
        let page = await site.ask(link).text
        #expect(page.contains("\(start)/documents/\(id)/pages/1\""))
        #expect(!page.contains("role=\"search\""))
        #expect(!page.contains("href=\"/batch\""))
        #expect(!page.contains("<form"))
        let document = await site.ask("\(start)/documents/\(id)").text
        #expect(document.contains("Council minutes"))
        #expect(document.contains("\(start)/files/\(id).pdf"))
        #expect(!document.contains("council.zip"))
        #expect(!document.contains("/api/v1/"))
        #expect(!document.contains("/iiif/"))
        #expect(await site.ask(start)[header: "location"] == "\(start)/documents/\(id)")
        #expect(await site.ask(start + "/")[header: "location"] == "\(start)/documents/\(id)")
    }

    @Test func shareLinkOpensNothingElse() async throws {
        let archive = try await Self.archive.value
        let site = try await site()
        let documents = try archive.documents
        let council = try archive.document(titled: "Council").id
        let secret = try archive.document(titled: "Closed")
        let start = (try await site.link(to: council, by: "reader")).startOfLink
        let part = ServedArchive.canaryBeginning
        var targets = Site.routes.routes.map(\.pattern).filter { !$0.contains("{") && $0 != "/" }
        targets += [
            "/?q=\(part)*", "/api/v1/search?q=\(part)*", "/api/v1/suggest?prefix=\(part)", "/api/v1/tags",
            "/id/\(secret.id)",
            "/id/\(council)", "/iiif/presentation/3/collection", "/iiif/presentation/3/\(council)/manifest",
            "/api/v1/documents/\(council)", "/iiif/search/1/\(council)?q=\(part)*",
            "/iiif/autocomplete/2/\(council)?q=kan", "/iiif/image/3/\(council)-1/info.json",
            "/documents/\(council)/pages/3", "/share/\(start.dropFirst(7))/documents/\(secret.id)", "/assets/site.css",
            "/documents/%2e%2e/\(secret.id)", "/../documents/\(secret.id)",
        ]
        for id in documents.map(\.id) + [0, -1, 1 << 40] where id != council {
            targets += [
                "/documents/\(id)", "/documents/\(id)/pages/1", "/documents/\(id)/pages/1.txt",
                "/documents/\(id)/pages/1.hocr", "/documents/\(id)/pages/1.alto.xml", "/documents/\(id)/pages/1.jpg",
                "/documents/\(id)/pages/1/crop.jpg?q=\(part)*", "/files/\(id).pdf",
                "/documents/\(id)/searchable.pdf",
            ]
        }
        for target in targets {
            let answer = await site.ask(start + target)
            #expect(
                answer.status == 404 || (target.hasPrefix("/?") && answer.status == 303), "\(target): \(answer.status)")
            #expect(!(answer.text + answer.headers.map(\.value).joined()).contains(ServedArchive.canary), "\(target)")
        }
        // Cookies and tokens that come with it add nothing.
        let both = await site.ask(
            "\(start)/documents/\(secret.id)", "GET", ["authorization": "Bearer reader-token"])
        #expect(both.status == 404)
        // Nor does it let anyone write, whoever made it.
        for address in ["tags", "notes", "pages/1/highlights", "share"] {
            let answer = await site.ask(
                "\(start)/documents/\(council)/\(address)", "POST", Self.own, body: "add=x&text=x&quote=board&days=1")
            #expect(answer.status == 405)
            #expect(answer[header: "allow"] == "GET, HEAD")
        }
        #expect(try archive.index.document(DocumentReference(id: council)).tags.sorted() == ["council", "open"])
    }

    /// Which words of a long question are left out must not depend on what other documents say.
    @Test func longQuestionsBehindALinkTellNothingOfOtherDocuments() async throws {
        let archive = try await Self.archive.value
        let site = try await site()
        let council = try archive.document(titled: "Council").id
        let link = (try await site.link(to: council, by: "reader")).startOfLink + "/documents/\(council)"
        let padding = (0..<63).map { "=q\($0)z" }.joined(separator: "+")
        func marks(_ words: String) async -> Int {
            await site.ask("\(link)/pages/2?q=\(words)").text.components(separatedBy: "data-hit=").count - 1
        }
        func marks(guessing guess: String) async -> Int {
            await marks("\(padding)+tramway" + String(repeating: "+\(guess)", count: 20))
        }
        #expect(await marks("tramway") == 1)
        let nowhere = await marks(guessing: "xyzzynowhere")
        #expect(await marks(guessing: ServedArchive.canary) == nowhere)
    }

    /// A link to a closed document with a note on its page, and the addresses of both below the link.
    private func sharedWithANote() async throws -> (
        archive: ServedArchive, site: Site, start: String, addresses: [String]
    ) {
        let archive = try await ServedArchive()
        let site = Site(archive.settingsWithTokens())
        let secret = try archive.document(titled: "Closed")
        let start = (try await site.link(to: secret.id, by: "reader")).startOfLink
        _ = try archive.index.addNote("What zoologists think.", to: secret, page: 1, by: "tests")
        return (archive, site, start, ["/documents/\(secret.id)", "/documents/\(secret.id)/pages/1"])
    }

    @Test func whatPeopleSayOfADocumentIsNotShared() async throws {
        let shared = try await sharedWithANote()
        for address in shared.addresses {
            let answer = await shared.site.ask(shared.start + address)
            #expect(answer.status == 200)
            #expect(!answer.text.contains("zoologists"))
            #expect(!answer.text.contains("A note of"))
            #expect(!answer.text.contains("class=\"highlight\""))
            let reader = await shared.site.asReader(address).text
            #expect(reader.contains("zoologists"))
        }
        let secret = try shared.archive.document(titled: "Closed")
        try shared.archive.index.correct(secret, [.authors: "A. Keeper"], by: "tests")
        let (page, reader) = (
            await shared.site.ask(shared.start + shared.addresses[0]).text,
            await shared.site.asReader(shared.addresses[0]).text
        )
        #expect(page.contains("A. Keeper"))
        for part in ["class=\"tags\"", "corrected, was", "In the same bundle"] {
            #expect(!page.contains(part), "\(part)")
            #expect(reader.contains(part), "\(part)")
        }
    }

    @Test func whichWordsPeopleHaveCorrectedIsNotShared() async throws {
        let shared = try await sharedWithANote()
        let secret = try shared.archive.document(titled: "Closed")
        _ = try shared.archive.index.correct(word: "water", to: "harbour", in: secret, by: "tests")
        let address = shared.addresses[1] + ".alto.xml"
        let answer = await shared.site.ask(shared.start + address).text
        #expect(answer.contains("harbour"))
        #expect(!answer.contains("CS=\"true\""), "\(answer)")
        #expect(await shared.site.asReader(address).text.contains("CS=\"true\""))
    }

    /// Letter by letter a note could be guessed by whether its document answers.
    @Test(arguments: ["note:zoolog*", "tag:closed", "has:notes", "path:council", "root:archive"])
    func whatPeopleSayCannotBeAskedForWithAShareLink(field: String) async throws {
        let shared = try await sharedWithANote()
        for address in shared.addresses {
            var answers: Set<String> = []
            for question in [field, "nothing:zoolog*"] {
                let text = await shared.site.ask("\(shared.start)\(address)?q=water+\(PercentCoding.encoded(question))")
                    .text
                #expect(text.contains("water"))
                // The address stands in the links of the page.
                answers.insert(text.replacing(PercentCoding.encoded(question), with: "").replacing(question, with: ""))
            }
            #expect(answers.count == 1, "\(address)")
        }
    }

    @Test func aLinkIsToItsDocumentWhateverStandsInTheFilterOfItsToken() async throws {
        let archive = try await Self.archive.value
        let council = try archive.document(titled: "Council")
        let share = Share(document: council.id, content: council.contentHash, expires: .max)
        for filter in ["tag:open OR tag:closed", "tag:closed OR tag:open"] {
            let sight = try #require(Visitor(access: filter, share: share).sight)
            #expect(try archive.index.permitted(archive.documents, by: sight) == [council.id], "\(filter)")
        }
        // It does not go on from what stands before it.
        let sight = try #require(Visitor(access: "OR tag:closed", share: share).sight)
        #expect(throws: DocSearchError.self) { try archive.index.permitted(archive.documents, by: sight) }
    }

    @Test func onlyWhoMaySeeADocumentCanShareIt() async throws {
        let archive = try await Self.archive.value
        let site = try await site()
        let (council, secret) = (try archive.document(titled: "Council"), try archive.document(titled: "Closed"))
        func status(_ id: Int64, _ headers: [String: String], _ form: String = "days=7") async -> Int {
            await site.ask("/documents/\(id)/share", "POST", headers, body: form).status
        }
        let guest = ["authorization": "Bearer guest-token"]
        #expect(await status(secret.id, guest) == 404)
        #expect(await status(council.id, [:]) == 401)
        for days in ["0", "366", "-1", "x", ""] { #expect(await status(council.id, guest, "days=\(days)") == 400) }
        #expect(await status(council.id, guest.merging(["origin": "http://evil.example"]) { $1 }) == 403)
        #expect(await site.asGuest("/documents/\(council.id)").text.contains("/documents/\(council.id)/share\""))
        #expect(await site.asGuest("/").text.contains("href=\"/links\""))
        #expect(!(await site.ask("/sign-in").text.contains("href=\"/links\"")), "not before anyone has signed in")
        // Where everyone comes in, or nobody has a token, a link makes no sense.
        let open = try await self.site { $0.isPublic = true }
        #expect(!(await open.asReader("/documents/\(council.id)").text.contains("/share\"")))
        #expect(await open.ask("/documents/\(council.id)/share", "POST", guest, body: "days=7").status == 403)
        let local = Site(archive.settings())
        #expect(!(await local.ask("/documents/\(council.id)").text.contains("/share\"")))
        #expect(await local.ask("/documents/\(council.id)/share", "POST", body: "days=7").status == 403)
        let start = (try await site.link(to: council.id)).startOfLink
        #expect(await local.ask(start).status == 404)
    }

    @Test func shareLinkEndsWithItsTimeItsTokenAndItsDocument() async throws {
        let archive = try await Self.archive.value
        let site = try await site()
        let council = try archive.document(titled: "Council")
        let address = try await site.link(to: council.id)
        let code = String(address.split(separator: "/")[1])
        #expect(await site.ask(address).status == 200)
        // Another server for the same index knows it as well.
        #expect(try await self.site().ask(address).status == 200)
        let key = archive.folder.path + "/index/share-key"
        let mode = try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int
        #expect(mode == 0o600)

        let tokens = try #require(site.settings.tokens)
        let now = Int64(Date().timeIntervalSince1970)
        #expect(try site.door.shares.visitor(of: code, tokens, now: now + 7 * 86_400 - 3_600) != nil)
        #expect(try site.door.shares.visitor(of: code, tokens, now: now + 7 * 86_400 + 60) == nil)
        func status(_ change: (inout TokenFile.Token) -> Void) async throws -> Int {
            try await self.site { settings in
                var guest = tokens.tokens[1]
                change(&guest)
                settings.tokens = TokenFile([tokens.tokens[0], guest])
            }.ask(address).status
        }
        #expect(try await status { _ in } == 200)
        #expect(try await status { $0.name = "renamed" } == 200, "what counts is the token")
        #expect(try await status { $0.hash = Secret.hash("another") } == 404)
        #expect(try await status { $0.expires = now - 1 } == 404)
        #expect(try await status { $0.visitor.access = "tag:nothing" } == 404)
        #expect(try await self.site { $0.tokens = TokenFile([tokens.tokens[0]]) }.ask(address).status == 404)
        // With another key nothing that was made before counts.
        try FileManager.default.moveItem(atPath: key, toPath: key + "-away")
        #expect(try await self.site().ask(address).status == 404)
        try FileManager.default.moveItem(atPath: key + "-away", toPath: key)
        // One that others could read is no secret.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
        #expect(try await self.site().ask(address).status == 503)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    }

    @Test func aTokenThatEndsSoonMakesLinksThatEndWithIt() async throws {
        let archive = try await Self.archive.value
        let site = try await site { settings in
            settings.tokens?.tokens[1].expires = Int64(Date().timeIntervalSince1970) + 86_400
        }
        let code = String(
            try await site.link(to: archive.document(titled: "Council").id, "days=300").split(separator: "/")[1])
        let end = try #require(code.split(separator: "-").dropFirst().first.flatMap { Int64($0) })
        #expect(end <= site.settings.tokens?.tokens[1].expires ?? 0)
    }

    @Test func aLinkThatWasEndedDoesNotComeBackWithTheNextOne() async throws {
        let archive = try await ServedArchive()
        var settings = archive.settingsWithTokens()
        // All links of this token end at the same second.
        settings.tokens?.tokens[1].expires = Int64(Date().timeIntervalSince1970) + 86_400
        let site = Site(settings)
        let council = try archive.document(titled: "Council").id
        let guest = ["authorization": "Bearer guest-token"]
        func ids() async throws -> [String] {
            let links = try await site.ask("/links", "GET", guest).json()["links"] as? [[String: Any]]
            return try #require(links).compactMap { $0["id"] as? String }
        }
        let first = try await site.link(to: council, "days=300")
        for id in try await ids() { #expect(await site.ask("/links/\(id)/end", "POST", guest).status == 303) }
        let second = try await site.link(to: council, "days=200")
        let third = try await site.link(to: council, "days=300")
        #expect(await site.ask(first).status == 404)
        #expect(await site.ask(second).status == 200)
        #expect(await site.ask(third).status == 200)
        #expect(try await ids().count == 2, "each is there by itself")
    }

    @Test func aLinkIsGivenOnlyWhenItIsWrittenDown() async throws {
        let archive = try await ServedArchive()
        let site = Site(archive.settingsWithTokens())
        let council = try archive.document(titled: "Council").id
        let first = try await site.link(to: council)
        #expect(await site.ask(first).status == 200)
        let (key, list) = (archive.folder.path + "/index/share-key", archive.folder.path + "/index/share-links")
        // Whoever removes the key ends all links, and the next one is made with another.
        try FileManager.default.removeItem(atPath: key)
        #expect(await site.ask(first).status == 404)
        let second = try await site.link(to: council)
        #expect(await site.ask(second).status == 200)
        #expect(await site.ask(first).status == 404)
        func refused(_ why: String) async throws {
            let answer = await site.post("/documents/\(council)/share", as: "guest", "days=7")
            #expect(answer.status == 503, "\(why)")
            #expect(!answer.text.contains("/share/"), "\(why)")
            #expect(!answer.text.contains(archive.folder.path), "\(why)")
        }
        try FileManager.default.removeItem(atPath: list)
        try FileManager.default.createDirectory(atPath: list, withIntermediateDirectories: false)
        try await refused("a folder is in the place of the list")
        try FileManager.default.removeItem(atPath: list)
        try FileManager.default.createSymbolicLink(
            atPath: list, withDestinationPath: archive.folder.path + "/elsewhere")
        try await refused("a link is in the place of the list")
        #expect(!FileManager.default.fileExists(atPath: archive.folder.path + "/elsewhere"))
        try FileManager.default.removeItem(atPath: list)
        let third = try await site.link(to: council)
        #expect(await site.ask(third).status == 200)
        try FileManager.default.removeItem(atPath: key)
        try FileManager.default.createDirectory(atPath: key, withIntermediateDirectories: false)
        try await refused("a folder is in the place of the key")
    }

    @Test func everyAddressOfALinkEndsWithTheNextRequestAfterItsDocumentWasClosed() async throws {
        let archive = try await ServedArchive()
        var settings = archive.settingsWithTokens()
        settings.tokens?.tokens[1].visitor.access = "-tag:=shut"
        settings.extractorPath = try ExtractProgram.path()
        let site = Site(settings)
        let council = try archive.document(titled: "Council")
        let start = (try await site.link(to: council.id)).startOfLink
        let addresses = Site.sharedRoutes.routes.map(\.pattern).filter { $0 != "/" && !$0.hasSuffix("/go") }
        try #require(addresses.count >= 9)
        for pattern in addresses {
            let address =
                start + pattern.replacing("{id}", with: "\(council.id)").replacing("{page}", with: "1") + "?q=sluice"
            #expect(await site.ask(address).status == 200, "\(pattern)")
            try archive.index.tag([council], adding: ["shut"], by: "tests")
            #expect(await site.ask(address).status == 404, "\(pattern)")
            try archive.index.tag([archive.document(titled: "Council")], removing: ["shut"], by: "tests")
        }
        let guest = ["authorization": "Bearer guest-token"]
        #expect(await site.ask("/links", "GET", guest).text.contains("Council minutes"))
        try archive.index.tag([council], adding: ["shut"], by: "tests")
        let links = await site.ask("/links", "GET", guest)
        #expect(links.status == 200)
        #expect(!links.text.contains("Council minutes"), "its title is closed as well")
    }

    @Test func oneTokenCannotKeepOthersFromMakingLinks() async throws {
        let archive = try await ServedArchive()
        let site = Site(archive.settingsWithTokens())
        let council = try archive.document(titled: "Council").id
        _ = try await site.link(to: council)
        let end = Int64(Date().timeIntervalSince1970) + 86_400
        func entry(_ number: Int) -> String {
            let document = number.isMultiple(of: 2) ? council : 4711
            return #"{"by":"guest","document":\#(document),"expires":\#(end),"id":"\#(number)","made":1}"#
        }
        let entries: [String] = (0..<500).map(entry)
        let file = archive.folder.path + "/index/share-links"
        let list = "{\"links\": [" + entries.joined(separator: ",") + "]}"
        try Data(list.utf8).write(to: URL(fileURLWithPath: file))
        chmod(file, 0o600)
        let refused = await site.post("/documents/\(council)/share", as: "guest", "days=7")
        #expect(refused.status == 409)
        #expect(refused.text.contains("500 links already"))
        #expect(!refused.text.contains(archive.folder.path))
        let other = try await site.link(to: council, by: "reader")
        #expect(await site.ask(other).status == 200)
        let all = try #require(try await site.asReader("/links").json()["links"] as? [[String: Any]])
        #expect(all.count == 501)
        let titles = all.filter { $0["title"] is String }
        #expect(titles.count == 251, "a document that is not there has no title")
    }

    @Test func noLetterOfAShareLinkCanBeAnother() async throws {
        let archive = try await Self.archive.value
        let site = try await site()
        let council = try archive.document(titled: "Council")
        let secret = try archive.document(titled: "Closed")
        let address = try await site.link(to: council.id)
        let code = String(address.split(separator: "/")[1])
        let tokens = try #require(site.settings.tokens)
        #expect(try site.door.shares.visitor(of: code, tokens) != nil)
        for position in code.indices {
            for letter in ["0", "1", "f", "-", "+", "%"] where String(code[position]) != letter {
                let other = code.replacingCharacters(in: position...position, with: letter)
                #expect(try site.door.shares.visitor(of: other, tokens) == nil, "\(other)")
            }
        }
        let parts = code.split(separator: "-").map(String.init)
        let changed: [[String]] = [
            [String(secret.id)] + parts[1...], [parts[0], "9223372036854775807"] + parts[2...],
            [parts[0], parts[1], ""] + parts[3...], parts[..<3] + [String(parts[3].reversed()), parts[4]],
        ]
        var others = changed.map { $0.joined(separator: "-") }
        others += ["", "-", "---", "0" + code, "+" + code, code + "0", code + "-"]
        others += [String(code.dropLast()), code.uppercased(), String(repeating: "0", count: 10_000)]
        for other in others where other != code {
            #expect(try site.door.shares.visitor(of: other, tokens) == nil, "\(other)")
            #expect(await site.ask("/share/\(PercentCoding.encoded(other))/documents/\(council.id)").status == 404)
        }
    }

    @Test func shareLinkIsToTheBytesThatWereShared() async throws {
        let archive = try await ServedArchive()
        let site = Site(archive.settingsWithTokens())
        let council = try archive.document(titled: "Council")
        let address = try await site.link(to: council.id, by: "reader")
        #expect(await site.ask(address).status == 200)
        // The number now belongs to other bytes, as after an index was made again.
        let folder = archive.folder.path + "/archive/council.zip"
        let pages = PDFWriter(texts: ["Another text of another day."]).bytes
        try Data(
            ZipWriter([
                .init("minutes.pdf", pages), .init("minutes.json", Array(#"{"title": "Council minutes"}"#.utf8)),
            ]).bytes
        ).write(to: URL(fileURLWithPath: folder))
        try await archive.index.read(archive.folder)
        let after = try archive.index.document(DocumentReference(id: council.id))
        #expect(after.contentHash != council.contentHash)
        #expect(await site.ask(address).status == 404)
        #expect(await site.asReader("/documents/\(council.id)").status == 200)
    }

    @Test func eachShareLinkCanBeEndedByItself() async throws {
        let archive = try await ServedArchive()
        let site = Site(archive.settingsWithTokens())
        let council = try archive.document(titled: "Council").id
        let first = try await site.link(to: council)
        let second = try await site.link(to: council, by: "reader", "days=8")
        let guest = ["authorization": "Bearer guest-token"]
        let reader = ["authorization": "Bearer reader-token"]
        func links(_ headers: [String: String]) async throws -> [[String: Any]] {
            try #require(try await site.ask("/links", "GET", headers).json()["links"] as? [[String: Any]])
        }
        #expect(try await links(guest).map { $0["by"] as? String } == ["guest"], "others are not for a guest")
        let all = try await links(reader)
        #expect(all.map { $0["by"] as? String } == ["guest", "reader"])
        #expect(all.allSatisfy { ($0["title"] as? String)?.hasPrefix("Council") ?? false })
        let later = Int64(Date().timeIntervalSince1970) + 7 * 86_400 + 60
        #expect(try site.door.links.entries(now: later).map(\.by) == ["reader"], "the other has expired by then")
        let ids = all.compactMap { $0["id"] as? String }
        let list = try String(contentsOfFile: archive.folder.path + "/index/share-links", encoding: .utf8)
        for link in [first, second] { #expect(!list.contains(link.split(separator: "/")[1])) }

        #expect(await site.ask("/links/\(ids[1])/end", "POST", guest).status == 404)
        #expect(await site.ask(second).status == 200)
        #expect(await site.ask("/links/\(ids[0])/end", "POST", guest).status == 303)
        #expect(await site.ask(first).status == 404)
        #expect(await site.ask(second).status == 200)
        #expect(await Site(archive.settingsWithTokens()).ask(first).status == 404, "nor at another server")
        #expect(await site.ask("/links/\(ids[0])/end", "POST", guest).status == 404)
        let page = await site.ask("/links", "GET", reader.merging(["accept": "text/html"]) { $1 }).text
        #expect(page.contains("/links/\(ids[1])/end"))
        #expect(!page.contains(ids[0]))
        // Without the list, or with one that cannot be read, nothing is open.
        let file = archive.folder.path + "/index/share-links"
        try Data("{".utf8).write(to: URL(fileURLWithPath: file))
        #expect(await site.ask(second).status == 503)
        try FileManager.default.removeItem(atPath: file)
        #expect(await site.ask(second).status == 404)
    }
}
