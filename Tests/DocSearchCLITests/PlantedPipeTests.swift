import DocSearchTestSupport
import Foundation
import Testing

/// A pipe in the place of a file that the index knows. Opening a pipe waits for a process that writes into it, and reading
/// from it waits for its end, so a command that does either never comes back.
@Suite("A pipe in the place of a known file") struct PlantedPipeTests {
    private func program() throws -> (Program, archive: String) {
        let program = try Program()
        for name in ["a.pdf", "b.pdf", "box/data/c.pdf"] {
            try program.folder.write(PDFWriter(texts: ["a heron in \(name)"]).bytes, to: "archive/" + name)
        }
        try program.folder.write("BagIt-Version: 1.0\n".utf8, to: "archive/box/bagit.txt")
        try program.folder.write("{\"title\": \"Herons\"}".utf8, to: "archive/a.json")
        let archive = program.folder.path + "/archive"
        let run = try program.run(["index", "--ocr", "never", archive])
        #expect(run.exitCode == 0, "\(run.errors)")
        return (program, archive)
    }

    private func plant(_ path: String) throws {
        #expect(unlink(path) == 0)
        #expect(mkfifo(path, 0o600) == 0)
    }

    @Test(arguments: [
        ["index", "--ocr", "never"], ["index", "--ocr", "never", "--full"], ["verify", "--sources"],
        ["bundles", "archive"],
    ])
    func plantedPipeHoldsNoCommandUp(arguments: [String]) throws {
        let (program, archive) = try program()
        for name in ["a.json", "b.pdf", "box/data/c.pdf"] { try plant(archive + "/" + name) }
        let outcome = try program.run(arguments, timeout: .seconds(120))
        #expect([0, 1, 3].contains(outcome.exitCode), "\(outcome.errors)")
        #expect(arguments[0] != "verify" || outcome.errors.contains("archive/b.pdf"), "\(outcome.errors)")
    }

    @Test func plantedPipeIsNoDocument() throws {
        let (program, archive) = try program()
        try plant(archive + "/b.pdf")
        #expect(try program.run(["index", "--ocr", "never"], timeout: .seconds(120)).exitCode == 0)
        let found = try program.run(["find", "--json", "heron"]).json()
        #expect(found["total"]?.int == 2, "\(found)")
        let named = try program.run(["index", "--ocr", "never", archive + "/b.pdf"], timeout: .seconds(120))
        #expect(named.exitCode != 0, "\(named.errors)")
    }
}
