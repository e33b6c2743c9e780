import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

@Suite("Words of other languages than English")
struct OtherLanguagesTests {
    private static func write(
        _ texts: [(name: String, language: String?, text: String)], to archive: TestArchive
    ) throws {
        for (number, (name, language, text)) in texts.enumerated() {
            // Without titles of their own they would be copies of one.
            var document = TestDocument(name, pages: [" "], title: "Paper \(number)")
            document.language = language
            let entries = document.entries + [ZipWriter.Entry("\(name).txt", "\(text)\u{C}")]
            try archive.write(ZipWriter(entries).bytes, to: "\(name).zip")
        }
    }

    private static let archived = Task {
        let archive = try TestArchive()
        try write(
            [
                ("house", "de", "Das alte Haus am Markt wurde verkauft"),
                ("houses", "ger", "Die alten Häuser am Fluß werden verkauft"),
                ("board", "de-AT", "Die Verwaltung des Wasserwerks und der Rat der Stadt"),
                ("boards", "deu", "Stadtverwaltung und Verwaltungsgericht, Stadtrat und Apparat"),
                ("french", "fre", "les chevaux généraux étaient commencés"),
                ("french2", "fr", "un cheval général commence"),
                ("italian", "ita; deu", "le case bianche furono vendute"),
                ("russian", "Russian", "книги из городских библиотек"),
                ("swedish", "swe", "kvinnorna läste böckerna"),
                ("dutch", "nld", "de vergaderingen van de waterschappen"),
                ("korean", nil, "시립도서관에서 회의를 열었다. 대한민국 독립운동사"),
                ("korean2", nil, "도서관 규칙, 회의 기록"),
                ("unknown", nil, "Häuser ohne Sprache"),
                ("english", "en", "the houses were running"),
            ], to: archive)
        try await archive.update()
        return archive
    }

    private static func found(_ query: String, _ archive: TestArchive, access: String? = nil) throws -> [String] {
        try archive.find(query) { ($0.match, $0.access, $0.isLiteral) = (.all, access, true) }
            .map { String($0.prefix { $0 != "." }) }
    }

    @Test(arguments: [
        ("Haus", ["house", "houses"]), ("hauser", ["house", "houses"]), ("Häusern", ["house", "houses"]),
        ("hauses", ["house", "houses"]),
        ("verkaufte Häuser", ["house", "houses"]), ("Fluss", ["houses"]), ("alter Flüsse", ["houses"]),
        ("cheval", ["french", "french2"]), ("generale", ["french", "french2"]),
        ("commencer", ["french", "french2"]), ("casa bianca", ["italian"]), ("книга", ["russian"]),
        ("городской библиотекой", ["russian"]), ("kvinna", ["swedish"]), ("vergadering", ["dutch"]),
        ("\"altes Haus\"", ["house", "houses"]), ("\"casa bianca\"", ["italian"]), ("\"bianca casa\"", []),
        ("alten NEAR/3 Flusses", ["houses"]), ("text:Hauses", ["house", "houses"]), ("run house", ["english"]),
        ("Verwaltung -Gerichte", ["board", "boards"]), ("verkauft -Häuser", []), ("alte -Flüsse", ["house"]),
        ("=Haus", ["house"]), ("=Häuser", ["houses", "unknown"]), ("Haus*", ["house", "houses", "unknown"]),
    ])
    func wordsAreFoundInTheirOtherForms(query: String, expected: [String]) async throws {
        let archive = try await Self.archived.value
        let found = try Self.found(query, archive).filter { expected.contains("unknown") || $0 != "unknown" }
        #expect(found.sorted() == expected.sorted(), "\(query)")
    }

    @Test(arguments: [
        ("Verwaltung", ["board", "boards"]), ("Gericht", ["boards"]), ("Stadt", ["board", "boards"]),
        ("Rat", ["board", "boards"]), ("도서관", ["korean2", "korean"]),
        ("회의", ["korean2", "korean"]), ("민국", ["korean"]), ("독립운동", ["korean"]), ("운동", ["korean"]),
    ])
    func wordsAreFoundInLongerOnesBehindThoseThatAreWhole(query: String, expected: [String]) async throws {
        #expect(try Self.found(query, await Self.archived.value) == expected, "\(query)")
    }

    @Test func anEndingOfOtherWordsIsNoPart() async throws {
        let archive = try await Self.archived.value
        let marks = try archive.index.search(SearchRequest("Rat")).hits.flatMap(\.pages).flatMap(\.markedTexts)
        #expect(marks.sorted() == ["Rat", "Stadtrat"])
    }

