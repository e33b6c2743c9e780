import DocSearchTestSupport
import Foundation
import Testing

@Suite("The command that corrects texts")
struct CorrectCommandTests {
    private static let pages = [
        "The water Boarcl met on Tuesday at the weir.", "The Boarcl thanked the miller, and the Boarcl went home.",
        "A heron stood in the reeds.",
    ]

    private static func program() throws -> Program {
        let program = try Program()
        try program.folder.write(PDFWriter(texts: pages).bytes, to: "archive/a.pdf")
        let outcome = try program.run(["index", "--ocr", "never", program.folder.path + "/archive"])
        guard outcome.exitCode == 0 else { throw ProgramError(message: outcome.errors) }
        return program
    }

    @Test func wordThatGetsAnotherBesideItIsNotOfferedForOtherPlaces() throws {
        let one = try Self.program().run(["correct", "1", "--page", "1", "--word", "Boarcl=Boarcl (sic)"])
        #expect(one.errors == "Corrected 1 place on page 1.\n")
        #expect(one.output.isEmpty, "\(one.output)")
    }

    @Test func wordIsCorrectedOnAPageAndOfferedForTheOthers() throws {
        let program = try Self.program()
        let one = try program.run(["correct", "1", "--page", "1", "--word", "Boarcl=Board"])
        #expect(one.exitCode == 0, "\(one.errors)")
        #expect(one.errors == "Corrected 1 place on page 1.\n")
        #expect(
            one.output
                == "“Boarcl” → “Board” is also in 2 places on page 2: docsearch correct 1 --word 'Boarcl=Board' --everywhere\n"
        )
        #expect(try program.run(["find", "\"water board\""]).exitCode == 0)
        #expect(try program.run(["find", "--literal", "\"water boarcl\""]).exitCode == 1)
        let offered = try program.run(["correct", "1", "--word", "Boarcl=Board"])
        #expect(offered.output == one.output)
        let all = try program.run(["correct", "1", "--word", "Boarcl=Board", "--everywhere"])
        #expect(all.errors == "Corrected 2 places on page 2.\n")
        let list = try program.run(["correct", "1"])
        #expect(list.lines.count == 3, "\(list.output)")
        #expect(list.output.contains(": “Boarcl” → “Board”"))
        let shown = try program.run(["show", "1", "--page", "1"]).output
        #expect(shown.contains("water Board met"))
        #expect(shown.contains("correction "))
        let json = try program.run(["show", "1", "--json", "--page", "1"]).json()["pages"]?[0]
        #expect(json?["corrections"]?[0]?["text"]?.string == "Board")
        #expect(json?["original_text"]?.string?.contains("Boarcl") == true)
        #expect(try program.run(["undo"]).exitCode == 0)
        #expect(try program.run(["correct", "1", "--list", "--json"]).json()["corrections"]?.elements.count == 1)
        #expect(try program.run(["verify"]).exitCode == 0)
    }

    @Test func wholePageIsTakenFromAFileAndFromStandardInput() throws {
        let program = try Self.program()
        let file = try program.folder.write(
            "\u{FEFF}The old water\r\nBoard met on   Tuesday at the weir, of course.\r\n".utf8, to: "page.txt")
        let taken = try program.run(["correct", "1", "--page", "1", "--from", file])
        #expect(taken.errors == "Corrected 3 places of page 1.\n", "\(taken.errors)")
        #expect(try program.run(["find", "\"old water board\""]).exitCode == 0)
        #expect(try program.run(["find", "\"weir of course\""]).exitCode == 0)
        let again = try program.run(["correct", "1", "--page", "1", "--from", file])
        #expect(again.exitCode == 0)
        #expect(again.errors == "Nothing was changed.\n")
        let piped = try program.run(
            ["correct", "1", "--page", "3", "--from", "-"], input: "A grey heron stood in the reeds.\n\u{C}")
        #expect(piped.exitCode == 0, "\(piped.errors)")
        #expect(try program.run(["find", "\"grey heron\""]).exitCode == 0)
        let unasked = try program.run(["correct", "1", "--page", "3"], input: "b.pdf\nc.pdf\n")
        #expect(unasked.exitCode == 64, "\(unasked)")
        #expect(try program.run(["find", "\"grey heron\""]).exitCode == 0)
        let folder = try TemporaryFolder()
        #expect(try program.run(["export", "1", "--as", "alto", "--to", folder.path]).exitCode == 0)
        let alto = try String(contentsOfFile: folder.path + "/a.alto.xml", encoding: .utf8)
        #expect(alto.contains("CONTENT=\"Board\""))
        #expect(!alto.contains("CONTENT=\"water\" CS"), "only what was corrected")
    }

    @Test func editorCorrectsAPageOnATerminal() throws {
        var program = try Self.program()
        let editor = try program.folder.write("sed -i 's/Boarcl/Board/' \"$1\"\n".utf8, to: "editor")
        program.environment["VISUAL"] = "sh \(editor)"
        let edited = try program.runOnTerminal(["correct", "1", "--page", "1"])
        #expect(edited.exitCode == 0, "\(edited.errors)")
        #expect(try program.run(["find", "\"water board\""]).exitCode == 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
        #expect(!left.contains { $0.hasPrefix("docsearch-text-") })
        #expect(try program.runOnTerminal(["correct", "1", "--page", "1"]).errors.contains("Nothing was changed."))
    }

    @Test func whatCannotBeTakenIsRefusedByName() throws {
        let program = try Self.program()
        let large = try program.folder.write(
            String(repeating: "word ", count: 2_000_000).utf8, to: "large.txt")
        let latin = try program.folder.write([0x53, 0xDF], to: "latin.txt")
        let escape = try program.folder.write("a \u{1B}[31m".utf8, to: "escape.txt")
        let refused: [([String], Int32, String)] = [
            (["1", "--page", "1", "--from", large], 64, "more than 1048576 bytes"),
            (["1", "--page", "1", "--from", latin], 64, "UTF-8"),
            (["1", "--page", "1", "--from", escape], 64, "of page 1 of \"a.pdf\" has control characters"),
            (["1", "--page", "1", "--from", "missing.txt"], 2, "missing.txt"),
            (["1", "--page", "1"], 64, "--from -"), (["1", "--page", "9", "--from", escape], 2, "no page 9"),
            (["1", "--page", "9", "--word", "a=b"], 2, "no page 9"),
            (["1", "--page", "0", "--word", "a=b"], 2, "no page 0"),
            (["1", "--page", "1", "--word", "zebra=b"], 2, "\"zebra\" is not on page 1"),
            (["1", "--page", "1", "--word", "boarcl=b"], 2, "not on page 1"),
            (["1", "--page", "1", "--word", "Boarcl"], 64, "Boarcl=Board"),
            (["1", "--page", "1", "--word", "Boarcl= "], 64, "--word needs"),
            (["1", "--page", "1", "--word", "Boarcl=\u{1B}]0;x\u{7}"], 64, "control characters"),
            (["nothing.pdf", "--page", "1", "--word", "a=b"], 2, "nothing.pdf"), (["--adrift", "1"], 64, "--adrift"),
            (["--remove", "00000000"], 2, "no correction"), (["1", "--everywhere"], 64, "--word"),
        ]
        for (arguments, code, reason) in refused {
            let outcome = try program.run(["correct"] + arguments)
            #expect(outcome.exitCode == code, "\(arguments): \(outcome.errors)")
            #expect(outcome.errors.contains(reason), "\(arguments): \(outcome.errors)")
            #expect(harmfulScalars(in: outcome.errors).isEmpty)
        }
        #expect(try program.run(["log"]).output.isEmpty, "nothing was changed")
    }

    @Test func hostileWordsAreWordsAndNothingElse() throws {
        let program = try Self.program()
        let words = ["=cmd|'/C calc'!A0", "<script>alert(1)</script>", "\"a\"&lt;b'", "'; DROP TABLE decision; --"]
        for (number, word) in words.enumerated() {
            let wrong = ["water", "Tuesday", "weir.", "heron"][number]
            let page = number < 3 ? "1" : "3"
            let outcome = try program.run(["correct", "1", "--page", page, "--word", "\(wrong)=\(word)"])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        let shown = try program.run(["show", "1"]).output
        for word in words { #expect(shown.contains(word), "\(word)") }
        let folder = try TemporaryFolder()
        for (form, name) in [("alto", "a.alto.xml"), ("hocr", "a.hocr"), ("text", "a.txt")] {
            #expect(try program.run(["export", "1", "--as", form, "--to", folder.path]).exitCode == 0)
            let bytes = try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
            #expect(form == "text" || !bytes.contains("<script>"), "\(form)")
        }
        let row = try program.run(["find", "calc", "--csv"]).output
        #expect(!row.contains(",=cmd"))
        #expect(try program.run(["verify"]).exitCode == 0)
    }

    @Test func correctionIsFoundBesideARunThatGoesOn() throws {
        let program = try Self.program()
        for number in 1...80 {
            let texts = (1...12).map { "plover \(number) on page \($0) of the moor" }
            try program.folder.write(PDFWriter(texts: texts).bytes, to: "archive/more/\(number).pdf")
        }
        let run = try program.start(["index", "--ocr", "never", "--full"])
        usleep(300_000)
        let corrected = try program.run(["correct", "1", "--page", "1", "--word", "Boarcl=Board"])
        let isBeside = !run.hasEnded
        #expect(corrected.exitCode == 0)
        #expect(corrected.errors == "Corrected 1 place on page 1.\n", "\(corrected.errors)")
        #expect(try program.run(["find", "\"water board\""]).exitCode == 0, "beside: \(isBeside)")
        #expect(try run.wait(.seconds(300)).exitCode == 0)
        #expect(try program.run(["find", "\"water board\""]).exitCode == 0)
        #expect(try program.run(["verify"]).exitCode == 0)
    }

    @Test func statusCountsCorrectionsThatWaitAndThoseThatAreAdrift() throws {
        let program = try Self.program()
        func status() throws -> [String] {
            try program.run(["status"]).lines.filter { $0.hasPrefix("Corrections:") }
        }
        #expect(try status().isEmpty)
        do {
            // As a command does that makes tables anew.
            let lock = try #require(FileHandle(forUpdatingAtPath: program.index + "/lock"))
            try #require(flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
            defer { flock(lock.fileDescriptor, LOCK_UN) }
            let corrected = try program.run(["correct", "1", "--word", "Boarcl=Board", "--everywhere"])
            #expect(corrected.errors.contains("not searched yet"), "\(corrected.errors)")
            #expect(try status() == ["Corrections: 3 not searched until the next docsearch index"])
            #expect(try program.run(["status", "--json"]).json()["corrections_waiting"]?.int == 3)
        }
        #expect(try program.run(["index", "--ocr", "never"]).exitCode == 0)
        #expect(try program.run(["find", "\"water board\""]).exitCode == 0)
        #expect(try status().isEmpty)
        try program.folder.write(
            PDFWriter(texts: [Self.pages[0], "A plover in the meadow."]).bytes, to: "archive/a.pdf")
        #expect(try program.run(["index", "--ocr", "never"]).exitCode == 0)
        #expect(try status() == ["Corrections: 2 adrift (docsearch correct --adrift)"])
        #expect(try program.run(["status", "--json"]).json()["corrections_adrift"]?.int == 2)
        #expect(try program.run(["correct", "--adrift"]).lines.count == 2)
    }

    /// 10 kills, or as many as ``Torture`` says.
    @Test func noCorrectionIsLostByAKill() throws {
        let program = try Self.program()
        var generator = SeededGenerator(seed: Torture.seed)
        let text = "A heron stood in the reeds"
        var kept: Set<String> = []
        for round in 0..<(Torture.rounds ?? 10) {
            let words = kept.sorted().map { " \($0)" }.joined() + " kept\(round)"
            let file = try program.folder.write((text + words + ".\n").utf8, to: "round.txt")
            let command = try program.start(["correct", "1", "--page", "3", "--from", file])
            usleep(UInt32.random(in: 0...200_000, using: &generator))
            command.send(SIGKILL)
            if try command.wait(.seconds(60)).exitCode == 0 { kept.insert("kept\(round)") }
            if round.isMultiple(of: 3) {
                #expect(try program.run(["correct", "1", "--page", "3", "--from", file]).exitCode == 0)
                kept.insert("kept\(round)")
            }
            #expect(try program.run(["index", "--ocr", "never"]).exitCode == 0)
            let shown = try program.run(["show", "1", "--page", "3"]).output
            for word in kept { #expect(shown.contains(word), "\(word) is lost after \(round) kills") }
        }
        #expect(try program.run(["verify"]).exitCode == 0)
    }
}
