import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import GRDB
import Testing

@testable import DocSearch

@Suite("Languages identified from texts")
struct IdentifiedLanguageTests {
    static let texts = [
        "de":
            "Der Stadtrat hat in seiner Sitzung am Freitag beschlossen, dass der heron am Kanal im nächsten Jahr gemalt "
            + "wird und dass die Kosten dafür zur Hälfte von der Provinz getragen werden.",
        "fr": "Le conseil municipal a décidé dans sa séance de vendredi que le heron du canal serait peint dans la "
            + "prochaine année et que la moitié des frais serait payée par la province.",
        "nl":
            "De gemeenteraad heeft in de vergadering van vrijdag besloten dat de heron aan het kanaal in het volgende "
            + "jaar wordt geschilderd en dat de kosten daarvan door de provincie worden gedragen.",
        "en": "The town council decided at its meeting on Friday that the heron by the canal would be painted in the "
            + "following year, and that half of the expenses would be paid by the province.",
    ]

    private static func document(_ name: String, _ languages: [String], said: String? = nil) -> TestDocument {
        var document = TestDocument(name, pages: languages.map { texts[$0] ?? $0 })
        document.language = said
        return document
    }

    static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        for document in [
            document("german", ["de"]), document("dutch", ["nl", "nl", "nl", "fr"]), document("half", ["de", "fr"]),
            document("named", ["en"], said: "French"), document("misnamed", ["fr"], said: "de-AT"),
            document("short", ["heron"]),
        ] { try archive.write([document], to: "\(document.name).zip") }
        try await archive.update()
        return archive
    }

    private static let read = Task { try await archive() }

    private static func names(_ archive: TestArchive, _ query: String, access: String? = nil) throws -> [String] {
        try archive.find(query) { ($0.access, $0.showsCopies, $0.match) = (access, true, .all) }
            .map { String($0.prefix { $0 != "." }) }.sorted()
    }

    private static func languages(_ archive: TestArchive) throws -> [String: String] {
        var languages: [String: String] = [:]
        try archive.index.forEachDocument { document, _ in
            let name = String(document.path.prefix { $0 != "." })
            languages[name] = "\(document.language ?? "none") \(document.languageOrigin?.rawValue ?? "")"
        }
        return languages
    }

    private static let expected = [
        "german": "de text", "dutch": "nl text", "half": "none ", "named": "French metadata",
        "misnamed": "de-AT metadata", "short": "none ",
    ]

    @Test func aDocumentHasTheLanguageOfMostOfItsTextWhereItsMetadataNameNone() async throws {
        #expect(try Self.languages(await Self.read.value) == Self.expected)
    }

    @Test(arguments: [
        ("heron lang:nl", ["dutch"]), ("heron lang:Dutch", ["dutch"]), ("heron lang:nl-BE", []),
        ("heron lang:fr", ["dutch", "half", "misnamed", "named"]),
        ("heron lang:fra", ["dutch", "half", "misnamed", "named"]),
        ("heron lang:de", ["german", "half", "misnamed"]), ("heron lang:de-AT", ["misnamed"]),
        ("heron lang:en", ["named"]), ("heron -lang:fr", ["german", "short"]),
        // It tells what is said of documents.
        ("heron has:language", ["misnamed", "named"]), ("heron -has:language lang:nl", ["dutch"]),
    ])
    func aLanguageFindsWhatIsSaidToBeInItAndPagesThatAre(query: String, names: [String]) async throws {
        #expect(try Self.names(await Self.read.value, query) == names, "\(query)")
    }

    /// An identified language opens nothing, as a mistake would open it, and closes the documents that it names.
    @Test(arguments: [
        ("lang:fr", ["named"]), ("lang:de", ["misnamed"]), ("lang:nl", []), ("lang:en", []), ("-(-lang:nl)", []),
        ("-lang:fr", ["german", "short"]), ("-lang:nl", ["german", "half", "misnamed", "named", "short"]),
        ("-lang:de", ["dutch", "named", "short"]), ("-lang:de-AT", ["dutch", "named", "short"]),
        ("has:language", ["misnamed", "named"]),
    ])
    func aRightBelievesWhatIsSaidAndNoGuess(access: String, open: [String]) async throws {
        let archive = try await Self.read.value
        #expect(try Self.names(archive, "heron", access: access) == open, "\(access)")
        let asked = try Self.names(archive, "heron lang:nl", access: access)
        #expect(Set(asked).isSubset(of: open), "a question opens nothing either")
    }

    /// Texts do not tell which way of writing Norwegian they are in.
    @Test(arguments: ["nb", "nn", "no", "nob", "Norwegian"])
    func aRightThatClosesNorwegianClosesItByAnyOfItsNames(name: String) async throws {
        let archive = try TestArchive()
        let text =
            "Kommunestyret vedtok på møtet fredag at heron ved kanalen skal males neste år, og at halvparten av utgiftene "
            + "skal betales av fylket. Ordføreren takket alle som hadde gitt penger til arbeidet, og sa at det ble dyrt."
        try archive.write([TestDocument("norsk", pages: [text])], to: "norsk.zip")
        try await archive.update()
        #expect(try Self.languages(archive) == ["norsk": "no text"])
        #expect(try Self.names(archive, "heron", access: "-lang:\(name)") == [])
        #expect(try Self.names(archive, "heron", access: "-lang:sv") == ["norsk"])
    }

    @Test func aPersonKnowsBetter() async throws {
        let archive = try await Self.archive()
        let german = try archive.index.document("german.zip!/german.pdf")
        try archive.index.correct(german, [.language: "frr"], by: "ada")
        let corrected = try archive.index.document("german.zip!/german.pdf")
        #expect(corrected.language == "frr")
        #expect(corrected.languageOrigin == .person)
        #expect(corrected.corrected == [.language: ""], "the metadata said nothing")
        #expect(try Self.names(archive, "heron lang:frr") == ["german"])
        #expect(try Self.names(archive, "heron", access: "lang:frr") == ["german"])
        #expect(try Self.names(archive, "heron has:language") == ["german", "misnamed", "named"])
        _ = try archive.index.undo(by: "ada")
        #expect(try Self.languages(archive) == Self.expected)
    }

    @Test func facetsCountIdentifiedLanguages() async throws {
        var request = SearchRequest("heron")
        request.countsFacets = true
        let facets = try #require(try await Self.read.value.index.search(request).facets)
        #expect(Set(facets.languages.map { "\($0.name) \($0.documents)" }) == ["de 2", "fr 1", "nl 1"])
    }

    @Test func pagesTellTheirLanguages() async throws {
        let archive = try await Self.read.value
        let dutch = try archive.index.document("dutch.zip!/dutch.pdf")
        #expect(try archive.index.pages(of: dutch).map(\.language) == ["nl", "nl", "nl", "fr"])
    }

    // MARK: - Indexes of before

    private static func forgetLanguages(_ archive: TestArchive, isOlder: Bool) throws {
        let index = try archive.database("index.sqlite")
        try index.write { db in
            try db.execute(sql: "UPDATE page SET language = NULL")
            try db.execute(
                sql: """
                    UPDATE document SET language = NULL, language_is_identified = 0 WHERE language_is_identified
                    """)
            guard isOlder else { return }
            for table in ["page", "document"] { try TableChecksums.forget(db, table) }
            try db.execute(
                sql: """
                    ALTER TABLE page DROP COLUMN language; ALTER TABLE document DROP COLUMN language_is_identified;
                    DELETE FROM grdb_migrations WHERE identifier = 'v2'; PRAGMA user_version = 1;
                    """)
            try TableChecksums.watch(db, ["page", "document"])
        }
        try index.close()
        let pages = try archive.database("pages.sqlite")
        try pages.write { db in
            try db.execute(sql: "UPDATE page_text SET language = NULL")
            guard isOlder else { return }
            try db.execute(
                sql: """
                    DROP INDEX page_text_unidentified; ALTER TABLE page_text DROP COLUMN language;
                    ALTER TABLE page_text DROP COLUMN kept_at;
                    DELETE FROM grdb_migrations WHERE identifier IN ('v2', 'v3'); PRAGMA user_version = 1;
                    """)
            try TableChecksums.noteSchema(db)
        }
        try pages.close()
    }

    /// The reader that identifies them is shown no file.
    @Test(arguments: [false, true])
    func textsKeptBeforeGetTheirLanguagesWithoutBeingReadAgain(isOlder: Bool) async throws {
        let archive = try await Self.archive()
        try Self.forgetLanguages(archive, isOlder: isOlder)
        #expect(try Self.names(archive, "heron lang:de") == ["misnamed"], "what is said is found meanwhile")
        #expect(try Self.names(archive, "heron lang:nl") == [])
        #expect(try Self.languages(archive)["german"] == "none ")
        let run = try await archive.update()
        #expect(run.report.changed == 0)
        #expect(try Self.languages(archive) == Self.expected)
        #expect(try Self.names(archive, "heron lang:fr") == ["dutch", "half", "misnamed", "named"])
        #expect(try archive.index.verify().isEmpty)
        #expect(try await archive.update().report.changed == 0)
    }

    /// An index that is made again takes them from beside the texts.
    @Test func anIndexThatIsMadeAgainHasTheLanguages() async throws {
        let archive = try await Self.archive()
        for name in ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"] {
            try? FileManager.default.removeItem(atPath: archive.indexPath + "/" + name)
        }
        try await archive.update()
        #expect(try Self.languages(archive) == Self.expected)
    }

    /// The languages that pages are recognised in do not depend on it: they would be recognised again.
    @Test func whatIsIdentifiedDoesNotDecideHowPagesAreRecognised() async throws {
        let archive = try await Self.archive()
        let stores = try IndexStores(reading: IndexFolder(path: archive.indexPath))
        let german = try archive.index.document("german.zip!/german.pdf")
        #expect(try stores.index.pageSource(document: german.id)?.language == nil)
        let misnamed = try archive.index.document("misnamed.zip!/misnamed.pdf")
        #expect(try stores.index.pageSource(document: misnamed.id)?.language == "de-AT")
    }

    @Test(
        arguments: [
            (["de", "de", "fr"], [100, 100, 100], "de"), (["de", "fr"], [100, 90], nil),
            (["de", nil], [100, 101], nil),
            (["de", nil], [100, 100], "de"), ([nil, nil], [10, 10], nil), (["fr", "de", "nl"], [200, 100, 100], "fr"),
            (["ru", "nl"], [100, 60], nil), ([], [], nil),
        ] as [([String?], [Int], String?)])
    func aDocumentHasALanguageOnlyWhereOneHasClearlyMost(languages: [String?], letters: [Int], main: String?) {
        let pages = zip(1..., languages).map { number, language in
            IndexedPage(
                number: number, verdict: .good, language: language, textID: Int64(number), needsRecognition: false)
        }
        let texts = zip(Int64(1)..., letters).map { ($0, String(repeating: "ж", count: $1)) }
        #expect(DocumentWriter.main(of: pages, Dictionary(uniqueKeysWithValues: texts)) == main)
    }
}
