import DocSearchTestSupport
import Foundation
import Testing

extension FaultTests {
    /// What `remove` may say when there is little room.
    private enum Answer { case kept, decided, removed }

    @Test(.enabled(if: Disk.isPossible, Disk.reason))
    func removalOnAFullDiskDoesWhatItSays() throws {
        let program = try Program()
        let archive = try archive(program, documents: 2, pages: 10)
        let other = program.folder.path + "/other"
        try program.folder.write(PDFWriter(texts: ["a capercaillie"]).bytes, to: "other/other.pdf")
        let disk = try Disk(at: program.folder.path + "/disk", size: "8m")
        let index = disk.path + "/index"
        #expect(try program.run(["index", "--ocr", "never", "--index", index, archive, other]).exitCode == 0)
        let whole = program.folder.path + "/whole"
        try FileManager.default.copyItem(atPath: index, toPath: whole)
        var answers: Set<Answer> = []
        var warned = 0
        for kilobytes in [0, 4, 8] + Array(stride(from: 16, through: 224, by: 16)) {
            try FileManager.default.removeItem(atPath: index)
            try FileManager.default.copyItem(atPath: whole, toPath: index)
            try disk.fill(leaving: kilobytes)
            let run = try program.run(["remove", "--index", index, archive])
            try disk.makeRoom()
            let answer: Answer =
                run.exitCode == 0 ? .removed : run.errors.contains("the next run finishes it") ? .decided : .kept
            let said: Comment = "\(kilobytes) KB: \(run.exitCode), \(run.errors)"
            if answer == .removed {
                #expect(run.errors.contains("Removed 2 bundles"), said)
                if run.errors.contains("warning: ") { warned += 1 }
            } else {
                #expect(run.exitCode == 2, said)
                #expect(run.errors.contains("is full"), said)
            }
            let roots = try program.run(["status", "--index", index, "--json"]).json()["roots"]
            #expect(roots?.elements.count == (answer == .kept ? 2 : 1), said)
            if answer != .decided {
                #expect(try documents(program, index) == (answer == .kept ? 3 : 1), said)
            }
            // With room, the next run agrees with what was said.
            let next = try program.run(["index", "--ocr", "never", "--index", index])
            #expect(next.exitCode == 0, "\(next.errors)")
            #expect(try documents(program, index) == (answer == .kept ? 3 : 1), said)
            #expect(try program.run(["verify", "--index", index]).exitCode == 0, said)
            answers.insert(answer)
        }
        #expect(answers == [.kept, .decided, .removed], "each was met: \(answers), \(warned) warnings")
        #expect(warned > 0, "each was met: \(answers), \(warned) warnings")
    }

    private func documents(_ program: Program, _ index: String) throws -> Int? {
        try program.run(["status", "--index", index, "--json"]).json()["documents"]?.int
    }
}
