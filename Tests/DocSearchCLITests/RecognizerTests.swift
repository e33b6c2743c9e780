import DocSearchTestSupport
import Foundation
import Testing

/// A second recogniser that a test makes: a few lines of Python that answer in a way of their own.
struct FakeRecognizer {
    let program: Program
    private let script: String

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
        import json, struct, sys, time
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
            if way == "hangs": time.sleep(1000)
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
            elif way == "unable": answer({"id": number, "error": "no such\u001b[2J script"})
            elif way == "blank": whole(page(""))
            else: whole(page("TEXT"))
        """#
}

@Suite("A second recogniser") struct RecognizerTests {
    private static let text = String(repeating: "herons nest on the reservoir wall ", count: 80)

    /// A page of text that runs are told to recognise. Words that a recogniser does not find are taken from its layer.
    private func program(pages: [String] = ["otter and marten in the mill race"]) throws -> Program {
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

    @Test func onlyPagesInDoubtAreSent() throws {
        let program = try program()
        try FakeRecognizer(in: program, text: Self.text).use("better", below: 1)
        #expect(try index(program).report["second_readings"] == nil)
        #expect(try program.run(["status"]).output.contains("In doubt:   0 pages below 1 %"))
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
}
