import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

@Suite struct SharedWordsTests {
    @Test func excludedWordsTellNothingBehindALink() async throws {
        let archive = try await ServedArchive()
        let council = try archive.document(titled: "Council")
        try archive.index.tag([council], adding: ["zebra"], by: "tests")
        _ = try archive.index.correct(council, [.title: "New name", .authors: "New Author"], by: "tests")
        _ = try archive.index.addNote("What zoologists think.", to: council, by: "tests")
        var settings = archive.settingsWithTokens()
        settings.extractorPath = try ExtractProgram.path()
        let site = Site(settings)
        let start = try await site.link(to: council.id, by: "reader").startOfLink

        func hits(_ address: String, _ question: String) async -> [Int] {
            let answer = await site.ask(
                "\(start)/documents/\(council.id)\(address)?q=\(PercentCoding.encoded(question))")
            #expect(answer.status == 200)
            return ["class=\"hits\"", "data-hit=", "/pages/"].map {
                answer.text.components(separatedBy: $0).count - 1
            }
        }
        let frames: [@Sendable (String) -> String] = [
            { "sluice -\($0)" }, { "sluice NOT \($0)" }, { "sluice AND \($0)" }, { "sluice -(\($0) OR x)" },
            { "\($0)" }, { "sluice -\"\($0)\"" }, { "sluice -=\($0)" }, { ") sluice -\($0) (" },
        ]
        // Tags of the file and of people, both titles and authors, a note, the path, the date.
        let guesses = [
            "zebra", "zeb*", "council", "open", "minutes", "Council", "Smith", "New", "name", "Author", "zoologists",
            "minutes.pdf", "1931..1932",
        ]
        for address in ["", "/pages/1"] {
            for frame in frames {
                let nothing = await hits(address, frame("xyzzynowhere"))
                for guess in guesses {
                    #expect(await hits(address, frame(guess)) == nothing, "\(address) \(frame(guess))")
                }
            }
        }
        let found = await site.ask("\(start)/documents/\(council.id)/pages/1?q=sluice+-nowhere").text
        #expect(found.contains("data-hit="), "words of the page are still marked")
        #expect(await hits("/pages/1", "water NEAR/3 board") != hits("/pages/1", "nowhere"))
    }

    /// The other documents in a bundle may be closed: what they say must not show in what is told of an open one.
    @Test func tagsOfFilesAndImagesDoNotDependOnOtherDocuments() async throws {
        let archive = try await ServedArchive()
        var settings = archive.settingsWithTokens()
        settings.extractorPath = try ExtractProgram.path()
        let site = Site(settings)
        let council = try archive.document(titled: "Council")
        func tags() async throws -> [String] {
            var tags: [String] = []
            for address in ["/files/\(council.id).pdf", "/documents/\(council.id)/pages/1.jpg?width=100"] {
                tags.append(try #require(await site.asGuest(address)[header: "etag"], "\(address)"))
            }
            return tags
        }
        let before = try await tags()
        let pages = PDFWriter(texts: [
            "The water board met about the sluice.", "A tramway extension was granted by the board.",
        ]).bytes
        let sidecar = Array(
            #"{"title": "Council minutes", "tags": ["open", "council"], "authors": ["John Smith"], "date": "1931-03-05"}"#
                .utf8)
        let other = PDFWriter(texts: ["Something else is closed now."]).bytes
        try archive.folder.write(
            ZipWriter([
                .init("minutes.pdf", pages), .init("minutes.json", sidecar), .init("secret.pdf", other),
                .init("secret.json", Array(#"{"title": "Closed", "tags": ["closed"]}"#.utf8)),
            ]).bytes, to: "archive/council.zip")
        try await archive.index.read(archive.folder)
        let after = try archive.index.document(DocumentReference(id: council.id))
        #expect(after.contentHash == council.contentHash)
        #expect(try await tags() == before)
    }

    @Test func manifestsOfRecordsNameNoFile() async throws {
        let archive = try await ServedArchive()
        let mail = """
            From: a@example.org\r
            Subject: Letter about herons\r
            Message-ID: <1@example.org>\r
            \r
            Herons.\r

            """
        try archive.folder.write(Array(mail.utf8), to: "archive/letter.eml")
        try await archive.index.read(archive.folder)
        let letter = try archive.document(titled: "Letter about herons")
        #expect(!letter.hasContent)
        let site = Site(archive.settings())
        let manifest = await site.ask("/iiif/presentation/3/\(letter.id)/manifest")
        #expect(manifest.status == 200)
        #expect(!manifest.text.contains("/files/"))
        #expect(await site.ask("/files/\(letter.id).pdf").status == 404)
    }
}
