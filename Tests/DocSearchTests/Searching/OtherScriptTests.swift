@testable import DocSearch
import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@Suite("Letters and scripts")
struct OtherScriptTests {
    private static let archived = Task {
        let archive = try TestArchive()
        for (name, text) in [
            ("tokyo", "東京都水道局の年次報告書"), ("kyoto", "京都府の水利組合"), ("kana", "ひらがなとカタカナ"),
            ("thai", "ประวัติศาสตร์ไทย"), ("mixed", "会議record第3号"), ("korean", "한국 철도의 역사"),
            ("strasse", "die Straße am Fluß"), ("strasse2", "die Strasse am Bach"), ("aether", "Æther og Smørrebrød"),
            ("ligature", "the oﬃce ﬁle"), ("long", "Congreſs of the poſt"), ("turkish", "ISPARTA İzmir ıslak"),
            ("vowelled", "هَذِهِ رِسَالَةٌ مِنَ الْمُهَنْدِسِ"), ("hindi", "हिंदी की किताब"), ("plural", "کتاب\u{200C}ها"),
            ("khmer", "ម៉\u{200C}ឺង"), ("shadda", "محم\u{FC60}د"), ("half", "2½ miles"), ("mark", "Windows™ NT"),
            ("parts", "\u{1112}\u{1161}\u{11AB}국"), ("filler", "sec\u{3164}ret"),
            ("wide", "注文 ＡＢ－１２３ ﾀｲﾌﾟﾗｲﾀｰ"),
            ("polish", "Łódź i źródło"), ("greek", "Η ΑΘΗΝΑ και ο ποταμός"), ("russian", "Водный совет"),
        ] {
            let entries = TestDocument(name, pages: [" "]).entries + [ZipWriter.Entry("\(name).txt", "\(text)\u{C}")]
            try archive.write(ZipWriter(entries).bytes, to: "\(name).zip")
        }
        try await archive.update()
        return archive
    }

    @Test(arguments: [
        // A script without spaces: any part of a text is found, of one character or many.
        ("東京", ["tokyo"]), ("水道", ["tokyo"]), ("京都", ["kyoto", "tokyo"]), ("水", ["kyoto", "tokyo"]),
        ("年次報告", ["tokyo"]), ("報告年次", []), ("カタカナ", ["kana"]), ("がなと", ["kana"]), ("ไทย", ["thai"]),
        ("ประวัติ", ["thai"]), ("会議", ["mixed"]), ("record", ["mixed"]), ("会議record", ["mixed"]),
        ("철도의", ["korean"]), ("철도*", ["korean"]), ("=東京", ["tokyo"]),
        // Letters that are typed in another way.
        ("strasse", ["strasse", "strasse2"]), ("Straße", ["strasse", "strasse2"]),
        ("STRASSE", ["strasse", "strasse2"]),
        ("fluss", ["strasse"]), ("aether", ["aether"]), ("smorrebrod", ["aether"]), ("smørrebrød", ["aether"]),
        ("office", ["ligature"]), ("file", ["ligature"]), ("congress", ["long"]), ("post", ["long"]),
        ("isparta", ["turkish"]), ("ısparta", ["turkish"]), ("izmir", ["turkish"]), ("İZMİR", ["turkish"]),
        // Signs on letters divide no word.
        ("المهندس", ["vowelled"]), ("رسالة", ["vowelled"]), ("مهندس", []), ("کتاب", ["plural"]), ("كتاب", ["plural"]),
        ("किताब", ["hindi"]),
        ("ម៉ឺង", ["khmer"]), ("ម៉ង", []), ("محمد", ["shadda"]), ("\"2 1/2 miles\"", ["half"]), ("21", []),
        ("\"windows nt\"", ["mark"]),
        ("한국", ["korean", "parts"]), ("secret", ["filler"]), ("कताब", []),
        ("ताब", []),
        ("AB-123", ["wide"]), ("タイプ", ["wide"]), ("タイフ", []), ("กา", []), ("ประวต", []),
        ("islak", ["turkish"]), ("lodz", ["polish"]), ("łódź", ["polish"]), ("zrodlo", ["polish"]),
        ("αθηνα", ["greek"]), ("ποταμος", ["greek"]), ("ΠΟΤΑΜΟΣ", ["greek"]), ("ВОДНЫЙ", ["russian"]),
    ])
    func wordsOfOtherScriptsAreFound(query: String, expected: [String]) async throws {
        let archive = try await Self.archived.value
        let found = try archive.find(query) { $0.match = .all }.map { String($0.prefix { $0 != "." }) }
        #expect(found.sorted() == expected.sorted(), "\(query)")
    }

