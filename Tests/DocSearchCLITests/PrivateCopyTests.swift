import DocSearchTestSupport
import Foundation
import Testing

@Suite("Copies that open has made") struct PrivateCopyTests {
    private static let week = 8 * 86_400.0

    private func makeOlder(_ path: String) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -Self.week)], ofItemAtPath: path)
    }

    private func opened(_ program: Program) throws -> String {
        let outcome = try program.run(["open", "1", "--print"])
        guard outcome.exitCode == 0 else { throw ProgramError(message: outcome.errors) }
        return URL(fileURLWithPath: String(outcome.output.dropLast())).deletingLastPathComponent().path
    }

    private func program(_ bundle: String = "minutes/1958-tramway-enquiry.yianazip") throws -> Program {
        let program = try Program()
        let archive = try program.archive(bundle)
        #expect(try program.run(["index", "--ocr", "never", archive]).exitCode == 0)
        return program
    }

    @Test func openedCopiesAreRemovedAfterAWeek() throws {
        let program = try program()
        let (old, new) = (try opened(program), try opened(program))
        try makeOlder(old)
        let third = try opened(program)
        #expect(!FileManager.default.fileExists(atPath: old))
        #expect(FileManager.default.fileExists(atPath: new))
        #expect(FileManager.default.fileExists(atPath: third))
    }

    @Test func whatHasNoPDFIsOpenedAsItsText() throws {
        let program = try program("letters/1962-bandstand.yianazip")
        let outcome = try program.run(["open", "1", "--print"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let path = String(outcome.output.dropLast())
        #expect(path.hasSuffix(".txt"))
        let shown = try program.run(["show", "--json", "1"]).json()
        let text = try #require(shown["pages"]?[0]?["text"]?.string)
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains(text))
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        // Of which document a text is, is not known afterwards.
        #expect(try program.run(["forget", "--yes", "1"]).exitCode == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func aMailIsOpenedAsItsText() throws {
        let program = try Program()
        let mail =
            "From: Ann Lee <ann@example.org>\nSubject: The heron\nDate: Mon, 13 Jan 2020 12:00:00 +0100\n\nIn the reeds.\n"
        try program.folder.write(mail.utf8, to: "archive/a.eml")
        #expect(try program.run(["index", "--ocr", "never", program.folder.path + "/archive"]).exitCode == 0)
        let path = String(try program.run(["open", "1", "--print"]).output.dropLast())
        #expect(path.hasSuffix("The heron.txt"))
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.hasPrefix("The heron\n\n"))
        #expect(text.contains("In the reeds."))
    }

    @Test func otherFilesAreNotTakenForOpenedCopies() throws {
        let program = try program()
        let folder = program.folder
        let outside = try folder.write("precious".utf8, to: "precious/letter.pdf")
        func make(_ name: String, _ files: [String], mode: Int = 0o700) throws -> String {
            for file in files { try folder.write("precious".utf8, to: "\(name)/\(file)") }
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path + "/" + name)
            try makeOlder(folder.path + "/" + name)
            return folder.path + "/" + name
        }
        let kept = [
            try make("docsearch-aaaaaa", ["a.pdf", "b.pdf"]), try make("docsearch-bbbbbb", ["a.odt"]),
            try make("docsearch-cccccc", ["a.pdf"], mode: 0o755), try make("docsearch-ddddddd", ["a.pdf"]),
            try make("docsearch-eee_ee", ["a.pdf"]), try make("elsewhere-ffffff", ["a.pdf"]),
            try make("docsearch-gggggg", ["folder.pdf/a.pdf"]),
        ]
        try FileManager.default.createDirectory(
            atPath: folder.path + "/docsearch-hhhhhh", withIntermediateDirectories: true)
        symlink(outside, folder.path + "/docsearch-hhhhhh/a.pdf")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700], ofItemAtPath: folder.path + "/docsearch-hhhhhh")
        try makeOlder(folder.path + "/docsearch-hhhhhh")
        let linked = try make("real", ["a.pdf"])
        symlink(linked, folder.path + "/docsearch-iiiiii")
        _ = try opened(program)
        for path in kept + [linked + "/a.pdf", outside, folder.path + "/docsearch-hhhhhh"] {
            #expect(FileManager.default.fileExists(atPath: path), "\(path)")
        }
    }
}
