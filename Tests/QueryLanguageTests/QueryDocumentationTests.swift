import Foundation
import Testing

@testable import QueryLanguage

/// Every row of every table in docs/query-language.md: query, canonical form, hints.
@Suite("The examples in docs/query-language.md")
struct QueryDocumentationTests {
    struct Example: CustomTestStringConvertible {
        var query: String
        var canonicalForm: String
        var hints: String
        var testDescription: String { query }
    }

    @Test func areFound() { #expect(Self.examples.count > 40) }

    @Test(arguments: examples)
    func areUnderstoodAsTheySay(_ example: Example) {
        let parsed = QueryParser().parse(example.query)
        #expect(parsed.description == example.canonicalForm)
        #expect(parsed.hints.map(\.message).joined(separator: " ") == example.hints)
    }

    static let examples: [Example] = {
        // The tests' folder may be a link into the repository.
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().resolvingSymlinksInPath()
        let page = folder.appendingPathComponent("../../docs/query-language.md").standardizedFileURL
        guard let text = try? String(contentsOf: page, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            let code = cells.prefix(2).map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "`")) }
            return Example(query: code[0], canonicalForm: code[1], hints: cells[2])
        }
    }()
}
