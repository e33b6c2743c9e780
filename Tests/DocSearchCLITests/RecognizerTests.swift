import DocSearchTestSupport
import Foundation
import Testing

/// A second recogniser that a test makes: a few lines of Python that answer in a way of their own.
struct FakeRecognizer {
    let program: Program
    private let script: String

    /// It and what it has started, when it hangs on a page.
    var processes: [pid_t] {
        let text = (try? String(contentsOfFile: script + ".pids", encoding: .utf8)) ?? ""
        return text.split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
    }

    /// `text` is what it has read on each page.
    init(in program: Program, text: String = "") throws {
        self.program = program
        script = try program.folder.write(Self.code.replacing("TEXT", with: text).utf8, to: "fake.py")
    }

    /// Has runs use it. Each way of answering is another version of the program. Without `below` it reads all pages.
    func use(_ way: String, below: Double = 101, seconds: Int = 20) throws {
        let configuration = """
            {"recognizers": [{"name": "fake", "command": ["/usr/bin/env", "python3", "\(script)", "\(way)"],
              "below": \(below), "seconds": \(seconds)}]}
            """
        try program.folder.write(configuration.utf8, to: "config/docsearch/config.json")
    }

    private static let code = #"""
        import json, os, struct, subprocess, sys, time
        way = sys.argv[1]
        source, target = sys.stdin.buffer, sys.stdout.buffer
        def answer(head, body=b""):
            target.write(json.dumps(head).encode() + b"\n" + body)
            target.flush()
        if way == "mute": time.sleep(1000)
        if way == "stranger": print("Welcome!", flush=True)
        answer({"protocol": 1, "name": "fake", "version": way})
        for line in source:
            request = json.loads(line)
            png = source.read(request["bytes"])
            width, height = struct.unpack(">II", png[16:24])
            number = request["id"]
            def page(text, width=width, height=height, right=40, more=""):
                words = "".join(f'<span class="ocrx_word" title="bbox 9 9 {right} 30; x_wconf 99">{word}</span> '
                    for word in text.split())
                return (f'<html><body>{more}<div class="ocr_page" title="bbox 0 0 {width} {height}">'
                    f'<span class="ocr_line" title="bbox 9 9 {right} 30">{words}</span></div></body></html>').encode()
            def whole(text): answer({"id": number, "bytes": len(text)}, text)
            if way == "hangs":
                child = subprocess.Popen(["sleep", "1000"])
                with open(__file__ + ".pids", "w") as file: print(os.getpid(), child.pid, file=file)
                time.sleep(1000)
            elif way == "once" and number != "1": time.sleep(1000)
            elif way == "dies": sys.exit("there is no memory left")
            elif way == "rubbish": target.write(b"\0\1garbage\n" * 9); target.flush()
            elif way == "endless":
                while True: target.write(b"x" * 65536)
            elif way == "huge": answer({"id": number, "bytes": 2 << 30})
            elif way == "html": whole(b"<html><body><h1>502 Bad Gateway</h1></body></html>")
            elif way == "scripts": whole(page("TEXT", more="<SCRIPT>alert(1)</SCRIPT>"))
            elif way == "outside": whole(page("TEXT", right=width + 400))
            elif way == "otherpage": whole(page("TEXT", width=77))
            elif way == "otherid": answer({"id": "0", "bytes": 3}, b"abc")
            elif way == "unable": answer({"id": number, "error": "no such\u001b[2J script TEXT"})
            elif way == "blank": whole(page(""))
            else: whole(page("TEXT"))
        """#
}

@Suite("A second recogniser") struct RecognizerTests {
    private static let words = "otter and marten in the mill race"
    private static let text = words + String(repeating: " herons nest on the reservoir wall", count: 80)

    /// A page of text that runs are told to recognise. Words that a recogniser does not find are taken from its layer.
    private func program(pages: [String] = [words]) throws -> Program {
        let program = try Program()
        try program.folder.write(PDFWriter(texts: pages).bytes, to: "archive/a.pdf")
        return program
    }

    private func index(_ program: Program, _ arguments: String...) throws -> (outcome: Outcome, report: JSON) {
        let outcome = try program.run(
            ["index", "--ocr", "always", "--report", "report.json", program.folder.path + "/archive"] + arguments)
        return (outcome, try program.json("report.json"))
    }

    @Test func withoutARecogniserNothingIsSaidOfOne() throws {
        let program = try program()
        let (outcome, report) = try index(program)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("recogniser"))
        #expect(report["second_readings"] == nil)
        #expect(try !program.run(["status"]).output.contains("In doubt"))
        #expect(try !program.run(["doctor"]).output.contains("recogniser"))
        #expect(try program.run(["recognizer", "status"]).output.contains("recognizer install rapidocr"))
        #expect(try program.run(["index", "--recognizer", "kraken"]).exitCode == 64)
    }

    @Test func theBetterTextIsTakenAndAPageIsReadOnce() throws {
        let program = try program()
        let fake = try FakeRecognizer(in: program, text: Self.text)
        #expect(try index(program).outcome.exitCode == 0)
        #expect(try program.run(["find", "otter"]).exitCode == 0)
        try fake.use("better")
        #expect(try program.run(["doctor"]).output.contains("the recogniser fake answers (fake better)"))
        #expect(try index(program, "--recognizer", "none").report["second_readings"] == nil)
        let (outcome, report) = try index(program)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(report["second_readings"]?.int == 1)
        #expect(report["better_texts"]?.int == 1)
        #expect(outcome.errors.contains("1 page in doubt read by the second recogniser, 1 better"), "\(outcome.errors)")
        #expect(try program.run(["find", "herons"]).exitCode == 0)
        let page = try program.run(["show", "a.pdf", "--json"]).json()["pages"]?[0]
        #expect(page?["confidence"]?.number == 0.99)
        #expect((page?["words"]?.elements.count ?? 0) >= 480)
        #expect(try index(program).report["second_readings"] == nil, "it has read the page")
        #expect(try index(program, "--recognizer", "none").outcome.exitCode == 0)
        #expect(try program.run(["find", "herons"]).exitCode == 0, "the better text stays")

        // Another version of the program is asked anew, and an index that is made again has the same texts.
        try fake.use("newer")
        #expect(try index(program).report["second_readings"]?.int == 1)
        try FileManager.default.removeItem(atPath: program.index + "/index.sqlite")
        #expect(try index(program).report["second_readings"] == nil)
        #expect(try program.run(["find", "herons"]).exitCode == 0)
    }

    @Test func aCopyHasTheBetterTextToo() throws {
        let program = try program()
        try program.folder.write(PDFWriter(texts: [Self.words]).bytes, to: "archive/b.pdf")
        #expect(try index(program).outcome.exitCode == 0)
        try FakeRecognizer(in: program, text: Self.text).use("better")
        #expect(try index(program).report["better_texts"]?.int == 2)
        let found = try program.run(["find", "herons"]).output
        #expect(found.contains("a.pdf") && found.contains("b.pdf"), "\(found)")
        #expect(try index(program).report["second_readings"] == nil)
    }

    /// Each is another version of the program. A page's words that come from its layer say nothing of a recogniser.
    @Test(arguments: [true, false])
    func aTextThatIsNotThatOfThePageIsKeptButNotTaken(hasLayer: Bool) throws {
        let program = hasLayer ? try program() : try Program()
        if !hasLayer { _ = try program.archive("letters/1949-library-gift.pdf") }
        #expect(try index(program, "--recognizer", "none").outcome.exitCode == 0)
        let first = try Self.words(ofPage: 0, program)
        for (way, text, isTaken, isFound) in [
            ("other", String(repeating: "herons nest ", count: 99), false, false),
            ("fuller", first + " herons", true, true), ("again", first + " herons", true, true),
            ("long", first + String(repeating: " herons", count: 1500), false, true), ("blank", "", false, true),
        ] {
            try FakeRecognizer(in: program, text: text).use(way)
            let report = try index(program).report
            #expect(report["second_readings"]?.int == 1, "\(way)")
            #expect(report["better_texts"]?.int == (isTaken ? 1 : 0), "\(way)")
            #expect(try program.run(["find", "herons"]).exitCode == (isFound ? 0 : 1), "\(way)")
            let phrase = hasLayer ? "mill race" : "spoiled by mice"
            #expect(try program.run(["find", "\"\(phrase)\""]).exitCode == 0, "\(way)")
        }
        let versions = try program.run(["show", "1", "--versions", "--json"]).json()["versions"]?.elements ?? []
        let engines = versions.map { $0["engine"]?.string ?? "" }
        #expect(
            engines.suffix(5) == ["fake other", "fake fuller", "fake again", "fake long", "fake blank"], "\(engines)")
        let taken = versions.filter { $0["taken"] == .bool(true) }
        #expect(taken.map { $0["engine"]?.string } == ["fake again"])
        let reasons = versions.first { $0["engine"]?.string == "fake other" }?["reasons"]?.elements ?? []
        #expect(reasons.contains { $0.string?.hasPrefix("agreement: 0 of ") == true }, "\(reasons)")
        let told = try program.run(["show", "1", "--page", "1", "--versions"]).output
        for head in ["[ocr, tesseract ", "[ocr, fake fuller, ", "99 % sure, in use", "agreement: ", "[text-layer"] {
            #expect(told.contains(head), "\(told)")
        }
        #expect(try program.run(["show", "1", "--versions", "--page", "9"]).exitCode == 2)
        #expect(try program.run(["show", "1", "--versions", "--raw"]).exitCode == 64)

        let word = hasLayer ? "otter=ottar" : "mice=rats"
        #expect(try program.run(["correct", "1", "--page", "1", "--word", word]).exitCode == 0)
        let corrected = try program.run(["show", "1", "--versions"]).output
        #expect(corrected.contains("[corrected by people, in use]"), "\(corrected)")
        #expect(corrected.components(separatedBy: "in use").count == 2)
    }

    /// Letters and digits alone, as a recogniser may answer them.
    private static func words(ofPage page: Int, _ program: Program) throws -> String {
        let text = try program.run(["show", "1", "--json"]).json()["pages"]?[page]?["text"]?.string ?? ""
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .filter { $0.isLetter || $0.isNumber || $0 == " " }
    }

    /// The program reads one page of two, and hangs on the other.
    @Test(arguments: [SIGKILL, SIGTERM]) func whatWasReadBeforeAStopIsUsedByTheNextRun(signal: Int32) throws {
        let program = try Program()
        let archive = try program.archive("letters/1936-tramway-company.pdf")
        #expect(try program.run(["index", archive]).exitCode == 0)
        let fake = try FakeRecognizer(in: program, text: try Self.words(ofPage: 0, program) + " herons")
        try fake.use("once", seconds: 600)
        let run = try program.start(["index", archive])
        let isRead = try run.until(.seconds(200)) {
            try program.run(["show", "1", "--page", "1", "--versions"]).output.contains("fake once")
        }
        #expect(isRead, "\(run.errorText)")
        run.send(signal)
        _ = try run.wait(.seconds(100))
        #expect(try program.run(["index", "--recognizer", "none", archive]).exitCode == 0)
        #expect(try program.run(["find", "herons"]).exitCode == 0)
        let status = try program.run(["status"]).output
        #expect(status.contains("2 pages below 101 %; fake has 1 of them to read"), "\(status)")
    }

    @Test func onlyPagesInDoubtAreSent() throws {
        let program = try program(pages: [Self.words, "qzx vvk0 lI1l"])
        #expect(try index(program).outcome.exitCode == 0)
        let pages = try program.run(["show", "1", "--json"]).json()["pages"]?.elements ?? []
        let sure = try #require(pages.first?["confidence"]?.number)
        let unsure = try #require(pages.last?["confidence"]?.number)
        try #require(unsure < sure)
        try FakeRecognizer(in: program, text: "nothing").use("better", below: 50 * (sure + unsure))
        #expect(try index(program).report["second_readings"]?.int == 1)
        let versions = { try program.run(["show", "1", "--page", $0, "--versions"]).output }
        #expect(try !versions("1").contains("fake better"))
        #expect(try versions("2").contains("fake better"))
    }

    /// The program reads one page of two, and hangs on the other. Then there is a run of another folder.
    @Test func whatWasReadBeforeAStopIsUsedInFoldersOfWhichTheNextRunIsNot() throws {
        let program = try Program()
        let archive = try program.archive("letters/1936-tramway-company.pdf")
        #expect(try program.run(["index", archive]).exitCode == 0)
        let fake = try FakeRecognizer(in: program, text: try Self.words(ofPage: 0, program) + " herons")
        try fake.use("once", seconds: 600)
        let run = try program.start(["index", archive])
        let isRead = try run.until(.seconds(200)) {
            try program.run(["show", "1", "--page", "1", "--versions"]).output.contains("fake once")
        }
        #expect(isRead, "\(run.errorText)")
        run.send(SIGKILL)
        _ = try run.wait(.seconds(100))
        try program.folder.write(PDFWriter(texts: ["otters in the weir"]).bytes, to: "other/b.pdf")
        #expect(
            try program.run(["index", "--recognizer", "none", program.folder.path + "/other"]).exitCode == 0)
        #expect(try program.run(["find", "herons"]).exitCode == 0)
    }

    /// Its text is there, and a run with the password has it read.
    @Test func documentsWhosePasswordARunHasNotAreLeftToAnotherRun() throws {
        let program = try Program()
        let archive = try program.archive("reports/1961-closed-session.pdf")
        let passwords = try program.folder.write("goose".utf8, to: "passwords")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: passwords)
        let first = try program.run(["index", "--ocr", "always", "--passwords", passwords, archive])
        #expect(first.exitCode == 0, "\(first)")
        try FakeRecognizer(in: program, text: Self.text).use("better")
        let outcome = try program.run(["index", "--ocr", "always", archive])
        #expect(outcome.exitCode == 0, "\(outcome)")
        #expect(try program.run(["status"]).output.contains("to read"))
        #expect(try program.run(["index", "--ocr", "always", "--passwords", passwords, archive]).exitCode == 0)
        #expect(try !program.run(["status"]).output.contains("to read"))
    }

    @Test func statusOfRecognisersSaysWhichOneIsUsed() throws {
        let program = try Program()
        let fake = try FakeRecognizer(in: program)
        try fake.use("better", below: 90)
        #expect(try program.run(["recognizer", "status"]).output.contains("(reads pages below 90 %)"))
        #expect(
            try program.run(["recognizer", "status", "--json"]).json()["recognizers"]?[0]?["is_used"] == .bool(true))
        let mark = try program.folder.write([UInt8](), to: "recognizers/rapidocr/installed")
        try program.folder.write(#"{"recognizers": []}"#.utf8, to: "config/docsearch/config.json")
        let status = try program.run(
            ["recognizer", "status"],
            launcher: ["env", "DOCSEARCH_RECOGNIZERS=" + String(mark.dropLast("/rapidocr/installed".count))])
        #expect(status.output.contains("rapidocr: ") && !status.output.contains("reads pages"), "\(status)")
    }

    /// Eight lines, of which the first two begin at the same height.
    @Test func theAdapterOrdersPagesThatBeginWithADash() throws {
        let code = """
            import importlib.util, importlib.machinery, sys
            loader = importlib.machinery.SourceFileLoader("adapter", sys.argv[1])
            adapter = importlib.util.module_from_spec(importlib.util.spec_from_loader("adapter", loader))
            loader.exec_module(adapter)
            lines = [dict(left=10, right=20, top=10, bottom=12)]
            lines += [dict(left=30, right=90, top=10 + 20 * n, bottom=22 + 20 * n) for n in range(8)]
            assert sorted(map(str, adapter.in_reading_order(lines))) == sorted(map(str, lines))
            """
        let adapter = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "share/docsearch/recognizers/rapidocr").path
        let outcome = try Program().run([], launcher: ["env", "python3", "-B", "-c", code, adapter])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }

    /// Each is another version, so each is asked once, and none of them twice.
    @Test func aRecogniserThatMisbehavesCostsAPageNothing() throws {
        let program = try program()
        let fake = try FakeRecognizer(in: program, text: Self.text)
        #expect(try index(program).outcome.exitCode == 0)
        let ways = [
            ("hangs", "no answer within 2 s"), ("dies", "it has stopped (it wrote: there is no memory left)"),
            ("rubbish", "does not begin with a line of JSON"), ("endless", "writes more than it may"),
            ("huge", "has 2147483648 bytes"), ("html", "cannot be read as hOCR"), ("scripts", "has scripts in it"),
            ("outside", "words outside the page"), ("otherpage", "a page of another size"),
            ("otherid", "about another page"), ("unable", "no such[2J script"),
        ]
        for (way, reason) in ways {
            try fake.use(way, seconds: way == "hangs" ? 2 : 20)
            let (outcome, report) = try index(program)
            #expect(outcome.exitCode == 3, "\(way): \(outcome.errors)")
            #expect(outcome.errors.contains(reason), "\(way): \(outcome.errors)")
            #expect(!outcome.errors.contains("\u{1B}"))
            #expect(report["failed"]?.int == 1, "\(way)")
            #expect(try program.run(["find", "otter"]).exitCode == 0, "\(way)")
            #expect(try program.run(["find", "herons"]).exitCode != 0, "\(way)")
            let again = try index(program)
            #expect(again.outcome.exitCode == 0, "\(way) is not asked twice: \(again.outcome.errors)")
        }
        try fake.use("blank")
        let (outcome, report) = try index(program)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(report["second_readings"]?.int == 1)
        #expect(report["better_texts"]?.int == 0)
        #expect(try program.run(["find", "otter"]).exitCode == 0)
    }

    @Test func aRecogniserThatIsMissingOrSaysNothingOfItselfIsAWarning() throws {
        let program = try program()
        let fake = try FakeRecognizer(in: program, text: Self.text)
        try fake.use("stranger")
        let (outcome, _) = try index(program)
        #expect(outcome.exitCode == 3, "\(outcome.errors)")
        #expect(outcome.errors.contains("The recogniser fake cannot be used: its first line is not a greeting"))
        try program.folder.write(
            #"{"recognizers": [{"name": "gone", "command": ["/nowhere/gone"], "below": 101}]}"#.utf8,
            to: "config/docsearch/config.json")
        #expect(try index(program).outcome.errors.contains("The recogniser gone cannot be used"))
        #expect(try program.run(["find", "otter"]).exitCode == 0)
        try fake.use("better")
        #expect(try index(program).report["second_readings"]?.int == 1, "the page was not marked as read")
    }

    @Test func aRecogniserIsLeftAloneAfterTenFailuresInARow() throws {
        let program = try program(pages: (1...13).map { "page \($0) of the report" })
        try FakeRecognizer(in: program).use("dies")
        let (outcome, report) = try index(program, "--jobs", "1")
        #expect(outcome.exitCode == 3)
        #expect(report["failed"]?.int == 10, "\(outcome.errors)")
        #expect(outcome.errors.contains("left alone after 10 pages in a row"), "\(outcome.errors)")
        let next = try index(program, "--jobs", "1").report
        #expect(next["failed"]?.int == 3, "the others are tried by the next run")
    }

    @Test func statusSaysHowMuchIsLeftAndWhatFailed() throws {
        let program = try program(pages: (1...3).map { "page \($0) of the report on otters and martens" })
        let fake = try FakeRecognizer(in: program)
        try fake.use("unable")
        #expect(try index(program, "--recognizer", "none").outcome.exitCode == 0)
        #expect(
            try program.run(["status"]).output.contains("3 pages below 101 %; fake has 3 of them to read"),
            "no time is known yet")
        #expect(try index(program).outcome.exitCode == 3)
        let status = try program.run(["status"]).output
        #expect(status.contains("3 pages below 101 %; it had no answer for 3"), "\(status)")
        let failed = try program.run(["status", "--failed"]).output
        #expect(failed.contains("a.pdf") && failed.contains("no such[2J script"), "\(failed)")
        #expect(!failed.contains("\u{1B}"))
        try fake.use("blank")
        #expect(try index(program).report["second_readings"]?.int == 3)
        let doubt = try program.run(["status", "--json"]).json()["in_doubt"]
        #expect(doubt?["pages"]?.int == 3)
        #expect(doubt?["unread"]?.int == 0)
        #expect(doubt?["engine"]?.string == "fake blank")
        #expect(doubt?["seconds"]?.number == 0)
        #expect(doubt?["failures"]?.elements.isEmpty == true)
        #expect(try index(program, "--retry-failed").report["second_readings"] == nil, "no words are an answer")
        try program.folder.write(PDFWriter(texts: ["otters in the weir"]).bytes, to: "archive/b.pdf")
        #expect(try index(program, "--recognizer", "none").outcome.exitCode == 0)
        let more = try program.run(["status"]).output
        #expect(more.contains("4 pages below 101 %; fake has 1 of them to read, about "), "\(more)")
        #expect(try program.run(["status", "--failed", "--locked"]).errors.contains("Nothing has failed."))

        let damage =
            "import sqlite3, sys; index = sqlite3.connect(sys.argv[1]); "
            + "index.create_function('row_sum', -1, lambda *values: values[0]); "
            + "index.execute(\"UPDATE meta SET value = '1e300' WHERE key LIKE 'second-pace%'\"); index.commit()"
        #expect(
            try program.run([], launcher: ["/usr/bin/env", "python3", "-c", damage, program.index + "/index.sqlite"])
                .exitCode == 0)
        let damaged = try program.run(["status"])
        #expect(damaged.output.contains("fake has 1 of them to read\n"), "\(damaged.output)\(damaged.errors)")
    }

    @Test func aPageThatIsTriedAgainHasItsNewReason() throws {
        let program = try program()
        try FakeRecognizer(in: program, text: "for runes").use("unable")
        #expect(try index(program).outcome.exitCode == 3)
        try FakeRecognizer(in: program, text: "for hieroglyphs").use("unable")
        #expect(try index(program, "--retry-failed").outcome.exitCode == 3)
        let failed = try program.run(["status", "--failed"]).output
        #expect(failed.contains("script for hieroglyphs") && !failed.contains("runes"), "\(failed)")
    }

    @Test func aRecogniserEndsWithTheRunThatIsKilled() throws {
        let program = try program()
        let fake = try FakeRecognizer(in: program)
        try fake.use("hangs", seconds: 600)
        let run = try program.start(["index", "--ocr", "always", program.folder.path + "/archive"])
        #expect(try run.until(.seconds(120)) { fake.processes.count == 2 }, "\(run.errorText)")
        run.send(SIGKILL)
        _ = try run.wait(.seconds(60))
        #expect(try run.until(.seconds(60)) { fake.processes.allSatisfy { ProcessState($0)?.isDead != false } })
    }

    @Test func pagesInDoubtOfAQueryAreReadAtOnce() throws {
        let program = try Program()
        let archive = try program.archive("letters/1949-library-gift.pdf")
        #expect(try program.run(["index", archive]).exitCode == 0)
        let fake = try FakeRecognizer(in: program, text: try Self.words(ofPage: 0, program) + " herons")
        _ = try program.archive("letters/1936-tramway-company.pdf")
        #expect(try program.run(["index", archive]).exitCode == 0)
        let without = try program.run(["reread", "--below", "101"])
        #expect(without.exitCode == 64, "\(without.errors)")
        #expect(without.errors.contains("read by a second recogniser, and there is none"), "\(without.errors)")
        try fake.use("byhand", below: 1)
        let tramway = "letters/1936-tramway-company.pdf"
        #expect(try program.run(["reread", tramway, "--page", "1"]).exitCode == 0)

        func read(_ arguments: String..., says words: String, exitCode: Int32 = 0) throws {
            let outcome = try program.run(["reread"] + arguments)
            #expect(outcome.exitCode == exitCode, "\(outcome.errors)")
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
        try read("--query", "mice", says: "0 pages in doubt", exitCode: 1)
        try read("--query", "mice", "--below", "101", says: "1 page in doubt read by the second recogniser, 1 better.")
        let found = try program.run(["find", "herons"]).output
        #expect(found.contains("library-gift") && !found.contains("tramway"), "\(found)")
        // The other page has a reading that somebody has chosen.
        try read("--below", "101", "--max-time", "5m", says: "1 page in doubt read by the second recogniser, 0 better.")
        try read(tramway, "--below", "101", says: "0 pages in doubt", exitCode: 1)
        let versions = try program.run(["show", tramway, "--versions", "--page", "1"]).output
        #expect(!versions.contains("fake byhand"), "\(versions)")
        #expect(try program.run(["find", "trestle"]).exitCode == 0)
        try fake.use("byhand")
        let status = try program.run(["status"]).output
        #expect(status.contains("2 pages below 101 %\n"), "a chosen reading is in no doubt: \(status)")
        for wrong in [
            [], ["1", "--query", "a"], ["--below", "0"], ["--below", "102"], ["--below", "9", "--undo"],
            ["--page", "1", "--query", "a"], ["1", "--page", "1", "--below", "9"], ["1", "--max-time", "1h"],
            ["--below", "9", "--max-time", "soon"], ["--below", "9", "--language", "deu"],
        ] {
            #expect(try program.run(["reread"] + wrong).exitCode == 64, "\(wrong)")
        }
    }

    @Test func aPageIsReadByHandUntilThatIsUndone() throws {
        let program = try program()
        let fake = try FakeRecognizer(in: program, text: "a grebe")
        #expect(try index(program, "--recognizer", "none").outcome.exitCode == 0)
        try fake.use("byhand")
        let outcome = try program.run(["reread", "a.pdf", "--recognizer", "fake"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try program.run(["find", "grebe"]).exitCode == 0)
        #expect(try program.run(["reread", "a.pdf", "--recognizer", "nobody"]).exitCode == 64)
        #expect(try program.run(["reread", "a.pdf", "--undo"]).exitCode == 0)
        #expect(try program.run(["find", "grebe"]).exitCode != 0)
    }

    @Test func aWriterOfAnAdapterIsToldWhatIsWrong() throws {
        let program = try Program()
        let fake = try FakeRecognizer(in: program, text: "The waterworks committee met on Monday")
        for (way, code, words) in [
            ("better", Int32(2), "fake better"), ("outside", 2, "words outside the page"),
            ("dies", 2, "it has stopped"),
        ] {
            try fake.use(way)
            let outcome = try program.run(["recognizer", "test", "fake"])
            #expect(outcome.exitCode == code, "\(way): \(outcome.errors)")
            #expect((outcome.output + outcome.errors).contains(words), "\(way): \(outcome.output)\(outcome.errors)")
        }
        #expect(try program.run(["recognizer", "install", "kraken"]).exitCode == 64)
        #expect(try program.run(["recognizer", "remove"]).errors.contains("There was no recogniser"))
    }

    @Test(arguments: [
        (#"[{"name": "none", "command": ["/bin/cat"]}]"#, "other than none"),
        (#"[{"name": "a", "command": ["cat"]}]"#, "absolute path"),
        (#"[{"name": "a", "command": []}]"#, "absolute path"),
        (#"[{"name": "a", "command": ["/bin/cat"], "bellow": 3}]"#, "below"),
        (#"[{"name": "a", "command": ["/bin/cat"], "seconds": 0}]"#, "from 1"),
    ])
    func aConfigurationThatIsWrongIsRefused(recognizers: String, words: String) throws {
        let program = try Program()
        try program.folder.write("{\"recognizers\": \(recognizers)}".utf8, to: "config/docsearch/config.json")
        let outcome = try program.run(["recognizer", "status"])
        #expect(outcome.exitCode == 64, "\(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
}

private enum RapidOCR {
    static let folder = ProcessInfo.processInfo.environment["DOCSEARCH_RECOGNIZERS"]

    static var isThere: Bool {
        folder.map { FileManager.default.fileExists(atPath: $0 + "/rapidocr/installed") } ?? false
    }
}

/// With the recogniser that `docsearch recognizer install` fetches, which CI does once.
@Suite(
    "RapidOCR",
    .enabled(
        if: RapidOCR.isThere,
        "needs RapidOCR: docsearch recognizer install rapidocr, with its folder in DOCSEARCH_RECOGNIZERS"))
struct RapidOCRTests {
    @Test func itKeepsToTheProtocol() throws {
        var program = try Program()
        program.environment["DOCSEARCH_RECOGNIZERS"] = RapidOCR.folder
        let outcome = try program.run(["recognizer", "test"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("rapidocr 3."), "\(outcome.output)")
    }

    @Test func aSecondRunReadsTheHardPageOfTheSamplesBetter() throws {
        var program = try Program()
        program.environment["DOCSEARCH_RECOGNIZERS"] = RapidOCR.folder
        let card = URL(fileURLWithPath: SampleArchive.path).deletingLastPathComponent()
            .appendingPathComponent("hard/meter-card").path
        let truth = try String(contentsOfFile: card + ".txt", encoding: .utf8)
        try FileManager.default.createDirectory(
            atPath: program.folder.path + "/archive", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: card + ".pdf", toPath: program.folder.path + "/archive/card.pdf")
        func score() throws -> Double {
            let shown = try program.run(["show", "card.pdf", "--json"]).json()
            return Self.score(shown["pages"]?[0]?["text"]?.string ?? "", truth)
        }
        _ = try program.run(["index", "--recognizer", "none", program.folder.path + "/archive"])
        let first = try score()
        let outcome = try program.run(["index", program.folder.path + "/archive"], timeout: .seconds(900))
        let second = try score()
        #expect(outcome.errors.contains("1 page in doubt read by the second recogniser, 1 better"), "\(outcome.errors)")
        #expect(second >= first + 0.03, "F1 \(first), then \(second)")
        #expect(second >= 0.9)
        #expect(try program.run(["find", "\"michaelmas 20996\""]).exitCode == 0)
    }

    /// The F1 of words without their order.
    private static func score(_ text: String, _ truth: String) -> Double {
        func counts(_ text: String) -> [Substring: Int] {
            text.lowercased().split { !$0.isLetter && !$0.isNumber }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        let (one, other) = (counts(text), counts(truth))
        let common = one.reduce(0) { $0 + min($1.value, other[$1.key] ?? 0) }
        return 2 * Double(common) / Double(max(1, one.values.reduce(0, +) + other.values.reduce(0, +)))
    }
}
