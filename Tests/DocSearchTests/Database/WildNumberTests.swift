import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

/// Whatever number a disk has made of one in `index.sqlite`, it is met as damage: nothing traps, and the next runs lead back
/// to the answers of a sound index.
@Suite struct WildNumberTests {
    static let tables = ["bundle", "document", "document_place", "page", "failure", "run"]
    static let numbers = [Int64.min, -1, 1 << 62]

    @Test(arguments: tables)
    func wildNumbersInTheIndexEndNoSearchAndNoRun(table: String) async throws {
        let archive = try TestArchive()
        for number in 1...3 { try archive.write(["a heron in reed bed \(number)"], to: "\(number).pdf") }
        try archive.write("no PDF".utf8, to: "broken.pdf")
        try await archive.update()
        let sound = archive.indexPath + "-sound"
        try FileManager.default.copyItem(atPath: archive.indexPath, toPath: sound)
        let queue = try archive.database("index.sqlite")
        let columns = try await queue.read { db in
            try Row.fetchAll(db, sql: "PRAGMA table_info(\"\(table)\")")
                .filter { $0["type"] as String == "INTEGER" }.map { $0["name"] as String }
        }
        try queue.close()
        #expect(!columns.isEmpty)
        for (position, column) in columns.enumerated() {
            // All of them with "make fliptest".
            for number in Torture.rounds == nil ? [Self.numbers[position % Self.numbers.count]] : Self.numbers {
                try FileManager.default.removeItem(atPath: archive.indexPath)
                try FileManager.default.copyItem(atPath: sound, toPath: archive.indexPath)
                try archive.damage(
                    "index.sqlite",
                    "UPDATE \(table) SET \(column) = \(number) WHERE rowid = (SELECT min(rowid) FROM \(table))")
                try await useAndRepair(archive, "\(table).\(column) = \(number)")
            }
        }
    }

    private func useAndRepair(_ archive: TestArchive, _ comment: Comment) async throws {
        expectNoOtherError(comment) { _ = try archive.find("heron") }
        for name in ["1.pdf", "2.pdf"] {
            expectNoOtherError(comment) {
                let index = ArchiveIndex(at: archive.indexPath)
                _ = try index.pages(of: try index.document(DocumentReference(name)))
            }
        }
        try archive.write(["a heron in reed bed 1, and again"], to: "1.pdf")
        do {
            try await archive.update { $0.full = true }
        } catch let error as DocSearchError {
            #expect(error.code == .damagedIndex, comment)
        }
        _ = try await TestRun(archive.index.repair(options: .forTests))
        try await archive.update { $0.full = true }
        #expect(try Set(archive.find("heron")) == ["1.pdf", "2.pdf", "3.pdf"], comment)
        #expect(try archive.find("again") == ["1.pdf"], comment)
        try archive.write(["a heron in reed bed 1"], to: "1.pdf")
    }

    private func expectNoOtherError(_ comment: Comment, _ body: () throws -> Void) {
        do {
            try body()
        } catch let error as DocSearchError {
            #expect([.damagedIndex, .notFound, .ambiguous].contains(error.code), comment)
        } catch {
            Issue.record(error, comment)
        }
    }
}
