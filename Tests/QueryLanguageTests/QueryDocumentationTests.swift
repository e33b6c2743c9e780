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
        var isInPlainWords: Bool
        var testDescription: String { query }
    }

    @Test func examplesOfTheQueryLanguageAreFound() {
        #expect(Self.examples.count > 150)
        #expect(Self.examples.filter(\.isInPlainWords).count > 50)
    }

    @Test(arguments: examples)
    func examplesOfTheQueryLanguageAreUnderstoodAsTheySay(_ example: Example) {
        let parsed = QueryParser().parse(example.query, example.isInPlainWords ? .archive : .none)
        #expect(parsed.description == example.canonicalForm)
        #expect(parsed.hints.map(\.message).joined(separator: " ") == example.hints)
    }

    @Test(arguments: examples.filter { !$0.isInPlainWords })
    func examplesWithoutPlainWordsMeanTheSameWherePlainWordsAreRead(_ example: Example) {
        let parsed = QueryParser().parse(example.query, .archive)
        #expect(parsed.description == example.canonicalForm)
        #expect(parsed.inferences.isEmpty)
    }

    @Test(arguments: examples.filter { $0.canonicalForm != "(nothing)" })
    func examplesMeanInTheirCanonicalFormWhatTheyMean(_ example: Example) {
        #expect(QueryParser().parse(example.canonicalForm).description == example.canonicalForm)
    }

    static let examples: [Example] = {
        // The tests' folder may be a link into the repository.
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().resolvingSymlinksInPath()
        let page = folder.appendingPathComponent("../../docs/query-language.md").standardizedFileURL
        guard let text = try? String(contentsOf: page, encoding: .utf8) else { return [] }
        var isInPlainWords = false
        var examples: [Example] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## ") { isInPlainWords = line == "## In plain words" }
            guard line.hasPrefix("| `") else { continue }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            let code = cells.prefix(2).map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "`")) }
            examples.append(
                Example(query: code[0], canonicalForm: code[1], hints: cells[2], isInPlainWords: isInPlainWords))
        }
        return examples
    }()
}
