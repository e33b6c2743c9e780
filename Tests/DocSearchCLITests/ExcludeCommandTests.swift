import DocSearchTestSupport
import Foundation
import Testing

@Suite("docsearch exclude")
struct ExcludeCommandTests {
    private static func program() throws -> Program {
        let program = try Program()
        for name in ["a", "private/b", "private/c"] {
            try program.folder.write(PDFWriter(texts: ["heron \(name)"]).bytes, to: "archive/\(name).pdf")
        }
        guard try program.run(["index", "--ocr", "never", program.folder.path + "/archive"]).exitCode == 0 else {
            throw ProgramError(message: "not indexed")
        }
        return program
    }

    @Test func excludeSaysHowManyBundlesLeaveTheIndex() throws {
        let program = try Self.program()
        let said = try program.run(["exclude", "private/", "*.tmp.pdf"])
        #expect(
            said.errors == "The next run will remove 2 bundles from the index.\n"
                + "Nothing in the index matches \"*.tmp.pdf\" now.\n")
        let root = program.folder.path + "/archive"
        #expect(try program.run(["exclude", "--list"]).output == "\(root)\tprivate/\n\(root)\t*.tmp.pdf\n")
        let list = try program.run(["exclude", "--list", "--json"]).json()["exclusions"]?.elements
        #expect(list?.map { $0["pattern"]?.string } == ["private/", "*.tmp.pdf"])
        let run = try program.run(["index", "--ocr", "never"])
        #expect(run.errors.contains("2 removed"), "\(run.errors)")
        #expect(run.errors.contains("1 left out, each folder as one (docsearch exclude --list"), "\(run.errors)")
        #expect(try program.run(["status"]).output.contains("Left out:   1, each folder as one (docsearch exclude"))
        #expect(try program.run(["status", "--json"]).json()["left_out"]?.int == 1)
        #expect(try program.run(["bundles", root]).output.contains("private") == false)
        #expect(try program.run(["exclude", "--remove", "private/"]).exitCode == 0)
        #expect(try program.run(["index", "--ocr", "never"]).errors.contains("2 new"))
        #expect(try program.run(["log"]).output.contains("exclude --remove private/"))
    }

    @Test func excludeRefusesWhatIsNoPatternAndExcludesNothing() throws {
        let program = try Self.program()
        for pattern in ["", "# x", "[a", "a\u{7}b", String(repeating: "a", count: 5000), "/"] {
            let refused = try program.run(["exclude", "good", pattern])
            #expect(refused.exitCode == 64, "\(pattern.prefix(10)): \(refused.errors)")
            #expect(harmfulScalars(in: refused.errors).isEmpty)
        }
        #expect(try program.run(["exclude", "--remove", "x"]).exitCode == 2)
        #expect(try program.run(["exclude", program.folder.path + "/archive"]).exitCode == 64)
        #expect(try program.run(["exclude", "x", "--root", "/nowhere"]).exitCode == 2)
        #expect(try program.run(["exclude", "--list"]).output.isEmpty)
    }

    @Test func excludeTakesPathsAsTheyAreTyped() throws {
        let program = try Self.program()
        let link = program.folder.path + "/link"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: program.folder.path + "/archive/private")
        let said = try program.run(["exclude", link + "/b.pdf"])
        #expect(said.errors == "The next run will remove 1 bundle from the index.\n")
        #expect(try program.run(["exclude", "./private/"]).errors.hasPrefix("The next run will remove 1 bundle"))
        #expect(
            try program.run(["exclude", "--list"]).lines.map { $0.split(separator: "\t")[1] }.contains("/private/"))
        for path in ["/nowhere/x.pdf", "/usr", "../../x"] {
            let refused = try program.run(["exclude", path])
            #expect(refused.exitCode == 64, "\(path): \(refused.errors)")
            #expect(refused.errors.contains("is not in a remembered folder"), "\(refused.errors)")
        }
        #expect(try program.run(["exclude", "drafts/"]).errors == "Nothing in the index matches it now.\n")
        #expect(try program.run(["exclude", "/drafts"]).errors == "Nothing in the index matches it now.\n")
        #expect(try program.run(["exclude", "--remove", "/nowhere/x.pdf"]).errors.contains("is not in the list"))
        let whole = try program.run(["exclude", program.folder.path + "/archive"])
        #expect(whole.errors.contains("docsearch remove '\(program.folder.path)/archive'"), "\(whole.errors)")
    }

    @Test func excludeWantsToKnowWhichOfSeveralFolders() throws {
        let program = try Self.program()
        try program.folder.write(PDFWriter(texts: ["plover"]).bytes, to: "other/private/d.pdf")
        let other = program.folder.path + "/other"
        #expect(try program.run(["index", "--ocr", "never", other]).exitCode == 0)
        let refused = try program.run(["exclude", "private/"])
        #expect(refused.exitCode == 64)
        #expect(refused.errors.contains("--root PATH"))
        #expect(try program.run(["exclude", "private/", "--root", "other"]).exitCode == 0)
        #expect(try program.run(["exclude", other + "/private/d*.pdf"]).exitCode == 0, "a path says it itself")
        #expect(try program.run(["exclude", "--list"]).lines == ["\(other)\tprivate/", "\(other)\t/private/d*.pdf"])
        #expect(try program.run(["exclude", "private/", "--all"]).errors.contains("2 bundles"))
    }

    @Test func excludeIsOfferedByRemove() throws {
        let program = try Self.program()
        let path = program.folder.path + "/archive/a.pdf"
        let removed = try program.run(["remove", "a.pdf"])
        #expect(removed.errors.contains("docsearch exclude '\(path)'"), "\(removed.errors)")
        let folder = program.folder.path + "/archive/private"
        #expect(try program.run(["remove", folder, "--exclude"]).exitCode == 0)
        #expect(try program.run(["index", "--ocr", "never"]).errors.contains("1 new"), "a.pdf came back")
        #expect(try program.run(["status", "--json"]).json()["documents"]?.int == 1)
    }

    @Test func excludeIsHeededWhileWatching() throws {
        let program = try Self.program()
        let watch = try program.start(["watch", "--ocr", "never", "--settle", "1s", "--interval", "1s"])
        #expect(try watch.until(.seconds(600)) { watch.errorText.contains("Watching") })
        #expect(try program.run(["exclude", "private/"]).exitCode == 0)
        let index = { try program.run(["status", "--json"]).json()["documents"]?.int }
        #expect(try watch.until(.seconds(600)) { (try? index()) == 1 })
        try program.folder.write("a.pdf\n".utf8, to: "archive/.docsearchignore")
        #expect(try watch.until(.seconds(600)) { (try? index()) == 0 })
        watch.send(SIGTERM)
        _ = try watch.wait(.seconds(30))
    }

    @Test func statusShowsWhyNothingIsLeftOut() throws {
        let program = try Program()
        try program.indexMinutes()
        try program.folder.write("[x\n".utf8, to: "archive/.docsearchignore")
        #expect(try program.run(["index", "--ocr", "never", program.folder.path + "/archive"]).exitCode == 3)
        let status = try program.run(["status"]).output
        #expect(
            status.contains("Warning:    \"\(program.folder.path)/archive/.docsearchignore\" cannot be used"),
            "\(status)")
        #expect(try program.run(["status", "--json"]).json()["exclusion_problems"]?.elements.count == 1)
    }
}
