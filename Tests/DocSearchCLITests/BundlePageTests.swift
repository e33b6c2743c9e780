import DocSearchTestSupport
import Foundation
import Testing

@Suite struct BundlePageTests {
    struct Row: Hashable {
        var format: String
        var source: String
        var field: String
    }

    struct Proof: Sendable, CustomTestStringConvertible {
        var row: Row
        /// The sample, and the path of the document.
        var file: String
        var path: String
        /// What arrives in the field, and for a field of a page on which.
        var value: JSON
        var page: Int?
        var testDescription: String { "\(row.format): \(row.source) → \(row.field)" }

        init(_ json: JSON) {
            func text(_ key: String) -> String { json[key]?.string ?? "" }
            row = Row(format: text("format"), source: text("source"), field: text("field"))
            (file, path, value, page) = (text("file"), text("path"), json["value"] ?? .null, json["page"]?.int)
        }
    }

    static let proofs = (BundleSamples.expected["fields"]?.elements ?? []).map(Proof.init)

    @Test func everyRowOfBundleFormatsHasASampleAndEverySampleARow() throws {
        let rows = try Self.rows()
        #expect(rows.count > 100)
        #expect(Set(rows).count == rows.count)
        #expect(Set(rows) == Set(Self.proofs.map(\.row)))
    }

    /// The words in code are the source's own: they are in the sample, as a name or in a file.
    @Test(arguments: proofs)
    func everyRowOfBundleFormatsNamesWhatIsInItsSample(_ proof: Proof) throws {
        let text = try Self.text(of: proof.file)
        let words = proof.row.source.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { $0.element.lowercased() }
        #expect(!words.isEmpty)
        for word in words { #expect(text.contains(word), "\(word) is not in \(proof.file)") }
    }

    @Test(arguments: proofs)
    func everyRowOfBundleFormatsSaysWhereItsFieldArrives(_ proof: Proof) throws {
        let (value, shown) = (proof.value, try BundleSamples.Form.samples.shown(proof.path))
        let pages = shown["pages"]?.elements ?? []
        let page = proof.page.flatMap { number in pages.first { $0["page"]?.int == number } }
        let (authors, tags) = (shown["author"]?.elements ?? [], shown["tags"]?.elements ?? [])
        let words = page?["words"]?.elements.map { $0["text"] } ?? []
        let text = BundleFormatTests.joined(page?["text"])
        switch proof.row.field {
        case "author": #expect(authors.contains(value))
        case "title", "date", "identifier", "language", "description":
            #expect(shown[proof.row.field] == value)
        case "tag": #expect(tags.contains(value))
        case "person", "package":
            let details = (shown["details"]?.elements ?? []).filter { $0["kind"]?.string == proof.row.field }
            #expect(details.contains { $0["value"] == value })
        case "text", "page": #expect(text.contains(BundleFormatTests.joined(value)))
        case "page label": #expect(page?["label"] == value)
        case "words": #expect(words.contains(value))
        default: Issue.record("there is no such field")
        }
    }

    private static func rows() throws -> [Row] {
        let page = URL(fileURLWithPath: BundleSamples.path + "/../../docs/bundle-formats.md").standardizedFileURL
        var heading = ""
        var isTable = false
        var rows: [Row] = []
        for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
            guard line.hasPrefix("|") else {
                isTable = false
                continue
            }
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            if cells == ["field in the source", "field in docsearch"] {
                isTable = true
            } else if isTable, cells.count == 2, !cells[0].hasPrefix("---") {
                rows.append(Row(format: heading, source: cells[0], field: cells[1]))
            }
        }
        return rows
    }

    /// Names and bytes of a sample, in small letters; of a sample in a library also what lies hidden in that.
    private static func text(of file: String) throws -> String {
        let path = BundleSamples.path + "/" + file
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        var parts: [(name: String, bytes: [UInt8])] = [(file, Array(data))]
        if data.starts(with: "PK".utf8) { parts += try ZipUnpacker.entries(ofZipAt: path) }
        if file.contains("/") {
            let results = ".ocr_results/" + file.replacing(".yianazip", with: ".json")
            parts.append(
                (results, Array(try Data(contentsOf: URL(fileURLWithPath: BundleSamples.path + "/" + results)))))
        }
        return parts.map { $0.name + "\n" + String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n")
            .lowercased()
    }
}
