import BundleReading
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

/// What becomes of zips that are not as they should be.
@Suite struct HygieneTests {
    @Test(arguments: OddZip.all)
    func readingAnOddZipEndsAsDocumented(zip: OddZip) throws {
        let folder = try FileManager.default.contentsOfDirectory(atPath: ".")
        let outcome = try outcome(of: zip).sorted()
        #expect(outcome == zip.outcome.sorted())
        #expect(try FileManager.default.contentsOfDirectory(atPath: ".") == folder)
    }

    /// Every row of the table in docs/errors.md is one of these zips, and has the codes that come of it.
    @Test func oddZipsAreAllDocumented() throws {
        let codes = Dictionary(grouping: OddZip.all, by: \.item).mapValues { zips in
            Set(zips.flatMap(\.outcome).compactMap(Self.code))
        }
        let rows = try Self.rows()
        #expect(rows.map(\.item).sorted() == codes.keys.sorted())
        for row in rows { #expect(codes[row.item] == row.codes, "\(row.item)") }
    }

    @Test(arguments: 0..<4)
    func readingAnOddZipEndsHoweverDamagedItIs(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        for zip in OddZip.all where zip.bytes.count < 4000 {
            for _ in 0..<5 {
                var bytes = zip.bytes
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    let index = Int.random(in: max(0, bytes.count - 300)..<bytes.count, using: &generator)
                    bytes[index] = [0, 0xFF, bytes[index] ^ 1, bytes[index] &+ 1].randomElement(using: &generator) ?? 0
                }
                let lines = try outcome(of: OddZip(zip.item, bytes: bytes, limits: zip.limits, outcome: []))
                #expect(!lines.isEmpty)
            }
        }
    }

    private static func code(_ line: String) -> String? {
        line.split(separator: ": ").map(String.init).first { ProblemFrame.Code(rawValue: $0) != nil }
    }

    /// The first and the third cell of each row.
    private static func rows() throws -> [(item: String, codes: Set<String>)] {
        // The tests' folder may be a link into the repository.
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().resolvingSymlinksInPath()
        let page = folder.appendingPathComponent("../../docs/errors.md").standardizedFileURL
        let sections = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n### ")
        let section = try #require(sections.first { $0.hasPrefix("What becomes of odd and hostile zips") })
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }
        return rows.dropFirst().map { row in
            let cells = row.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return (cells[1], Set(cells[3].split(separator: ",").map { $0.trimmingCharacters(in: ["`", " "]) }))
        }
    }

    /// Everything that reading gives, a line each.
    private func outcome(of zip: OddZip) throws -> [String] {
        do {
            let bundle = try openBundle(zip.bytes, limits: limits(of: zip))
            var lines = bundle.problems.map(line)
            if let reason = bundle.skipReason { lines.append("skipped: \(reason)") }
            for document in bundle.documents {
                lines += bundle.text(of: document).problems.map(line)
                do {
                    let read = try bytes(of: bundle.pdf(of: document))
                    let rest = read == OddZip.pdf ? "" : " \(read.count - OddZip.pdf.count) more"
                    lines.append("\(document.entry): read\(rest)")
                } catch let error as BundleError {
                    // What leads to the document may be at fault.
                    lines.append((error.entry == document.entry ? "" : "\(document.entry): ") + line(error))
                }
            }
            return lines
        } catch let error as BundleError {
            return [line(error)]
        }
    }

    private func line(_ error: BundleError) -> String {
        (error.entry.map { "\($0): " } ?? "") + "\(error.code.rawValue): \(error.reason)"
    }

    private func limits(of zip: OddZip) throws -> ExtractionLimits {
        var limits = ExtractionLimits()
        for (name, value) in zip.limits {
            switch name {
            case "entries": limits.entries = value
            case "entryBytes": limits.entryBytes = Int64(value)
            case "bundleBytes": limits.bundleBytes = Int64(value)
            case "metadataBytes": limits.metadataBytes = value
            case "memoryBytes": limits.memoryBytes = Int64(value)
            case "markupBytes": limits.markupBytes = value
            default: try #require(Bool(false), "\(name) is no limit")
            }
        }
        return limits
    }
}
