import Foundation

/// Whether an answer of `docsearch find --json` agrees with the bundles: documents that are there, pages that they have,
/// and snippets that stand on these pages, in the text of one of the generations that may be found.
struct AnswerCheck {
    let archive: PreparedArchive
    let generations: [Int]

    private struct Answer: Decodable {
        var total: Int
        var hits: [Hit]
    }

    private struct Hit: Decodable {
        var path: String
        var page_count: Int
        var pages: [Page]
    }

    private struct Page: Decodable {
        var page: Int
        var snippet: String
        var marks: [[Int]]
    }

    /// Says what is wrong, or nothing.
    func problem(exitCode: Int32, _ data: Data) -> String? {
        guard exitCode == 0 || exitCode == 1 else { return "exit code \(exitCode)" }
        let answer: Answer
        do {
            answer = try JSONDecoder().decode(Answer.self, from: data)
        } catch {
            return "no answer in JSON: \(error)"
        }
        guard answer.hits.isEmpty == (exitCode == 1) else { return "exit code \(exitCode), \(answer.hits.count) hits" }
        guard answer.total >= answer.hits.count else { return "\(answer.total) in all, \(answer.hits.count) shown" }
        guard Set(answer.hits.map(\.path)).count == answer.hits.count else { return "a document twice" }
        return answer.hits.lazy.compactMap(problem).first
    }

    private func problem(_ hit: Hit) -> String? {
        guard let number = archive.number(ofPath: hit.path[...]), (0..<archive.count).contains(number),
            archive.path(number) == hit.path
        else { return "there is no \(hit.path)" }
        let count = archive.bundle(number).pageCount
        guard hit.page_count == count else { return "\(hit.path) has \(count) pages, not \(hit.page_count)" }
        for page in hit.pages {
            guard (1...count).contains(page.page) else { return "\(hit.path) has no page \(page.page)" }
            let length = page.snippet.unicodeScalars.count
            guard page.marks.allSatisfy({ $0.count == 2 && 0 <= $0[0] && $0[0] < $0[1] && $0[1] <= length }) else {
                return "\(hit.path), page \(page.page): marks outside the snippet"
            }
            let words = page.snippet.drop { $0 == "…" }
            let shown = words.last == "…" ? words.dropLast() : words
            let isThere = generations.contains { generation in
                let text = archive.bundle(number, generation: generation).text(page: page.page)
                // A snippet stands on one line.
                let line = text.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
                return String(decoding: line, as: UTF8.self).contains(shown)
            }
            guard isThere, !shown.isEmpty else { return "\(hit.path), page \(page.page) does not say \"\(shown)\"" }
        }
        return nil
    }
}
