import DocSearchTestSupport
import Foundation
import Testing

@Suite("docsearch forget")
struct ForgetCommandTests {
    private static let canary = "qzxanary"

    private static func program(documents: Int = 12) throws -> Program {
        let program = try Program()
        for number in 1...documents {
            let pages = (1...4).map { "ledger \(number) page \($0) of herons and reed beds" }
            try program.folder.write(PDFWriter(texts: pages).bytes, to: "archive/ledger-\(number).pdf")
        }
        let pages = (1...4).map { "the \(canary) affair, page \($0)" }
        try program.folder.write(PDFWriter(texts: pages).bytes, to: "archive/\(canary).pdf")
        #expect(try program.run(["index", "--ocr", "never", archive(program)]).exitCode == 0)
        #expect(try program.run(["tag", "\(canary).pdf", "ledger-1.pdf", "+\(canary)"]).exitCode == 0)
        #expect(try program.run(["tag", "ledger-1.pdf", "-\(canary)"]).exitCode == 0)
        #expect(try program.run(["tag", "ledger-1.pdf", "+kept"]).exitCode == 0)
        #expect(try program.run(["note", "\(canary).pdf", "Of the \(canary)."]).exitCode == 0)
        return program
    }

    private static func archive(_ program: Program) -> String { program.folder.path + "/archive" }

