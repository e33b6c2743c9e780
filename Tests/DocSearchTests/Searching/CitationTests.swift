import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

@Suite("What passages are cited by")
struct CitationTests {
    @Test func eachMailOfAMailboxHasACitationOfItsOwn() async throws {
        let archive = try TestArchive()
        let said = [
            "In spring a heron fishes where the brook runs slowly.",
            "Nobody has seen this heron since the mill was sold.",
            "Please send the photograph of your uncle with the stuffed heron.",
        ]
        let mails = said.enumerated().map { number, text in
            "From a@example.org Mon Jan  6 10:00:00 2020\nFrom: a@example.org\nSubject: Heron \(number)\n"
                + "Message-ID: <\(number)@example.org>\nDate: Mon, 6 Jan 2020 10:00:00 +0000\n\n"
                + "\(text)\n\n"
        }
        try archive.write(mails.joined().utf8, to: "letters.mbox")
        try archive.write(["The catalogue of 1931 lists feathers and eggs."], to: "file.pdf")
        try await archive.update()
        func citations(_ question: String = "heron") throws -> [String: String] {
            let answer = try archive.index.context(for: SearchRequest(question), room: 100_000) { _ in 1 }
            return Dictionary(answer.passages.map { ($0.document.path, $0.citation) }) { first, _ in first }
        }
        let cited = try citations()
        #expect(cited.count == 3)
        #expect(Set(cited.values).count == 3)
        let file = try archive.document("file.pdf")
        #expect(try citations("catalogue")["file.pdf"] == "\(file.contentHash.prefix(12))-p1")
        try await archive.update { $0.full = true }
        #expect(try citations() == cited, "when the index is read again")
    }
}
