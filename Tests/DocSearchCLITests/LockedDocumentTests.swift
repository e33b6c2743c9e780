import DocSearchTestSupport
import Foundation
import Testing

@Suite struct LockedDocumentTests {
    private func makeProgram() throws -> (Program, archive: String) {
        let program = try Program()
        let archive = try program.archive("reports/1961-closed-session.pdf", "minutes/1931-council-minutes.pdf")
        return (program, archive)
    }

    private func write(_ text: String, to program: Program, mode: Int = 0o600) throws -> String {
        let path = try program.folder.write(Array(text.utf8), to: "passwords.txt")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    @Test func lockedDocumentsAreListedUntilTheirPasswordIsGiven() throws {
        let (program, archive) = try makeProgram()
        #expect(try program.run(["index", "--ocr", "never", archive]).exitCode == 3)
        let locked = try program.run(["status", "--locked"])
        #expect(locked.lines == ["reports/1961-closed-session.pdf"])
        #expect(locked.errors.contains("--passwords FILE"))
        #expect(try program.run(["status", "--json"]).json()["locked"]?.int == 1)
        #expect(try program.run(["status"]).lines.contains("Locked:     1 (docsearch status --locked)"))
        let idle = try program.run(["index", "--ocr", "never"])
        #expect(idle.exitCode == 3)
        #expect(idle.errors.contains("nothing new"))

        let passwords = try write("\u{FEFF}swan\r\n\nduck\ngoose", to: program)
        let report = program.folder.path + "/report.json"
        let outcome = try program.run([
            "index", "--ocr", "never", "--passwords", passwords, "--report", report, "--verbose",
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("2 bundles: 1 changed."))
        #expect(try program.run(["status", "--locked"]).lines.isEmpty)
        #expect(try program.run(["find", "--json", "title:closed"]).json()["total"]?.int == 1)
        let written = outcome.errors + (try String(contentsOfFile: report, encoding: .utf8))
        #expect(!written.contains("goose"))
        #expect(!written.contains("swan"))
        for file in try FileManager.default.contentsOfDirectory(atPath: program.index) {
            let bytes = try #require(FileManager.default.contents(atPath: program.index + "/" + file))
            #expect(bytes.range(of: Data("goose".utf8)) == nil, "\(file)")
            #expect(bytes.range(of: Data("swan".utf8)) == nil, "\(file)")
        }
        // Nothing is locked any more, so nothing is tried.
        #expect(try program.run(["index", "--ocr", "never", "--passwords", passwords]).errors.contains("nothing new"))
    }

    @Test func documentsStayLockedWithOtherPasswords() throws {
        let (program, archive) = try makeProgram()
        let outcome = try program.run(["index", "--ocr", "never", "--passwords", write("duck", to: program), archive])
        #expect(outcome.exitCode == 3)
        #expect(try program.run(["status", "--locked"]).lines == ["reports/1961-closed-session.pdf"])
    }

    enum Occasion: CaseIterable {
        case touched, rewritten, replaced, otherFile, lockedFileChanged, askedFor
    }

    @Test(arguments: Occasion.allCases)
    func lockedDocumentsAreTriedOnceWithTheSamePasswords(andAgainWhen occasion: Occasion) throws {
        let (program, archive) = try makeProgram()
        let locked = archive + "/reports/1961-closed-session.pdf"
        let path = try write("duck", to: program)
        var arguments = ["index", "--passwords", path]
        #expect(try program.run(["index", archive]).exitCode == 3)
        #expect(try program.run(arguments).errors.contains("2 bundles: 1 changed"), "without passwords none was tried")
        for _ in 0..<2 {
            let idle = try program.run(arguments)
            #expect(idle.exitCode == 3, "\(idle.errors)")
            #expect(idle.errors.contains("nothing new"), "\(idle.errors)")
        }
        #expect(try program.run(["index"]).errors.contains("nothing new"))
        #expect(try program.run(arguments).errors.contains("nothing new"), "a run without passwords changes nothing")
        switch occasion {
        case .touched:
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
        case .rewritten: _ = try write("duck", to: program)
        case .replaced:
            // With the times of the old one, as a copy may have.
            try program.folder.write("swan".utf8, to: "new.txt")
            chmod(program.folder.path + "/new.txt", 0o600)
            let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            try FileManager.default.setAttributes(
                [.modificationDate: try #require(date)], ofItemAtPath: program.folder.path + "/new.txt")
            #expect(rename(program.folder.path + "/new.txt", path) == 0)
        case .otherFile:
            try program.folder.write("swan".utf8, to: "other.txt")
            chmod(program.folder.path + "/other.txt", 0o600)
            arguments[2] = program.folder.path + "/other.txt"
        case .lockedFileChanged:
            let handle = try #require(FileHandle(forWritingAtPath: locked))
            try handle.seekToEnd()
            try handle.write(contentsOf: Data("\n".utf8))
            try handle.close()
        case .askedFor: #expect(try program.run(arguments + ["--retry-failed"]).errors.contains("1 changed"))
        }
        if occasion != .askedFor {
            #expect(try program.run(arguments).errors.contains("2 bundles: 1 changed"))
        }
        let idle = try program.run(arguments)
        #expect(idle.exitCode == 3, "\(idle.errors)")
        #expect(idle.errors.contains("nothing new"), "\(idle.errors)")
        #expect(try program.run(["status", "--locked"]).lines == ["reports/1961-closed-session.pdf"])
    }

    @Test func lockedDocumentsAreOpenedByAPasswordThatIsAdded() throws {
        let (program, archive) = try makeProgram()
        let path = try write("duck", to: program)
        #expect(try program.run(["index", "--ocr", "never", "--passwords", path, archive]).exitCode == 3)
        _ = try write("duck\ngoose", to: program)
        #expect(try program.run(["index", "--ocr", "never", "--passwords", path]).exitCode == 0)
        #expect(try program.run(["status", "--locked"]).lines.isEmpty)
    }

    @Test func configurationMayNameTheFileOfPasswords() throws {
        let (program, archive) = try makeProgram()
        let path = try write("goose", to: program)
        try program.folder.write(Array(#"{"passwords": "\#(path)"}"#.utf8), to: "config/docsearch/config.json")
        #expect(try program.run(["index", "--ocr", "never", archive]).exitCode == 0)
        #expect(try program.run(["find", "--json", "title:closed"]).json()["total"]?.int == 1)
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o602, 0o610, 0o644, 0o777])
    func passwordsAreNotTriedFromAFileThatOthersMayUse(mode: Int) throws {
        let (program, archive) = try makeProgram()
        let path = try write("goose", to: program, mode: mode)
        let outcome = try program.run(["index", "--passwords", path, archive])
        #expect(outcome.exitCode == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("passwords.txt"))
        #expect(outcome.errors.contains("chmod 600"))
        #expect(!outcome.errors.contains("goose"))
        #expect(try program.run(["status"]).exitCode == 2, "nothing was indexed")
    }

    @Test func passwordsAreNotTriedFromAnythingButAFileOfLines() throws {
        let (program, archive) = try makeProgram()
        let folder = program.folder.path
        mkfifo(folder + "/pipe", 0o600)
        try FileManager.default.createDirectory(
            atPath: folder + "/private", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        func refusal(_ path: String) throws -> String {
            let outcome = try program.run(["index", "--passwords", path, archive])
            #expect(outcome.exitCode == 64, "\(path)")
            return outcome.errors
        }
        #expect(try refusal(folder + "/none").contains("cannot be read"))
        #expect(try refusal(folder + "/pipe").contains("not a regular file"))
        #expect(try refusal(folder + "/private").contains("not a regular file"))
        let many = (0...1000).map { "goose \($0)" }.joined(separator: "\n")
        #expect(try refusal(write(many, to: program)).contains("1000 lines"))
        #expect(try refusal(write(String(repeating: "goose", count: 300), to: program)).contains("1024 bytes"))
        let path = try program.folder.write([0x67, 0xFF, 0x0A], to: "latin.txt")
        chmod(path, 0o600)
        #expect(try refusal(path).contains("not UTF-8"))
    }

    @Test func lockedZipsAreOpenedWithTheirPassword() throws {
        let program = try Program()
        let sample = URL(fileURLWithPath: SampleArchive.path).deletingLastPathComponent()
            .appendingPathComponent("bundles/locked-zip-aes.zip")
        try program.folder.write(Data(contentsOf: sample), to: "archive/vote.zip")
        let passwords = try write("goose\n\(Self.password)\n", to: program)
        let index = try program.run([
            "index", "--ocr", "never", "--passwords", passwords, program.folder.path + "/archive",
        ])
        #expect(index.exitCode == 0, "\(index.errors)")
        let path = "vote.zip!/minute.pdf"
        let refused = try program.run(["open", "--print", path])
        #expect(refused.exitCode == 2)
        #expect(refused.output.isEmpty)
        let opened = try program.run(["open", "--print", "--passwords", passwords, path])
        #expect(opened.exitCode == 0, "\(opened.errors)")
        let file = try #require(opened.lines.first)
        #expect(FileManager.default.contents(atPath: file)?.starts(with: Data("%PDF".utf8)) == true)
    }

    private static let password = "aldermere1931"

    @Test func lockedDocumentsOfSeveralFoldersAreToldApart() throws {
        let program = try Program()
        let locked = try SampleArchive.bytes("reports/1961-closed-session.pdf")
        let folders = try ["one", "two"].map { folder in
            try program.folder.write(locked + [0x0A], to: "\(folder)/box/a.pdf")
            return program.folder.path + "/" + folder
        }
        #expect(try program.run(["index", "--ocr", "never"] + folders).exitCode == 3)
        #expect(try program.run(["status", "--locked"]).lines.sorted() == folders.map { $0 + "/box/a.pdf" })
        #expect(try program.run(["status"]).lines.contains("Locked:     2 (docsearch status --locked)"))
    }
}
