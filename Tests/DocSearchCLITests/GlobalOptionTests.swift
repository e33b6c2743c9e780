import Foundation
import Testing

@Suite struct GlobalOptionTests {
    /// Samples' index, reached only by saying where it is.
    private func programElsewhere() throws -> (program: Program, index: String) {
        (try Program(), try SampleArchive.program().index)
    }

    @Test(arguments: [
        ["--index", "INDEX", "find", "goat"], ["find", "goat", "--index", "INDEX"],
        ["find", "--index", "INDEX", "goat"],
        ["--index=INDEX", "find", "goat"], ["find", "goat", "--index=INDEX"],
        ["--quiet", "--index", "INDEX", "find", "goat"],
        ["--color", "never", "find", "--index", "INDEX", "goat"],
        ["--verbose", "--color=never", "--index=INDEX/", "find", "--", "goat"],
        ["--index", "INDEX", "status"],
        ["--index", "INDEX", "show", "minutes/1931-council-minutes.pdf", "--quiet"],
    ])
    func globalOptionsAreTakenBeforeAndAfterTheCommand(arguments: [String]) throws {
        let (program, index) = try programElsewhere()
        let outcome = try program.run(arguments.map { $0.replacing("INDEX", with: index) })
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(!outcome.output.isEmpty)
    }

    @Test func environmentSaysWhereTheIndexIs() throws {
        var (program, index) = try programElsewhere()
        program.environment["DOCSEARCH_INDEX"] = index
        #expect(try program.run(["find", "goat"]).exitCode == 0)
        // An empty variable is none, as everywhere in the XDG Base Directory Specification.
        program.environment["DOCSEARCH_INDEX"] = ""
        #expect(try program.run(["find", "goat"]).exitCode == 2)
    }

    @Test func configurationFileSaysWhereTheIndexIs() throws {
        let (program, index) = try programElsewhere()
        try program.folder.write(#"{"index": "\#(index)"}"#.utf8, to: "config/docsearch/config.json")
        #expect(try program.run(["find", "goat"]).exitCode == 0)
    }

    @Test func indexOptionBeatsEnvironmentBeatsConfigurationFile() throws {
        var (program, index) = try programElsewhere()
        try program.folder.write(#"{"index": "\#(index)"}"#.utf8, to: "config/docsearch/config.json")
        program.environment["DOCSEARCH_INDEX"] = program.folder.path + "/nothing"
        let missing = try program.run(["find", "goat"])
        #expect(missing.exitCode == 2)
        #expect(missing.errors.contains("/nothing"))
        #expect(try program.run(["--index", index, "find", "goat"]).exitCode == 0)
    }

    @Test func anIndexFolderThatCannotBeMadeSaysWhy() throws {
        let program = try Program()
        let file = try program.folder.write("a file".utf8, to: "taken")
        let archive = try program.archive("letters/1936-tramway-company.pdf")
        let refused = try program.run(["index", "--index", file + "/deep/index", archive])
        #expect(refused.exitCode == 2)
        #expect(refused.errors.hasSuffix("failed: Not a directory.\n"), "\(refused.errors)")
        let index = program.folder.path + "/some/where/index"
        #expect(try program.run(["index", "--ocr", "never", "--index", index, archive]).exitCode == 0)
        var status = stat()
        #expect(stat(index, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
    }

    @Test func dataFolderHasTheIndexByDefault() throws {
        var program = try Program()
        try program.indexMinutes()
        let files = try FileManager.default.contentsOfDirectory(
            atPath: program.folder.path + "/data/docsearch")
        #expect(Set(files).isSuperset(of: ["index.sqlite", "pages.sqlite", "user.sqlite"]))
        // Without XDG_DATA_HOME, ~/.local/share stands for it.
        program.environment["XDG_DATA_HOME"] = nil
        let missing = try program.run(["status"])
        #expect(missing.errors.contains(program.folder.path + "/.local/share/docsearch"))
    }

    @Test func relativeIndexCountsFromTheWorkingFolder() throws {
        let program = try Program()
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        #expect(try program.run(["index", "--index", "here", "--ocr", "never", archive]).exitCode == 0)
        #expect(FileManager.default.fileExists(atPath: program.folder.path + "/here/index.sqlite"))
    }

    @Test(
        arguments: [
            ([], [:], false), (["--color", "auto"], [:], false), (["--color", "never"], [:], false),
            (["--color", "always"], [:], true), (["--color", "auto"], ["NO_COLOR": "1"], false),
            ([], ["NO_COLOR": "1", "TERM": "xterm"], false), ([], ["TERM": "xterm-256color"], false),
        ] as [([String], [String: String], Bool)])
    func outputIsColouredOnlyWhenAsked(options: [String], variables: [String: String], isColored: Bool) throws {
        var program = try SampleArchive.program()
        program.environment.merge(variables) { $1 }
        for command in [["find", "goat"], ["show", "minutes/1931-council-minutes.pdf", "--marks", "goat"]] {
            let output = try program.run(command + options).output
            #expect(output.contains("\u{1B}[") == isColored, "\(command)")
            #expect(output.contains("[goat]") == !isColored, "\(command)")
        }
    }

    @Test func configurationFileThatWasNamedMustBeThere() throws {
        var program = try Program()
        program.environment["DOCSEARCH_CONFIG"] = program.folder.path + "/missing"
        #expect(try program.run(["status"]).exitCode == 64)
    }
}
