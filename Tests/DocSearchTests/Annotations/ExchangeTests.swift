import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

@Suite("What people say, out of one index and into another")
struct ExchangeTests {
    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(
            [TestDocument("a", pages: ["heron on the weir"], title: "Scan 417", tags: ["draft"], identifier: "ALD/1")],
            to: "a b.zip")
        try archive.write(["plover in the reeds"], to: "b.pdf")
        try await archive.update()
        return archive
    }

    /// Of every kind something: so many annotations.
    private static let said = 11

    private static func say(_ archive: TestArchive) throws {
        let index = archive.index
        let (one, two) = (try index.document("a b.zip!/a.pdf"), try index.document("b.pdf"))
        try index.tag([one, two], adding: ["council"], removing: ["draft"], by: "ada")
        try index.correct(one, [.title: "Drainage \"report\"", .date: "1931", .authors: "Wells\nMoor"], by: "bob")
        _ = try index.addNote("The sluice\nwas repaired \u{202E}twice.", to: one, page: 1, by: "ada")
        try index.addHighlights(
            [HighlightDraft(0..<5, label: "birds", color: "#00FF00", comment: "A \"heron\"?"), HighlightDraft(9..<17)],
            to: one, page: 1, by: "ada")
        try index.hide([two], by: "ada")
        try index.saveQuestion("birds", "heron -reeds", by: "ada")
    }

    private static func export(_ archive: TestArchive) throws -> String {
        var text = ""
        try archive.index.exportAnnotations { text += $0 }
        return text
    }

    @discardableResult
    private static func importing(
        _ text: String, _ archive: TestArchive, isDryRun: Bool = false,
        onRefusal: (AnnotationImportReport.Refusal) -> Void = { _ in }
    ) throws -> AnnotationImportReport {
        let file = try archive.folder.write(text.utf8, to: "said.jsonl")
        let handle = try #require(FileHandle(forReadingAtPath: file))
        return try archive.index.importAnnotations(
            from: handle, named: "said.jsonl", isDryRun: isDryRun, by: "eve", onRefusal: onRefusal)
    }

    /// One letter with its accent, and a letter and an accent, are two names to a file system.
    @Test func exportAndImportTellNamesApartThatLookAlike() async throws {
        let archive = try TestArchive()
        let names = ["caf\u{E9}.pdf", "cafe\u{301}.pdf"]
        for name in names { try archive.write(["a heron"], to: name) }
        try await archive.update()
        for (name, tag) in zip(names, ["one", "two"]) {
            var request = SearchRequest("heron")
            request.showsCopies = true
            let found = try archive.index.search(request).hits.map(\.document)
            let document = try #require(found.first { $0.path.utf8.elementsEqual(name.utf8) })
            try archive.index.tag([document], adding: [tag], by: "ada")
        }
        let text = try Self.export(archive)
        let other = try TestArchive()
        try await other.update()
        #expect(try Self.importing(text, other).added == 2)
        #expect(try Self.export(other).utf8.elementsEqual(text.utf8))
    }

    /// The line of the first annotation of a kind, with a moment that is so much later.
    private static func line(_ kind: String, of text: String, later: Int64 = 0, id: String? = nil) throws -> String {
        var line = String(try #require(text.split(separator: "\n").first { $0.contains("\"kind\":\"\(kind)\"") }))
        let modified = try #require(line.firstMatch(of: /"modified":([0-9]+)/))
        let moment = try #require(Int64(modified.output.1)) + later
        line.replaceSubrange(modified.range, with: "\"modified\":\(moment)")
        if let id { line.replace(/"id":"[^"]*","kind"/, with: "\"id\":\"\(id)\",\"kind\"", maxReplacements: 1) }
        return line
    }

    private static let header = #"{"docsearch":"decisions","version":1}"# + "\n"
    private static let otherID = "00000000-0000-4000-8000-000000000000"

    // MARK: - There and back

    @Test func anImportedExportIsExportedByteForByteTheSame() async throws {
        let archive = try await Self.archive()
        try Self.say(archive)
        let text = try Self.export(archive)
        #expect(text.hasPrefix(Self.header))
        let ids = text.matches(of: /\{"id":"([^"]+)"/).map { String($0.output.1) }
        #expect(ids.count == Self.said)
        #expect(ids == ids.sorted())
        let other = try TestArchive()
        try other.write(["another"], to: "other.pdf")
        try await other.update()
        let report = try Self.importing(text, other)
        #expect(report == Self.report { $0.added = Self.said })
        #expect(try Self.export(other) == text)
        #expect(try other.index.savedQuestions().map(\.name) == ["birds"])
    }

    @Test func importsFindTheDocumentsInAnotherFolder() async throws {
        let (archive, other) = (try await Self.archive(), try await Self.archive())
        try Self.say(archive)
        try Self.importing(try Self.export(archive), other)
        #expect(try other.find("tag:council") { $0.showsHidden = true }.sorted() == ["a b.zip!/a.pdf", "b.pdf"])
        #expect(try other.find("note:sluice") == ["a b.zip!/a.pdf"])
        #expect(try other.index.document("a b.zip!/a.pdf").title == "Drainage \"report\"")
        #expect(try other.index.document("b.pdf").isHidden)
    }

    @Test func notesAreExportedAsAnnotationsForOtherPrograms() async throws {
        let archive = try await Self.archive()
        try Self.say(archive)
        let line = try Self.line("note", of: Self.export(archive))
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        let annotation = try #require(object?["annotation"] as? [String: Any])
        #expect(annotation["type"] as? String == "Annotation")
        #expect(annotation["motivation"] as? String == "commenting")
        let body = annotation["body"] as? [String: Any]
        #expect(body?["type"] as? String == "TextualBody")
        #expect(body?["value"] as? String == "The sluice\nwas repaired \u{202E}twice.")
        #expect((annotation["target"] as? [String: Any])?["source"] as? String == "a%20b.zip!/a.pdf#page=1")
    }

    // MARK: - Merging

    private static func report(_ change: (inout AnnotationImportReport) -> Void) -> AnnotationImportReport {
        var report = AnnotationImportReport()
        change(&report)
        return report
    }

    @Test func importingTwiceIsImportingOnce() async throws {
        let (archive, other) = (try await Self.archive(), try await Self.archive())
        try Self.say(archive)
        let text = try Self.export(archive)
        try Self.importing(text, other)
        #expect(try Self.importing(text, other) == Self.report { $0.same = Self.said })
        #expect(try Self.importing(text + text, other) == Self.report { $0.same = 2 * Self.said }, "two in one file")
        #expect(try Self.export(other) == text)
        #expect(try other.index.changes().count == 1, "what changes nothing is not in the journal")
    }

    @Test func importsLetTheNewerAnnotationWin() async throws {
        let archive = try await Self.archive()
        try Self.say(archive)
        let text = try Self.export(archive)
        let newer = try Self.line("title", of: text, later: 1000).replacing("Drainage", with: "Sewage")
        let older = try Self.line("title", of: text, later: -1000).replacing("Drainage", with: "Garden")
        #expect(try Self.importing(Self.header + older, archive) == Self.report { $0.same = 1 })
        #expect(try Self.importing(Self.header + newer, archive) == Self.report { $0.changed = 1 })
        #expect(try archive.index.document("a b.zip!/a.pdf").title == "Sewage \"report\"")
    }

    @Test(arguments: ["title", "authors", "date", "hidden", "tag", "without-tag", "question"])
    func importsDoNotDoubleAnnotationsThatHaveAnotherID(kind: String) async throws {
        let archive = try await Self.archive()
        try Self.say(archive)
        let text = try Self.export(archive)
        let older = Self.header + (try Self.line(kind, of: text, later: -1, id: Self.otherID))
        let newer = Self.header + (try Self.line(kind, of: text, later: 1, id: Self.otherID))
        let count = text.split(separator: "\n").count
        #expect(try Self.importing(older, archive) == Self.report { $0.same = 1 })
        #expect(try Self.export(archive) == text)
        #expect(try Self.importing(newer, archive) == Self.report { $0.changed = 1 })
        #expect(try Self.export(archive).split(separator: "\n").count == count)
        #expect(try Self.export(archive).contains(Self.otherID))
        #expect(try Self.importing(newer, archive) == Self.report { $0.same = 1 })
    }

    @Test func importsBringNothingBackThatWasRemoved() async throws {
        let archive = try await Self.archive()
        try Self.say(archive)
        let text = try Self.export(archive)
        try archive.index.tag([archive.index.document("b.pdf")], removing: ["council"], by: "ada")
        let report = try Self.importing(text, archive)
        #expect(report == Self.report { ($0.same, $0.removed) = (Self.said - 1, 1) })
        #expect(try archive.index.document("b.pdf").tags.isEmpty)
        let later = text.replacing(/"modified":([0-9]+)/) { "\"modified\":\((Int64($0.output.1) ?? 0) + 3_600_000)" }
        #expect(try Self.importing(later, archive) == Self.report { ($0.added, $0.changed) = (1, Self.said - 1) })
        #expect(try archive.index.document("b.pdf").tags == ["council"])
    }

    // MARK: - Damage

    @Test(arguments: [
        ("no JSON {", "not JSON"), ("[1]", "JSON object"), (#"{"id":1}"#, "\"id\""), ("{}", "\"id\" is missing"),
        (#"{"docsearch":"decisions","version":2}"#, "newer docsearch"),
    ])
    func importsNameDamagedLinesAndTakeTheRest(damaged: String, reason: String) async throws {
        let (archive, other) = (try await Self.archive(), try await Self.archive())
        try Self.say(archive)
        var lines = try Self.export(archive).split(separator: "\n").map(String.init)
        lines.insert(damaged, at: 3)
        var refusals: [AnnotationImportReport.Refusal] = []
        let report = try Self.importing(lines.joined(separator: "\r\n"), other) { refusals.append($0) }
        #expect(report == Self.report { ($0.added, $0.refused) = (Self.said, 1) })
        #expect(refusals.map(\.line) == [4])
        #expect(refusals.first?.reason.contains(reason) == true, "\(refusals)")
    }

    @Test func importsRefuseImpossibleValues() async throws {
        let archive = try await Self.archive()
        try Self.say(archive)
        let impossible = [
            ("tag", #""value":"council""#, #""value":" ""#), ("title", "Drainage", #"\u0007"#),
            ("date", #""value":"1931""#, #""value":"31""#), ("hidden", #""value":"""#, #""value":"x""#),
            ("note", #""page":1"#, #""page":-1"#), ("note", #""author":"ada""#, #""author":"""#),
            ("tag", #""modified":"#, #""modified":-"#), ("tag", #""kind":"tag""#, #""kind":"""#),
            ("question", "birds", "b rds"), ("tag", #""id":""#, #""id":"x"#),
            ("tag", #""subject":{"#, #""subject":null,"other":{"#), ("question", #""subject":null"#, #""subject":7"#),
        ]
        for (kind, part, other) in impossible {
            let line = try Self.line(kind, of: Self.export(archive))
            let damaged = line.replacing(part, with: other, maxReplacements: 1)
            #expect(damaged != line)
            #expect(try Self.importing(Self.header + damaged, archive) == Self.report { $0.refused = 1 }, "\(damaged)")
        }
    }

    @Test func importsRefusePathsThatNoFileHas() async throws {
        let archive = try await Self.archive()
        try Self.say(archive)
        let line = try Self.line("tag", of: Self.export(archive), id: Self.otherID)
        let long = line.replacing("\"path\":\"", with: "\"path\":\"" + String(repeating: "x", count: 70_000))
        var reasons: [String] = []
        let report = try Self.importing(Self.header + long + "\n", archive) { reasons.append($0.reason) }
        #expect(report == Self.report { $0.refused = 1 })
        #expect(reasons.first?.contains("65536") == true)
    }

    @Test func importsPassOverLinesThatAreTooLong() async throws {
        let (archive, other) = (try await Self.archive(), try await Self.archive())
        try Self.say(archive)
        let text = try Self.export(archive)
        let long = String(repeating: "x", count: 5 << 20)
        var refusals: [Int] = []
        let report = try Self.importing(text + long + "\n" + long, other) { refusals.append($0.line) }
        #expect(report == Self.report { ($0.added, $0.refused) = (Self.said, 2) })
        #expect(refusals == [Self.said + 2, Self.said + 3])
    }

    @Test func importsKeepAnnotationsOfKindsOfLaterReleases() async throws {
        let (archive, other) = (try await Self.archive(), try await Self.archive())
        try Self.say(archive)
        let line = try Self.line("tag", of: Self.export(archive), id: Self.otherID)
        let text = Self.header + line.replacing(#""kind":"tag""#, with: #""kind":"stamp""#) + "\n"
        #expect(try Self.importing(text, other) == Self.report { $0.added = 1 })
        #expect(try Self.export(other) == text)
    }

    @Test func importsRefuseWhatIsNoExport() async throws {
        let archive = try await Self.archive()
        for text in ["", "tag\tcouncil\n", #"{"docsearch":"documents","version":1}"#] {
            let error = #expect(throws: DocSearchError.self, "\(text)") { try Self.importing(text, archive) }
            #expect(error?.code == .usage)
        }
    }

    @Test func theLongestTextsOfAnnotationsAreExportedAndImported() async throws {
        let (archive, other) = (try await Self.archive(), try await Self.archive())
        let text = String(repeating: "\"", count: AnnotationLimits.note)
        _ = try archive.index.addNote(text, to: archive.index.document("b.pdf"), by: "ada")
        try archive.index.addHighlights(
            [HighlightDraft(0..<3, comment: text)], to: archive.index.document("b.pdf"), page: 1, by: "ada")
        let exported = try Self.export(archive)
        #expect(try Self.importing(exported, other) == Self.report { $0.added = 2 })
        #expect(try Self.export(other) == exported)
    }

    // MARK: - Trying and undoing

    @Test func importsBringNothingBackThatWasUndone() async throws {
        let archive = try await Self.archive()
        let document = try archive.index.document("b.pdf")
        try archive.index.correct(document, [.title: "First"], by: "ada")
        usleep(2_000)
        try archive.index.correct(document, [.title: "Second"], by: "ada")
        let text = try Self.export(archive)
        usleep(2_000)
        try archive.index.undo(by: "ada")
        #expect(try archive.index.document("b.pdf").title == "First")
        #expect(try Self.importing(text, archive) == Self.report { $0.removed = 1 })
        #expect(try archive.index.document("b.pdf").title == "First")
    }

    /// As from a machine whose clock is years ahead.
    @Test func theAnnotationMadeLaterWinsWhateverTheClocksSay() async throws {
        let archive = try await Self.archive()
        let document = try archive.index.document("b.pdf")
        try archive.index.correct(document, [.title: "First"], by: "ada")
        try archive.index.tag([document], adding: ["gone"], by: "ada")
        let early = try Self.export(archive)
        let years: Int64 = 3 * 365 * 86_400_000
        let ahead =
            try Self.header + ["title", "tag"].map { try Self.line($0, of: early, later: years) + "\n" }.joined()
        #expect(try Self.importing(ahead, archive) == Self.report { $0.changed = 2 })
        try archive.index.correct(document, [.title: "Second"], by: "ada")
        try archive.index.tag([document], removing: ["gone"], by: "ada")
        #expect(try Self.importing(ahead, archive) == Self.report { ($0.same, $0.removed) = (1, 1) })
        #expect(try archive.index.document("b.pdf").title == "Second")
        #expect(try archive.index.document("b.pdf").tags.isEmpty)
    }

    @Test func importsReadAPipeToItsEnd() async throws {
        let (archive, other) = (try await Self.archive(), try await Self.archive())
        try Self.say(archive)
        let text = try Self.export(archive)
        let pipe = Pipe()
        let writer = Thread {
            for line in text.split(separator: "\n") {
                usleep(1_000)
                pipe.fileHandleForWriting.write(Data((line + "\n").utf8))
            }
            pipe.fileHandleForWriting.closeFile()
        }
        writer.start()
        let report = try other.index.importAnnotations(from: pipe.fileHandleForReading, named: "-", by: "eve")
        #expect(report.added == Self.said)
    }

    @Test func aDryRunOfAnImportChangesNothing() async throws {
        let (archive, other) = (try await Self.archive(), try await Self.archive())
        try Self.say(archive)
        let before = try Self.export(other)
        let report = try Self.importing(try Self.export(archive), other, isDryRun: true)
        #expect(report == Self.report { $0.added = Self.said })
        #expect(try Self.export(other) == before)
        #expect(try other.index.changes().isEmpty)
    }

    @Test func anImportIsUndoneAndDoneAgain() async throws {
        let (archive, other) = (try await Self.archive(), try await Self.archive())
        try Self.say(archive)
        try other.index.correct(other.index.document("b.pdf"), [.title: "Reeds"], by: "ada")
        let (text, before) = (try Self.export(archive), try Self.export(other))
        try Self.importing(text, other)
        #expect(try other.index.changes().first?.action == "import said.jsonl")
        #expect(try other.index.undo(by: "eve").steps == Self.said)
        #expect(try Self.export(other) == before)
        #expect(try other.find("tag:council").isEmpty)
        #expect(try Self.importing(text, other) == Self.report { $0.added = Self.said })
    }

    // MARK: - Documents

    @Test func everyDocumentIsListedWithItsFile() async throws {
        let archive = try await Self.archive()
        try Self.say(archive)
        var listed: [String: String] = [:]
        try archive.index.forEachDocument { document, file in listed[document.title] = file }
        #expect(listed == ["Drainage \"report\"": archive.root + "/a b.zip", "b": archive.root + "/b.pdf"])
    }

    // MARK: - Pages that are not there

    private static func note(_ number: Int, page: Int, hash: String, path: String, root: String) -> String {
        """
        {"id":"00000000-0000-4000-8000-00000000000\(number)","kind":"note","page":\(page),"value":"Note \(number).",\
        "created":1,"modified":1,"author":"ada","subject":{"content_hash":"\(hash)","root_path":"\(root)",\
        "path":"\(path)","identifier":null,"title":"a"}}

        """
    }

    @Test func importsCountNameAndKeepWhatIsAdrift() async throws {
        let archive = try TestArchive()
        try archive.write(["the heron fishes below the weir", "the mill race is dry"], to: "a.pdf")
        try archive.write(["the plover nests in the reeds"], to: "b.pdf")
        try await archive.update()
        let hash = try archive.index.document("a.pdf").contentHash
        let lines = [
            Self.note(1, page: 2, hash: hash, path: "a.pdf", root: archive.root),
            Self.note(2, page: 900, hash: hash, path: "elsewhere.pdf", root: "/other"),
            Self.note(3, page: 2, hash: "00", path: "b.pdf", root: archive.root),
            Self.note(4, page: 900, hash: "00", path: "unknown.pdf", root: archive.root),
            Self.note(5, page: 900, hash: "00", path: "b.pdf", root: "/other"),
        ]
        let text = "{\"docsearch\":\"decisions\",\"version\":1}\n" + lines.joined()
        let file = try archive.folder.write(text.utf8, to: "said")
        for isDryRun in [true, false] {
            var adrift: [AnnotationImportReport.Adrift] = []
            let handle = try #require(FileHandle(forReadingAtPath: file))
            let report = try archive.index.importAnnotations(
                from: handle, named: "said", isDryRun: isDryRun, by: "eve", onAdrift: { adrift.append($0) })
            #expect(report.added == 5)
            #expect(report.refused == 0)
            #expect(report.adrift == 2)
            #expect(adrift.map(\.line) == [3, 4])
            #expect(adrift.map(\.page) == [900, 2])
            #expect(adrift.map(\.pageCount) == [2, 1])
            #expect(adrift.map(\.path) == ["elsewhere.pdf", "b.pdf"])
        }
        let notes = try archive.index.annotations(of: archive.index.document("a.pdf"))
        #expect(notes.map(\.page).sorted() == [2, 900], "it is kept")
        // Nothing new is said by a second import.
        let handle = try #require(FileHandle(forReadingAtPath: file))
        let again = try archive.index.importAnnotations(from: handle, named: "said", by: "eve")
        #expect(again.adrift == 0)
    }
}