    /// The files that have the word in their bytes, in any case.
    private func files(with word: String, in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
            return Data(bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }).range(of: Data(word.utf8)) != nil
        }
    }

    @Test func forgetLeavesOutNoBundleWithOtherDocuments() throws {
        let program = try Program()
        func write(_ names: [String]) throws {
            let entries = names.map { ZipWriter.Entry($0, PDFWriter(texts: ["a \($0) page"]).bytes) }
            try program.folder.write(ZipWriter(entries).bytes, to: "archive/box.zip")
        }
        try write(["a.pdf", "b.pdf"])
        #expect(try program.run(["index", "--ocr", "never", Self.archive(program)]).exitCode == 0)
        #expect(try program.run(["tag", "box.zip!/a.pdf", "+shy"]).exitCode == 0)
        try write(["b.pdf"])
        #expect(try program.run(["index", "--ocr", "never"]).exitCode == 0)
        let refused = try program.run(["forget", "box.zip!/a.pdf", "--exclude", "--yes"])
        #expect(refused.exitCode == 64, "\(refused.errors)")
        #expect(try program.run(["exclude", "--list"]).output.isEmpty)
        #expect(try program.run(["forget", "box.zip!/a.pdf", "--yes"]).exitCode == 0)
        #expect(try program.run(["show", "box.zip!/b.pdf"]).exitCode == 0)
    }

    @Test func forgetAsksFirstAndSaysWhatItDid() throws {
        let program = try Self.program(documents: 2)
        // What the tag was taken from has it in its history.
        #expect(try program.run(["undo", "2"]).exitCode == 0)
        for answer in ["no\n", "\n", ""] {
            let refused = try program.run(["forget", "\(Self.canary).pdf"], input: answer)
            #expect(refused.exitCode == 2)
            #expect(refused.errors.contains("cannot be undone"))
            #expect(try program.run(["show", "\(Self.canary).pdf"]).exitCode == 0)
        }
        let done = try program.run(["forget", "\(Self.canary).pdf"], input: "yes\n")
        #expect(done.exitCode == 0, "\(done.errors)")
        #expect(done.errors.contains("Forgot 1 document: 4 page texts"), "\(done.errors)")
        #expect(
            done.errors.contains("docsearch exclude '\(Self.archive(program))/\(Self.canary).pdf'"), "\(done.errors)")
        #expect(done.errors.contains("Not reached: "))
        #expect(try program.run(["show", "\(Self.canary).pdf"]).exitCode == 2)
        #expect(try program.run(["find", Self.canary]).exitCode == 0, "another document has the tag")
        #expect(try program.run(["forget", "nothing.pdf", "--yes"]).exitCode == 2)
        #expect(try program.run(["forget"]).exitCode == 64)
        let none = try program.run(["forget", "--query", "xyzzy", "--yes"])
        #expect(none.exitCode == 1)
        #expect(none.errors == "Nothing found.\n")
    }

    @Test func forgetDoesTheRestOfACommandThatWasInterrupted() throws {
        let program = try Self.program(documents: 3)
        func interrupt(_ name: String) throws {
            let number = try program.run(["show", name, "--json"]).json()["id"]?.int
            let bytes = try #require(try program.run(["show", name, "--json"]).json()["sha256"]?.string)
            let item =
                "{\"rootID\":1,\"rootPath\":\"\(Self.archive(program))\",\"isRoot\":false,\"path\":\"\(name)\",\"entry\":\"\","
                + "\"file\":\"\(Self.archive(program))/\(name)\",\"hashes\":[\"\(bytes)\"],\"isAlone\":true,"
                + "\"number\":\(number ?? 0)}"
            let rest = "\"subjects\":[],\"former\":{\"paths\":[],\"files\":[],\"hashes\":[]}"
            try program.folder.write("{\"items\":[\(item)],\(rest)}".utf8, to: "data/docsearch/forgetting")
        }
        try interrupt("ledger-2.pdf")
        let unknown = try program.run(["forget", "ledger-2.pdf", "typo.pdf", "--yes"])
        #expect(unknown.exitCode == 2)
        #expect(unknown.errors.contains("Finished erasing 1 document that"), "\(unknown.errors)")
        #expect(unknown.errors.contains("There is no document \"typo.pdf\""), "\(unknown.errors)")

        try interrupt("ledger-3.pdf")
        let done = try program.run(["forget", "ledger-3.pdf", "\(Self.canary).pdf", "--yes", "--exclude"])
        #expect(done.exitCode == 0, "\(done.errors)")
        #expect(done.errors.contains("Forgot 2 documents"), "\(done.errors)")
        #expect(done.errors.contains("Not reached: "))
        #expect(try program.run(["exclude", "--list"]).lines.count == 2)
        #expect(try program.run(["show", "\(Self.canary).pdf"]).exitCode == 2)
    }

    @Test func forgetOffersNoNameThatAShellWouldRun() throws {
        let program = try Program()
        for name in ["$(touch x)", "it's", "a\u{7}b"] {
            try program.folder.write(PDFWriter(texts: ["heron"]).bytes, to: "archive/\(name).pdf")
        }
        #expect(try program.run(["index", "--ocr", "never", Self.archive(program)]).exitCode == 0)
        let folder = Self.archive(program)
        let done = try program.run(["forget", "$(touch x).pdf", "it's.pdf", "--yes"])
        #expect(done.errors.contains("docsearch exclude '\(folder)/$(touch x).pdf'"), "\(done.errors)")
        #expect(done.errors.contains("docsearch exclude '\(folder)/it'\\''s.pdf'"), "\(done.errors)")
        let removed = try program.run(["remove", "a\u{7}b.pdf"])
        #expect(removed.errors.contains("comes back with the next run."), "\(removed.errors)")
        #expect(!removed.errors.contains("docsearch exclude"), "\(removed.errors)")
    }

    @Test func forgetTakesTheNameOfADocumentThatIsLeftOut() throws {
        let program = try Self.program(documents: 2)
        #expect(try program.run(["exclude", "/\(Self.canary).pdf"]).exitCode == 0)
        #expect(try program.run(["index", "--ocr", "never"]).exitCode == 0)
        let done = try program.run(["forget", "\(Self.canary).pdf", "--yes"])
        #expect(done.exitCode == 0, "\(done.errors)")
        #expect(done.errors.contains("Forgot 1 document: 4 page texts"), "\(done.errors)")
        #expect(done.errors.contains("Runs no longer look at it."), "\(done.errors)")
        let again = try program.run(["forget", "\(Self.canary).pdf", "--yes"])
        #expect(again.exitCode == 2)
        #expect(
            again.errors.contains("undo the exclusion, run \"docsearch index\", and then forget it"), "\(again.errors)")
    }

    @Test func forgetLeavesTheFileOutWhereThatIsAskedFor() throws {
        let program = try Self.program(documents: 2)
        let done = try program.run(["forget", "\(Self.canary).pdf", "--yes", "--exclude", "--json"])
        #expect(done.exitCode == 0, "\(done.errors)")
        let report = try done.json()
        #expect(report["texts"]?.int == 4)
        #expect(report["sources"]?.elements.first?["is_there"] == .bool(true))
        let run = try program.run(["index", "--ocr", "never"])
        #expect(run.errors.contains("1 left out"), "\(run.errors)")
        #expect(try program.run(["status", "--json"]).json()["documents"]?.int == 2)
        // The pattern has its path; nothing else has.
        #expect(try program.run(["exclude", "--remove", "/\(Self.canary).pdf"]).exitCode == 0)
    }

    @Test func forgetLeavesNoOtherDocumentOutWithTheForgottenOne() throws {
        let program = try Self.program(documents: 1)
        let entries = ["x", "y"].map { ZipWriter.Entry("\($0).pdf", PDFWriter(texts: ["a \($0)"]).bytes) }
        try program.folder.write(ZipWriter(entries).bytes, to: "archive/box.zip")
        #expect(try program.run(["index", "--ocr", "never"]).exitCode == 0)
        let refused = try program.run(["forget", "box.zip!/x.pdf", "--exclude", "--yes"])
        #expect(refused.exitCode == 64)
        #expect(refused.errors.contains("box.zip!/y.pdf"), "\(refused.errors)")
        #expect(try program.run(["exclude", "--list"]).output.isEmpty)
        #expect(try program.run(["forget", "box.zip!/x.pdf", "box.zip!/y.pdf", "--exclude", "--yes"]).exitCode == 0)
        #expect(try program.run(["exclude", "--list"]).lines.count == 1)
    }

    @Test func forgetIsEndedByTheSameCommandAfterKillsAtAnyMoment() throws {
        let program = try Self.program()
        // Of the other document that had the word for a while.
        #expect(try program.run(["forget", "ledger-1.pdf", "--yes"]).exitCode == 0)
        #expect(try program.run(["index", "--ocr", "never"]).exitCode == 0)
        let whole = program.folder.path + "/whole"
        try FileManager.default.copyItem(atPath: program.index, toPath: whole)
        var generator = SeededGenerator(seed: 71)
        var kills = 0
        for round in 0..<10 {
            try FileManager.default.removeItem(atPath: program.index)
            try FileManager.default.copyItem(atPath: whole, toPath: program.index)
            for _ in 0..<3 {
                let run = try program.start(["forget", "\(Self.canary).pdf", "--yes"])
                _ = try run.until(.milliseconds(Int.random(in: 5...120, using: &generator))) { run.hasEnded }
                if !run.hasEnded { kills += 1 }
                run.send(SIGKILL)
                _ = try run.wait(.seconds(60))
                // It works whatever was done.
                #expect(try program.run(["find", "herons"]).exitCode == 0, "round \(round)")
            }
            let last = try program.run(["forget", "\(Self.canary).pdf", "--yes"])
            // It may have been forgotten to its end before.
            #expect(
                last.exitCode == 0 || last.errors.contains("There is no document"), "round \(round): \(last.errors)")
            #expect(try files(with: Self.canary, in: program.index) == [], "round \(round)")
            #expect(try program.run(["verify"]).exitCode == 0, "round \(round)")
            let status = try program.run(["status", "--json"]).json()
            #expect(status["documents"]?.int == 12, "round \(round)")
            #expect(status["forgetting_unfinished"] == .bool(false), "round \(round)")
        }
        #expect(kills > 5, "\(kills)")
    }

    @Test(.enabled(if: Disk.isPossible, Disk.reason))
    func forgetLosesNothingOnAFullDiskAndGoesOnWhenThereIsRoom() throws {
        let program = try Self.program()
        let disk = try Disk(at: program.folder.path + "/disk", size: "8m")
        let index = disk.path + "/index"
        #expect(try program.run(["forget", "ledger-1.pdf", "--yes"]).exitCode == 0)
        var unfinished = 0
        for kilobytes in [0, 8, 32, 64, 128, 192, 256, 320, 400, 512, 700] {
            if isThere(index) { try FileManager.default.removeItem(atPath: index) }
            try FileManager.default.copyItem(atPath: program.index, toPath: index)
            try disk.fill(leaving: kilobytes)
            let run = try program.run(["forget", "--index", index, "\(Self.canary).pdf", "--yes"])
            if run.exitCode != 0 {
                #expect(run.exitCode == 2, "\(kilobytes): \(run.errors)")
                #expect(run.errors.contains("is full"), "\(kilobytes): \(run.errors)")
            }
            try disk.makeRoom()
            let status = try program.run(["status", "--index", index, "--json"]).json()
            if status["forgetting_unfinished"] == .bool(true) { unfinished += 1 }
            let again = try program.run(["forget", "--index", index, "\(Self.canary).pdf", "--yes"])
            #expect(
                again.exitCode == 0 || again.errors.contains("There is no document"), "\(kilobytes): \(again.errors)")
            #expect(try files(with: Self.canary, in: index) == [], "\(kilobytes)")
            #expect(try program.run(["verify", "--index", index]).exitCode == 0, "\(kilobytes)")
            let documents = try program.run(["status", "--index", index, "--json"]).json()["documents"]?.int
            #expect(documents == 11, "\(kilobytes)")
        }
        #expect(unfinished > 0, "it was interrupted by the disk at least once")
    }

    private func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test func aModelInTheIndexFolderIsDocsearchsOwn() throws {
        let program = try Program.withMinutes()
        for name in ["model/vocab.txt", "mine.txt"] { try program.folder.write("x".utf8, to: "data/docsearch/" + name) }
        let done = try program.run(["forget", "1", "--yes"])
        #expect(done.exitCode == 0, "\(done.errors)")
        #expect(done.errors.contains("\"mine.txt\" in the index folder is not docsearch's own"), "\(done.errors)")
        #expect(!done.errors.contains("\"model\""), "\(done.errors)")
        #expect(FileManager.default.fileExists(atPath: program.index + "/model/vocab.txt"))
    }

    @Test func undoBringsBackNothingThatWasForgottenAndSaysSo() throws {
        let program = try Program()
        for name in ["a", "b"] {
            try program.folder.write(PDFWriter(texts: ["a heron \(name)"]).bytes, to: "archive/\(name).pdf")
        }
        #expect(try program.run(["index", "--ocr", "never", program.folder.path + "/archive"]).exitCode == 0)
        #expect(try program.run(["forget", "--exclude", "--yes", "a.pdf"]).exitCode == 0)
        let refused = try program.run(["undo"])
        #expect(refused.exitCode == 2)
        #expect(
            refused.errors.contains("The last change, 1, leaves out the files of forgotten documents"),
            "\(refused.errors)")
        #expect(try program.run(["exclude", "--list"]).lines.count == 1)
        #expect(try program.run(["log"]).output.contains("forget --exclude /a.pdf"))
        // What was said later is taken back as ever.
        #expect(try program.run(["tag", "b.pdf", "+x"]).exitCode == 0)
        #expect(try program.run(["undo"]).exitCode == 0)
        let done = try program.run(["undo", "1"])
        #expect(done.exitCode == 0, "\(done.errors)")
        #expect(done.errors.contains("do not come back"), "\(done.errors)")
        #expect(try program.run(["exclude", "--list"]).output.isEmpty)
    }
}
