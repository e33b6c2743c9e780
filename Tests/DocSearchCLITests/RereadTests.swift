import Foundation
import Testing

@Suite struct RereadTests {
    private static let minutes = "minutes/1931-council-minutes.pdf"

    private func page(_ number: Int, _ program: Program) throws -> JSON {
        let shown = try program.run(["show", Self.minutes, "--json", "--page", "\(number)"]).json()
        return try #require(shown["pages"]?[0])
    }

    @Test func rereadTakesTheTextThatWasAskedForUntilItIsUndone() throws {
        let program = try Program.withMinutes()
        let layer = try page(1, program)
        #expect(layer["origin"]?.string == "text-layer")

        let outcome = try program.run(["reread", Self.minutes, "--page", "1"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors == "1 page of \(Self.minutes) recognised.\n")
        #expect(outcome.output.isEmpty)
        let read = try page(1, program)
        #expect(read["origin"]?.string == "ocr")
        #expect((read["confidence"]?.number ?? 0) > 0.5)
        #expect(read["words"]?.elements.isEmpty == false)
        #expect(try page(2, program)["origin"]?.string == "text-layer", "other pages stay as they are")
        #expect(try program.run(["find", "goat"]).exitCode == 0)

        // A later run, even one that reads everything again, does not take it back.
        #expect(try program.run(["index", "--full", "--ocr", "never"]).exitCode == 0)
        #expect(try page(1, program)["origin"]?.string == "ocr")

        let undone = try program.run(["reread", Self.minutes, "--undo"])
        #expect(undone.exitCode == 0)
        #expect(undone.errors.hasPrefix("1 page of "))
        #expect(try page(1, program)["text"] == layer["text"])
        #expect(try page(1, program)["origin"]?.string == "text-layer")
    }

    @Test func rereadNamesWhatIsWrong() throws {
        let program = try Program.withMinutes()
        let missing = try program.run(["reread", Self.minutes, "--page", "900"])
        #expect(missing.exitCode == 2)
        #expect(missing.errors.contains("no page 900"))
        #expect(try program.run(["reread", "nothing.pdf"]).exitCode == 2)
        #expect(try program.run(["reread", Self.minutes, "--undo", "--language", "eng"]).exitCode == 64)
        let language = try program.run(["reread", Self.minutes, "--page", "1", "--language", "xxx"])
        #expect(language.exitCode == 64, "\(language.errors)")
        #expect(language.errors.contains("Tesseract has no data for xxx, "), "\(language.errors)")
        #expect(language.errors.contains("Debian has no data for xxx: is the name right?"), "\(language.errors)")
        #expect(try page(1, program)["origin"]?.string == "text-layer")
    }

    @Test(arguments: [[], ["--page", "2"]]) func rereadOfAFileThatCannotBeReadChangesNothing(options: [String]) throws {
        let program = try Program.withMinutes()
        let path = program.folder.path + "/archive/" + Self.minutes
        for rest in [3_000, 0] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: SampleArchive.path + "/" + Self.minutes))
            try bytes.prefix(rest).write(to: URL(fileURLWithPath: path))
            #expect(try program.run(["index"]).exitCode == 3)
            let outcome = try program.run(["reread", Self.minutes] + options)
            #expect(outcome.exitCode == 2, "\(outcome.errors)")
            #expect(outcome.errors.contains("Nothing was changed."), "\(outcome.errors)")
            #expect(try program.run(["find", "goat"]).exitCode == 0)
            let failed = try program.run(["status", "--failed"])
            #expect(failed.output.contains("the text that was read before was kept"), "\(failed.output)")
        }
    }

    @Test func aFileThatCouldNotBeReadIsNamedWithTheReason() throws {
        let program = try Program()
        try program.folder.write("nothing".utf8, to: "archive/misc/a.zip")
        _ = try program.run(["index", program.folder.path + "/archive"])
        for name in ["misc/a.zip", program.folder.path + "/archive/misc/a.zip"] {
            let outcome = try program.run(["show", name])
            #expect(outcome.exitCode == 2)
            #expect(outcome.errors.contains("because it could not be read: "), "\(outcome.errors)")
        }
    }
}
