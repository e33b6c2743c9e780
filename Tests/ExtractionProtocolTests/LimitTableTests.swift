import ExtractionProtocol
import Foundation
import Testing

/// The table of limits in docs/bundle-formats.md.
@Suite struct LimitTableTests {
    @Test func documentationHasEveryLimitWithItsDefault() throws {
        let members = Mirror(reflecting: ExtractionLimits()).children.map { child in
            (child.label ?? "", "\(child.value)")
        }
        // The one member that is no number is in the table of the configuration file.
        let limits = members.filter { $0.0 != "zipNames" }
        #expect(limits.count == members.count - 1)
        let rows = try Self.rows()
        #expect(rows.keys.sorted() == limits.map(\.0).sorted())
        for (name, value) in limits {
            #expect(rows[name].map { "\($0)" } == value, "\(name)")
        }
    }

    private static func rows() throws -> [String: UInt64] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().resolvingSymlinksInPath()
        let page = folder.appendingPathComponent("../../docs/bundle-formats.md").standardizedFileURL
        let text = try String(contentsOf: page, encoding: .utf8)
        let table = try #require(text.components(separatedBy: "\n| limit | default | counts |\n").last)
        var rows: [String: UInt64] = [:]
        for line in table.split(separator: "\n").prefix(while: { $0.hasPrefix("|") }).dropFirst() {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let amount = try #require(cells.dropFirst().first).split(separator: " ")
            let units = ["MiB": Double(1 << 20), "GiB": Double(1 << 30)]
            let number = try #require(amount.first.flatMap { Double($0.replacing(",", with: "")) })
            let unit = amount.dropFirst().first.map { units[String($0)] } ?? 1
            rows[cells[0].replacing("`", with: "")] = UInt64(number * (try #require(unit)))
        }
        return rows
    }
}
