import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearchCLI

@Suite("find on a terminal")
struct FindTerminalTests {
    private static func program() throws -> Program {
        let program = try Program()
        for number in 1...12 {
            try program.folder.write(
                PDFWriter(texts: ["a heron by the weir", "heron and plover \(number)"]).bytes,
                to: "archive/letters/heron-\(number).pdf")
        }
        try program.folder.write(PDFWriter(texts: ["a heron and a curlew"]).bytes, to: "archive/curlew.pdf")
        let run = try program.run(["index", "--ocr", "never", program.folder.path + "/archive"])
        guard run.exitCode == 0 else { throw ProgramError(message: run.errors) }
        return program
    }

    @Test func aLongAnswerIsShownByThePager() throws {
        var program = try Self.program()
        let pager = try program.script("echo \"LESS=$LESS\"; head -n 2", named: "pager")
        program.environment["PAGER"] = pager + " # and what a shell understands"
        let long = try program.runOnTerminal(["find", "heron"], rows: 20)
        #expect(long.exitCode == 0)
        #expect(long.lines.first == "LESS=FRX")
        #expect(long.lines.count == 3, "the pager has cut it: \(long.output)")
        let short = try program.runOnTerminal(["find", "curlew"], rows: 20)
        #expect(!short.output.contains("LESS"))
        let piped = try program.run(["find", "heron"])
        #expect(!piped.output.contains("LESS"))
        for none in ["", "cat"] {
            program.environment["PAGER"] = none
            #expect(try program.runOnTerminal(["find", "heron"], rows: 20).output.contains("13 documents, 10 shown"))
        }
        program.environment["PAGER"] = "no-such-pager-here"
        #expect(try program.runOnTerminal(["find", "heron"], rows: 20).output.contains("13 documents, 10 shown"))
    }

    /// As less does; a program that is not in the terminal's group is stopped for it.
    @Test func aPagerMaySetTheTerminal() throws {
        var program = try Self.program()
        program.environment["PAGER"] = "stty -icanon < /dev/tty && head -n 2"
        let outcome = try program.runOnTerminal(["find", "heron"], rows: 20)
        #expect(outcome.exitCode == 0)
        #expect(outcome.lines.count == 2, "\(outcome.output)")
    }

    @Test func documentsWithSomeOfTheWordsAreCountedApart() throws {
        let program = try Self.program()
        let some = try program.run(["find", "heron", "curlew"])
        #expect(some.output.contains("1 document and 12 with some of the words, 10 shown"), "\(some.output)")
        #expect(some.output.contains("One document has all the words; the others have some of them."))
        #expect(try program.run(["find", "curlew"]).output.contains("1 document, "))
        #expect(try program.run(["find", "heron", "curlew", "--json"]).json()["total"]?.int == 13)
    }