    @Test(arguments: [("Hauses", ["Haus"]), ("Verwaltungen", ["Verwaltung"]), ("\"alter Häuser\"", ["alte Haus"])])
    func theFormsThatAreFoundAreMarked(query: String, marked: [String]) async throws {
        let archive = try await Self.archived.value
        let pages = try archive.index.search(SearchRequest(query)).hits.flatMap(\.pages)
        #expect(pages.contains { $0.markedTexts == marked }, "\(pages.map(\.markedTexts))")
    }

    @Test func whatWasTypedComesFirst() async throws {
        let archive = try await Self.archived.value
        #expect(try Self.found("Haus", archive).first == "house")
        #expect(try Self.found("Häuser", archive).prefix(2).contains("houses"))
        #expect(try Self.found("chevaux", archive) == ["french", "french2"])
        #expect(try Self.found("cheval", archive) == ["french2", "french"])
    }

    @Test func aRightLetsThroughWhatItNamesAlone() async throws {
        let archive = try await Self.archived.value
        #expect(try Self.found("alte", archive, access: "Haus") == ["house"])
        #expect(try Self.found("und", archive, access: "Verwaltung") == ["board"])
        #expect(try Self.found("Verwaltung", archive, access: "Rat") == ["board"])
        #expect(try Self.found("alte", archive, access: "-Haus").contains("house") == false)
    }

    /// Neither the words of closed documents nor that there are any can be told from an answer.
    @Test func documentsThatMayNotBeSeenMakeNoDifference() async throws {
        func answers(closed: [(name: String, language: String?, text: String)]) async throws -> [String] {
            let archive = try TestArchive()
            try Self.write(
                [
                    ("open", "de", "Das alte Haus der Verwaltung"), ("open2", "de", "Stadtverwaltung"),
                    ("open3", "en", "the Dutch word huizen"), ("open4", "de", "im Xenonhaus"),
                ] + closed, to: archive)
            try await archive.update()
            return try ["Häusern", "Verwaltung", "Behausung", "Stadt", "Häsuer", "huis", "Haus"].map { query in
                var request = SearchRequest(query)
                request.access = "path:open"
                var results = try archive.index.search(request)
                results.elapsed = .zero
                let hits = results.hits.map {
                    "\($0.document.path) \($0.score) \($0.pages.map { "\($0.markedTexts) \($0.snippet)" })"
                }
                return "\(results.total) \(results.suggestion ?? "") \(results.hints.map(\.message)) \(hits)"
            }
        }
        let alone = try await answers(closed: [])
        let beside = try await answers(closed: [
            ("secret", "de", "Hausung Hausern Rathausverwaltung Behausungen Verwaltungsstadt"),
            ("secret2", "sv", "stadens förvaltning husens"), ("secret3", "nl", "huis en huizen"),
            ("secret4", "de", "Xenon"),
        ])
        #expect(alone == beside)
    }

    @Test func anEnglishArchiveHasNoForms() async throws {
        let archive = try TestArchive()
        try Self.write([("a", "en", "the houses were running"), ("b", nil, "Häuser ohne Sprache")], to: archive)
        try await archive.update()
        #expect(try Self.rows(archive).isEmpty)
        #expect(try Self.found("house", archive) == ["a"])
    }

    @Test func formsFollowTheLanguageThatTheMetadataName() async throws {
        let archive = try TestArchive()
        try Self.write([("a", nil, "alte Häuser")], to: archive)
        try await archive.update()
        #expect(try Self.found("Haus", archive) == [])
        try Self.write([("a", "de", "alte Häuser")], to: archive)
        try await archive.update()
        #expect(try Self.found("Haus", archive) == ["a"])
    }

    @Test func anIndexThatHasNoFormsGetsThem() async throws {
        let archive = try TestArchive()
        try Self.write([("a", "de", "alte Häuser")], to: archive)
        try await archive.update()
        let rows = try Self.rows(archive)
        #expect(!rows.isEmpty)
        let database = try archive.database("index.sqlite")
        try await database.write { db in
            try db.execute(
                sql: """
                    DROP TABLE word_form; DELETE FROM checksum WHERE name = 'word_form';
                    DELETE FROM meta WHERE key = 'word-forms'; DELETE FROM grdb_migrations WHERE identifier = 'v3';
                    PRAGMA user_version = 2;
                    """)
        }
        try database.close()
        #expect(try Self.found("Häuser", archive) == ["a"], "it is searched as it is")
        #expect(try Self.found("Haus", archive) == [])
        try await archive.update()
        #expect(try Self.rows(archive) == rows)
        #expect(try Self.found("Haus", archive) == ["a"])
        #expect(try archive.index.verify().isEmpty)
    }

