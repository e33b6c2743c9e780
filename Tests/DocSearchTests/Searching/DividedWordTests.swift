import DocSearch
import DocSearchTestSupport
import Testing

@Suite("Words with a hyphen of their own at the end of a line")
struct DividedWordTests {
    private static let archived = Task {
        let archive = try TestArchive()
        for (name, text) in [
            ("broken", "the co-\noperative society of the north-\nwestern district, my mother-in-\nlaw"),
            ("whole", "the co-operative society of the north-western district, my mother-in-law"),
            ("joined", "the cooperative society"), ("stem", "the society of Mr Cooper"),
            ("apart", "the co and the operative"),
        ] {
            let entries = TestDocument(name, pages: [" "]).entries + [ZipWriter.Entry("\(name).txt", "\(text)\u{C}")]
            try archive.write(ZipWriter(entries).bytes, to: "\(name).zip")
        }
        try await archive.update()
        return archive
    }

    @Test(arguments: [
        ("co-operative", ["broken", "joined", "whole"]), ("Co-Operative society", ["broken", "joined", "whole"]),
        ("\"co-operative society\"", ["broken", "joined", "whole"]),
        ("\"north-western district\"", ["broken", "whole"]), ("mother-in-law", ["broken", "whole"]),
        ("society co-operation", ["whole"]),
        // These are about the word as it is typed.
        ("=co-operative", ["whole"]), ("society -co-operative", ["broken", "joined", "stem"]),
    ])
    func wordsWithAHyphenAreFoundWhereALineEndTookIt(query: String, expected: [String]) async throws {
        let archive = try await Self.archived.value
        let found = try archive.find(query) { $0.match = .all }.map { String($0.prefix { $0 != "." }) }
        #expect(found.sorted() == expected, "\(query)")
    }
}