    @Test func whatIsOfferedIsShownWhenNothingIsFound() throws {
        let program = try Self.program()
        let outcome = try program.run(["find", "curlwe"])
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.output.hasPrefix("Nothing for curlwe; showing curlew\n"))
        #expect(outcome.output.contains("[curlew]"))
        let list = try program.run(["find", "curlwe", "--jsonl"])
        #expect(list.output.isEmpty)
        #expect(list.errors.contains("Did you mean: curlew\n"))
        #expect(list.errors.contains("Nothing found for curlwe. Another spelling may help.\n"))
        let two = try program.run(["find", "xqzv", "wqzx"])
        #expect(two.errors.contains("Fewer words or another spelling may help."))
        #expect(two.output.isEmpty)
        let fact = try program.run(["find", "date:1702"])
        #expect(fact.errors == "Nothing found for date:1702.\n")
    }

    @Test func anIndexWithoutDocumentsSaysSo() throws {
        let program = try Program()
        try program.folder.write("nothing".utf8, to: "archive/a.zip")
        _ = try program.run(["index", program.folder.path + "/archive"])
        let outcome = try program.run(["find", "heron"])
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errors
                == "Nothing found for heron. The index has no documents yet. Run \"docsearch index FOLDER\".\n")
    }

    @Test(arguments: [
        ("format:eml", "There is no format \"eml\"."), ("lang:germna", "\"germna\" is not a known language"),
    ])
    func valuesThatNothingCanHaveAreReported(query: String, hint: String) throws {
        let program = try Self.program()
        #expect(try program.run(["find", query]).errors.contains("Hint: \(hint)"))
        #expect(try program.run(["find", "heron", "--filter", query]).errors.contains("Hint: In the filter: \(hint)"))
        #expect(try !program.run(["find", "format:pdf lang:de"]).errors.contains("Hint"))
    }

    @Test func titlesAuthorsAndTagsAreMarked() throws {
        let program = try Self.program()
        #expect(
            try program.run(["edit", "curlew.pdf", "--title", "The Ledger of the Weir", "--author", "Ann Orme"])
                .exitCode == 0)
        #expect(try program.run(["tag", "curlew.pdf", "+old ledgers"]).exitCode == 0)
        let ledger = try program.run(["find", "ledger", "orme"]).output
        #expect(ledger.contains("1. The [Ledger] of the Weir  Ann [Orme] · #old [ledgers]"), "\(ledger)")
        let colored = try program.run(["find", "--color", "always", "ledger"]).output
        #expect(colored.contains("\u{1B}[1mThe \u{1B}[0m\u{1B}[1;33mLedger\u{1B}[0m\u{1B}[1m of the Weir\u{1B}[0m"))
    }

    @Test func allThatIsNewIsSent() throws {
        let program = try Self.program()
        #expect(try program.run(["save", "herons", "heron"]).exitCode == 0)
        let first = try program.run(["find", "@herons", "--new", "--quiet"])
        #expect(first.output.contains("13. "), "\(first.output)")
        #expect(try program.run(["find", "@herons", "--new", "--quiet"]).exitCode == 1)
    }

    @Test func aSavedQuestionSaysHowManyMoreAreNew() throws {
        let program = try Self.program()
        #expect(try program.run(["save", "herons", "heron"]).exitCode == 0)
        let first = try program.run(["find", "@herons", "--new", "--quiet", "--limit", "2"])
        #expect(first.output.contains("13 documents, 2 shown"))
        #expect(try program.run(["find", "@herons", "--new", "--quiet"]).output.contains("11. "))
    }

    @Test func aFolderStandsForItsDocuments() throws {
        let program = try Self.program()
        let folder = program.folder.path + "/archive/letters"
        let refused = try program.run(["tag", folder, "+x"])
        #expect(refused.exitCode == 2)
        #expect(refused.errors.contains("Change the tags of 12 documents?"), "\(refused.errors)")
        for (name, count) in [(folder, 12), ("letters", 12), ("archive/letters/", 12), ("archive", 13)] {
            let outcome = try program.run(["tag", "--yes", name, "+\(count) of it"])
            #expect(outcome.errors == "Changed the tags of \(count) documents.\n", "\(name): \(outcome.errors)")
            #expect(try program.run(["undo"]).exitCode == 0)
        }
        #expect(try program.run(["tag", "--yes", "letter", "+x"]).exitCode == 2)
        #expect(try program.run(["tag", "curlew.pdf", "+x"]).errors == "Changed the tags of 1 document.\n")
    }

    @Test func editChangesTheDocumentsOfAQuery() throws {
        let program = try Self.program()
        let outcome = try program.run(["edit", "--yes", "--query", "plover", "--date", "1931"])
        #expect(outcome.errors == "Corrected 12 documents.\n")
        #expect(try program.run(["find", "date:1931", "--json"]).json()["total"]?.int == 12)
        #expect(try program.run(["undo"]).exitCode == 0)
        #expect(try program.run(["find", "date:1931"]).exitCode == 1)
        #expect(try program.run(["edit", "--query", "nowherexyz", "--date", "1931"]).exitCode == 1)
        #expect(try program.run(["edit", "--date", "1931"]).exitCode == 64)
    }

    @Test func aTagWithQuotationMarksIsOfferedAsItCanBeSearched() throws {
        let program = try Self.program()
        #expect(try program.run(["tag", "curlew.pdf", "+the \"old\" mill"]).exitCode == 0)
        let offers = try program.runOnTerminal(["find"]).output
        let line = try #require(offers.split(separator: "\n").first { $0.contains("tag:") })
        let query = String(line.trimmingPrefix(while: \.isWhitespace).components(separatedBy: "  ")[0])
        #expect(try program.run(["find", query]).output.contains("curlew.pdf"), "\(query)")
    }

    @Test func aMinuteOfARunTakesALine() throws {
        var line = ProgressLine()
        #expect(line.text() == nil)
        line.count(.started(bundle: "a.pdf"))
        #expect(line.text()?.hasPrefix("reading: 1 bundle, 0 pages") == true)
        line.count(.recognizing(pages: 7))
        #expect(line.text()?.contains("recognising: page 0 of 7") == true)
    }

    @Test func itIsSaidHowVectorsAreLeftOut() {
        let sentence = IndexProgress.vectorsSentence(3000)
        #expect(sentence.contains("3000 pages"))
        #expect(sentence.contains("docsearch index --meaning never"))
    }

    @Test func aTitleWithoutEndIsCut() throws {
        let program = try Program()
        let title = "Ledger " + String(repeating: "of herons ", count: 6_500)
        try program.folder.write(
            ZipWriter([
                .init("a.pdf", PDFWriter(texts: ["a kestrel"]).bytes), .init("a.json", "{\"title\": \"\(title)\"}"),
            ]).bytes, to: "archive/a.zip")
        _ = try program.run(["index", "--ocr", "never", program.folder.path + "/archive"])
        for query in ["kestrel", "ledger"] {
            let lines = try program.run(["find", query]).lines
            #expect(lines.first?.hasPrefix("1. Ledger of herons") == true, "\(query)")
            #expect(lines.allSatisfy { $0.count < 500 }, "\(query): \(lines.map(\.count))")
        }
    }

    @Test(
        .enabled(if: ModelInstallation().isThere, "the model is not on this machine; DOCSEARCH_MODEL names its folder"))
    func itIsExplainedWhyMeaningIsNotAsked() throws {
        var program = try Program()
        program.environment["DOCSEARCH_MODEL"] = ModelInstallation().path
        try program.folder.write(PDFWriter(texts: ["der Wasserturm und die Brücke"]).bytes, to: "archive/a.pdf")
        _ = try program.run(["index", "--ocr", "never", program.folder.path + "/archive"])
        let question = ["find", "wer hat das mit der Brücke bezahlt"]
        let explained = try program.run(question + ["--explain"])
        #expect(explained.errors.contains("does not look English"), "\(explained.errors)")
        #expect(try !program.run(question).errors.contains("English"))
    }
}