    /// Forgetting makes the full-text tables anew, too, and may be killed.
    @Test func formsStayWhileTablesAreMadeAnewForAnotherReason() async throws {
        let archive = try TestArchive()
        try Self.write([("a", "de", "alte Häuser"), ("b", "de", "das Haus")], to: archive)
        try await archive.update()
        let rows = try Self.rows(archive)
        let stopped = StopFlag()
        stopped.stop(.cancelled)
        try archive.index.writing { stores in
            try FullTextRebuild(index: stores.index, pages: stores.pages).run(stop: stopped) { _, _ in }
        }
        #expect(Set(try Self.found("Haus", archive)) == ["a", "b"])
        try archive.index.writing { stores in
            let rebuild = FullTextRebuild(index: stores.index, pages: stores.pages)
            try rebuild.requireNone()
            try rebuild.run(stop: StopFlag()) { _, _ in }
        }
        #expect(try Self.rows(archive) == rows)
        #expect(Set(try Self.found("Haus", archive)) == ["a", "b"])
    }

    @Test func formsOfAnotherReleaseOfTheStemmersAreMadeAgain() async throws {
        let archive = try TestArchive()
        try Self.write([("a", "de", "alte Häuser")], to: archive)
        try await archive.update()
        let rows = try Self.rows(archive)
        let database = try archive.database("index.sqlite")
        try await database.write { db in
            try db.execute(
                sql: """
                    UPDATE word_form SET stem = 'x' || stem;
                    UPDATE meta SET value = 'old' WHERE key = 'word-forms';
                    """)
        }
        try database.close()
        try await archive.update()
        #expect(try Self.rows(archive) == rows)
    }

    @Test func withoutAStemmerWordsHaveNoForms() async throws {
        let archive = try TestArchive()
        try Self.write([("a", "de", "alte Häuser")], to: archive)
        try await archive.update { $0.stemmer = Stemmer.none }
        #expect(try Self.found("Haus", archive) == [])
        try await archive.update { $0.stemmer = .porter }
        #expect(try Self.found("Haus", archive) == ["a"])
    }

    @Test func wordsOfForgottenDocumentsAreGone() async throws {
        let archive = try TestArchive()
        try Self.write([("a", "de", "alte Kanarienvögel"), ("b", "de", "alte Häuser")], to: archive)
        try await archive.update()
        _ = try archive.index.forget([archive.index.document(DocumentReference("a.zip!/a.pdf"))])
        let rows = try Self.rows(archive)
        #expect(!rows.isEmpty && !rows.contains { $0.contains("kanarien") })
    }

    /// Each row of the table in docs/query-language.md, and the other way round.
    @Test func formsAreFoundAsTheTableSays() async throws {
        let rows = try Self.tableOfForms()
        #expect(rows.count > 10)
        let archive = try TestArchive()
        try Self.write(
            rows.enumerated().flatMap { number, row in
                [("page\(number)", row[0], row[1]), ("typed\(number)", row[0], row[2])]
            }, to: archive)
        try await archive.update()
        for (number, row) in rows.enumerated() {
            #expect(try Self.found(row[2], archive).contains("page\(number)"), "\(row)")
            let words = row[1].split(separator: " ").suffix(row[2].split(separator: " ").count).joined(separator: " ")
            #expect(try Self.found(words, archive).contains("typed\(number)"), "\(row)")
        }
    }

    /// Any text may be in a file.
    @Test(arguments: [
        String(repeating: "ü", count: 100_000), String(repeating: "Häuser\u{301}", count: 20_000),
        (0..<5_000).map { "wort\(String($0, radix: 36))haus" }.joined(separator: " "), "\u{0}ä\u{FFFD}\u{10FFFF} ß ſ ﬁ",
    ])
    func oddTextsAreIndexedAndSearched(text: String) async throws {
        let archive = try TestArchive()
        try Self.write([("a", "de,fr,tr,hu,fi,el", "\(text) Häuser")], to: archive)
        try await archive.update()
        #expect(try Self.found("Haus", archive) == ["a"])
        _ = try Self.found(String(text.prefix(1_000)), archive)
    }

    private static func tableOfForms() throws -> [[String]] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().resolvingSymlinksInPath()
        let page = folder.appendingPathComponent("../../../docs/query-language.md").standardizedFileURL
        let sections = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n##")
        let lines = try #require(sections.first { $0.hasPrefix("# Other languages") }).split(separator: "\n")
        return lines.filter { $0.hasPrefix("| ") }.dropFirst().map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    private static func rows(_ archive: TestArchive) throws -> [String] {
        let database = try archive.database("index.sqlite")
        defer { try? database.close() }  // It is not written to.
        return try database.read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM word_form ORDER BY 1, 2, 3").map { "\($0)" }
        }
    }
}