    /// Each row of the table in docs/query-language.md, in both directions.
    @Test func lettersThatCountAsTheSameAreFoundAsTheTableSays() async throws {
        let rows = try Self.tableOfEqualLetters()
        #expect(rows.count > 30)
        let archive = try TestArchive()
        for (number, row) in rows.enumerated() {
            for (side, text) in [("written", row.written), ("typed", row.typed)] {
                let name = "\(side)\(number)"
                let entries =
                    TestDocument(name, pages: [" "]).entries
                    + [ZipWriter.Entry("\(name).txt", "before \(text) behind\u{C}")]
                try archive.write(ZipWriter(entries).bytes, to: "\(name).zip")
            }
        }
        try await archive.update()
        for (number, row) in rows.enumerated() {
            for query in [row.written, row.typed].flatMap({ [$0, "=\($0)", "\"before \($0) behind\""] }) {
                let found = try archive.find(query) { $0.match = .all }
                for side in ["written", "typed"] {
                    let isFound = found.contains { $0.hasPrefix("\(side)\(number).") }
                    #expect(isFound, "\(query) in \(side) of \(row)")
                }
            }
        }
    }

    private static func tableOfEqualLetters() throws -> [(written: String, typed: String)] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().resolvingSymlinksInPath()
        let page = folder.appendingPathComponent("../../../docs/query-language.md").standardizedFileURL
        let section = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n## ")
            .first { $0.hasPrefix("Letters that count as the same") }
        let lines = try #require(section).split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        return lines.map { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            return (cells[1], cells[2])
        }
    }

    @Test(arguments: [
        ("水道", "水道"), ("record", "record"), ("strasse", "Straße"), ("office", "office"), ("ไทย", "ไทย"),
        ("رسالة", "رِسَالَةٌ"), ("AB-123", "ＡＢ－１２３"), ("タイプライター", "ﾀｲﾌﾟﾗｲﾀｰ"), ("किताब", "किताब"),
    ])
    func wordsOfOtherScriptsAreMarkedAsTheyAreWritten(query: String, marked: String) async throws {
        let archive = try await Self.archived.value
        let page = try #require(try archive.index.search(SearchRequest(query)).hits.first?.pages.first)
        #expect(page.markedTexts == [marked])
    }

    /// Composed at once, they would take minutes.
    @Test(arguments: [
        "क" + String(repeating: "ि", count: 300_000), "a" + String(repeating: "\u{301}\u{316}", count: 50_000),
    ])
    func letterWithCountlessSignsTakesTimeThatGrowsWithThem(text: String) throws {
        let database = try DatabaseQueue()
        let words = try database.inDatabase { db in
            try ArchiveTokenizer.register(in: db)
            return try TokenReader(db, Stemmer.none.tokenizer).tokens("\(text) end")
        }
        #expect(words.last?.range == text.utf8.count + 1..<text.utf8.count + 4)
    }

    @Test func wordsStayAsTheyAreWithoutAStemmer() async throws {
        let archive = try TestArchive()
        try archive.write(["they were running"], to: "a.pdf")
        try archive.write(["the run of the mill"], to: "b.pdf")
        try await archive.update()
        #expect(try archive.find("run").sorted() == ["a.pdf", "b.pdf"])
        try await archive.update { $0.stemmer = Stemmer.none }
        #expect(try archive.find("run") == ["b.pdf"])
        try archive.write(["another run"], to: "c.pdf")
        try await archive.update()
        #expect(try archive.find("run").sorted() == ["b.pdf", "c.pdf"], "the index remembers it")
        try await archive.update { $0.stemmer = .porter }
        #expect(try archive.find("run").sorted() == ["a.pdf", "b.pdf", "c.pdf"])
        #expect(try archive.index.verify().isEmpty)
    }
}
