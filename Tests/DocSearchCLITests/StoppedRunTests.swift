import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

@Suite struct StoppedRunTests {
    /// With runs so many days ago.
    private func program(_ daysAgo: [Int64]) throws -> Program {
        let program = try Program()
        try program.folder.write(PDFWriter(texts: ["heron on the weir"]).bytes, to: "archive/a.pdf")
        let outcome = try program.run(["index", "--ocr", "never", program.folder.path + "/archive"])
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        var configuration = Configuration()
        configuration.prepareDatabase(DatabaseOpening.prepare)
        let queue = try DatabaseQueue(path: program.index + "/index.sqlite", configuration: configuration)
        let now = Int64(Date().timeIntervalSince1970)
        try queue.write { db in
            try db.execute(sql: "DELETE FROM run")
            for days in daysAgo.reversed() {
                let time = now - days * 86400
                try db.execute(sql: "INSERT INTO run (started, finished) VALUES (?, ?)", arguments: [time, time])
            }
        }
        try queue.close()
        return program
    }

    @Test func findSaysThatRegularRunsHaveStopped() throws {
        let program = try program([9, 10, 11, 12])
        for form in [[], ["--json"], ["--csv"]] {
            let outcome = try program.run(["find", "heron"] + form)
            let hint = "Hint: The index was last brought up to date 9 days ago"
            #expect(outcome.errors.contains(hint), "\(outcome.errors)")
            #expect(outcome.errors.contains("docsearch index"))
            #expect(!outcome.output.contains("brought up to date"))
        }
        #expect(try program.run(["find", "heron", "--quiet"]).errors.isEmpty)
    }

    @Test(arguments: [[9], [0, 1, 2, 3], [9, 9, 9, 9], [20, 50, 80, 110]] as [[Int64]])
    func findSaysNothingWhereNoRunIsMissed(daysAgo: [Int64]) throws {
        let outcome = try program(daysAgo).run(["find", "heron"])
        #expect(!outcome.errors.contains("brought up to date"), "\(outcome.errors)")
    }
}
