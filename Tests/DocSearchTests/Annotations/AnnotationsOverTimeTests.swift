import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

/// What becomes of what people said while their archive lives on.
@Suite("What people said")
struct AnnotationsOverTimeTests {
    /// Two documents, with a tag, a correction and a note of the first.
    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(
            [TestDocument("a", pages: ["heron on the weir"], title: "Scan 417", identifier: "ALD/1")], to: "a.zip")
        try archive.write(["plover in the reeds"], to: "b.pdf")
        try await archive.update()
        try say(archive, "a.zip!/a.pdf")
        return archive
    }

    private static func say(_ archive: TestArchive, _ path: String) throws {
        let document = try archive.index.document(DocumentReference(path))
        try archive.index.tag([document], adding: ["council"], by: "ada")
        try archive.index.correct(document, [.title: "Drainage report"], by: "ada")
        _ = try archive.index.addNote("The sluice was repaired.", to: document, by: "ada")
    }

    private func expectSaid(_ archive: TestArchive, _ path: String, _ comment: Comment? = nil) throws {
        #expect(try archive.find("tag:council") == [path], comment)
        #expect(try archive.find("title:drainage") == [path], comment)
        #expect(try archive.find("note:sluice") == [path], comment)
        #expect(try archive.index.document(DocumentReference(path)).title == "Drainage report", comment)
    }

    @Test func annotationsStayWhenTheIndexIsMadeAgain() async throws {
        let archive = try await Self.archive()
        archive.removeIndexFile()
        // Numbers are given anew, in another order.
        try archive.write(["a new one"], to: "0.pdf")
        try await archive.update()
        try expectSaid(archive, "a.zip!/a.pdf")
        try archive.index.reset()
        try await archive.update([])
        try expectSaid(archive, "a.zip!/a.pdf")
    }

    struct Course: Sendable, CustomTestStringConvertible {
        struct Step: Sendable {
            /// Where the annotations are after a run; nil for nowhere.
            let path: String?
            let make: @Sendable (TestArchive) throws -> Void
        }

        let testDescription: String
        let steps: [Step]

        init(_ name: String, _ steps: Step...) { (testDescription, self.steps) = (name, steps) }
    }

    private static let courses = [
        Course("renamed and moved", .init(path: "deep/z.zip!/a.pdf") { try $0.move("a.zip", to: "deep/z.zip") }),
        Course(
            "the same bytes outside of a bundle",
            .init(path: "loose.pdf") {
                try $0.remove("a.zip")
                try $0.write(["heron on the weir"], to: "loose.pdf")
            }),
        Course(
            "a better scan in its place",
            .init(path: "a.zip!/a.pdf") {
                try $0.write([TestDocument("a", pages: ["heron, read well"], identifier: "ALD/1")], to: "a.zip")
            }),
        Course(
            "its identifier on other bytes elsewhere",
            .init(path: "new.zip!/x.pdf") {
                try $0.remove("a.zip")
                try $0.write([TestDocument("x", pages: ["read anew"], identifier: "ALD/1")], to: "new.zip")
            }),
        Course(
            "gone for some runs", .init(path: nil) { try $0.move("a.zip", to: "../away.zip") },
            .init(path: nil) { _ in },
            .init(path: "back/a.zip!/a.pdf") { try $0.move("../away.zip", to: "back/a.zip") }),
        Course(
            "other bytes in its place until its own are back",
            .init(path: "a.zip!/a.pdf") {
                try $0.move("a.zip", to: "../away.zip")
                try $0.write([TestDocument("a", pages: ["unrelated"])], to: "a.zip")
            }, .init(path: "found.zip!/a.pdf") { try $0.move("../away.zip", to: "found.zip") }),
        Course(
            "on a disk that was away", .init(path: "a.zip!/a.pdf") { try $0.move("", to: "../away") },
            .init(path: "a.zip!/a.pdf") { try $0.move("../away", to: "") }),
    ]

    @Test("is followed to its document", arguments: courses)
    func annotationsFollowTheirDocument(course: Course) async throws {
        let archive = try await Self.archive()
        for step in course.steps {
            try step.make(archive)
            try await archive.update([])
            guard let path = step.path else {
                #expect(try archive.find("tag:council").isEmpty)
                continue
            }
            try expectSaid(archive, path)
        }
        // And from there on.
        let path = try #require(course.steps.last?.path)
        let file = try #require(path.split(separator: "!").first.map(String.init))
        try archive.move(file, to: "on/" + file)
        try await archive.update()
        try expectSaid(archive, "on/" + path)
    }

    @Test func annotationsStayWithABundleZippedAgainWithOtherMetadata() async throws {
        let archive = try await Self.archive()
        try archive.write(
            [TestDocument("a", pages: ["heron on the weir"], title: "Another title", tags: ["new"])], to: "a.zip")
        try await archive.update()
        try expectSaid(archive, "a.zip!/a.pdf")
        #expect(try archive.index.document("a.zip!/a.pdf").tags == ["new", "council"])
    }

    @Test func noDocumentGetsAnnotationsOfOneThatHadItsIdentifierBesideIt() async throws {
        let archive = try await Self.archive()
        try archive.write([TestDocument("b", pages: ["crane on the bank"], identifier: "ALD/1")], to: "c.zip")
        try await archive.update()
        try Self.say(archive, "b.pdf")
        let other = try archive.index.document(DocumentReference("c.zip!/b.pdf"))
        try archive.index.correct(other, [.title: "Cranes"], by: "ada")
        let document = try archive.index.document(DocumentReference("a.zip!/a.pdf"))
        try archive.index.hide([document], by: "ada")
        try archive.remove("a.zip")
        try await archive.update()
        #expect(try archive.find("crane") == ["c.zip!/b.pdf"])
        #expect(try archive.index.document("c.zip!/b.pdf").title == "Cranes")
        #expect(try archive.find("tag:council") == ["b.pdf"])
    }

    /// Rights may ask for tags.
    @Test func aDocumentThatIsRenamedOverAnotherDoesNotGetItsAnnotations() async throws {
        let archive = try await Self.archive()
        try archive.write(["crane on the bank"], to: "c.pdf")
        try await archive.update()
        try archive.index.tag([archive.index.document("b.pdf")], adding: ["open"], by: "ada")
        try archive.index.tag([archive.index.document("c.pdf")], adding: ["closed"], by: "ada")
        try #require(rename(archive.root + "/c.pdf", archive.root + "/b.pdf") == 0)
        try await archive.update()
        #expect(try archive.find("crane") == ["b.pdf"])
        #expect(try archive.find("tag:closed") == ["b.pdf"])
        #expect(try archive.find("tag:open").isEmpty)
        // A better scan of it takes the place later.
        try archive.write(["crane on the far bank"], to: "b.pdf")
        try await archive.update()
        #expect(try archive.find("tag:closed far") == ["b.pdf"])
        #expect(try archive.find("tag:open").isEmpty)
    }

    /// Alike before, or only from now on, as when files are withdrawn.
    @Test(arguments: [true, false])
    func annotationsStayWhereSeveralFilesBecomeTheSame(wereAlike: Bool) async throws {
        let archive = try TestArchive()
        let names = ["a/x.pdf", "b/x.pdf", "c/x.pdf"]
        for name in names { try archive.write(["a crane " + (wereAlike ? "" : name)], to: name) }
        try await archive.update()
        for (name, tag) in zip(names, ["harbour", "private", "closed"]) {
            try archive.index.tag([archive.index.document(name)], adding: [tag], by: "ada")
        }
        for name in names.prefix(2) { try archive.write(["a heron"], to: name) }
        try await archive.update()
        #expect(try archive.find("tag:harbour heron") == ["a/x.pdf"])
        #expect(try archive.find("tag:private heron") == ["b/x.pdf"])
        guard wereAlike else { return }
        try archive.write(["a heron"], to: "c/x.pdf")
        try await archive.update()
        #expect(try archive.find("tag:closed heron") == ["c/x.pdf"])
    }

    @Test func annotationsOfMailsStayWhenTheirZipGetsMore() async throws {
        let archive = try TestArchive()
        func write(_ count: Int) throws {
            let mails = (0..<count).map { number in
                ZipWriter.Entry(
                    "\(number).eml",
                    Array(
                        "From: ada@example.org\r\nSubject: Note \(number)\r\nMessage-ID: <\(number)@x>\r\n\r\nA crane.\r\n"
                            .utf8))
            }
            try archive.write(ZipWriter(mails).bytes, to: "mails.zip")
        }
        try write(3)
        try await archive.update()
        let found = try archive.find("crane").sorted()
        for path in found { try archive.index.tag([archive.index.document(path)], adding: ["secret"], by: "ada") }
        try write(4)
        try await archive.update()
        #expect(try archive.find("tag:secret").sorted() == found)
    }

    @Test func annotationsGoWithTheBytesWhenAnotherDocumentTakesThePlace() async throws {
        let archive = try await Self.archive()
        try Self.say(archive, "b.pdf")
        try archive.index.undo(by: "ada")
        let bytes = try archive.bytes(of: "b.pdf")
        try archive.write(["something else"], to: "b.pdf")
        try archive.write(bytes, to: "copy/kept.pdf")
        try await archive.update()
        #expect(try Set(archive.find("tag:council")) == ["a.zip!/a.pdf", "copy/kept.pdf"])
    }

    @Test func noDocumentGetsAnnotationsThatHaveLeftItsPlace() async throws {
        let archive = try await Self.archive()
        try archive.move("a.zip", to: "moved.zip")
        try archive.write([TestDocument("a", pages: ["unrelated"])], to: "a.zip")
        try await archive.update()
        try expectSaid(archive, "moved.zip!/a.pdf")
        let bytes = try archive.bytes(of: "moved.zip")
        try archive.remove("moved.zip")
        try await archive.update()
        #expect(try archive.find("tag:council").isEmpty)
        #expect(try archive.index.orphans().count == 1)
        try archive.write(bytes, to: "again.zip")
        try await archive.update()
        try expectSaid(archive, "again.zip!/a.pdf")
    }

    @Test("and moved to another folder under the same path is followed from there", arguments: [false, true])
    func annotationsFollowTheirDocumentsBetweenFolders(isTaken: Bool) async throws {
        let archive = try await Self.archive()
        let other = archive.folder.path + "/other"
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
        try archive.folder.write(TestDocument("", pages: ["an owl"]).pdf, to: "other/c.pdf")
        try await archive.update([archive.root, other])
        try FileManager.default.moveItem(atPath: archive.root + "/a.zip", toPath: other + "/a.zip")
        try await archive.update([])
        try expectSaid(archive, "a.zip!/a.pdf")
        // A better scan there; and where it was, another paper.
        try archive.folder.write(
            ZipWriter(TestDocument("a", pages: ["heron, read well"]).entries).bytes, to: "other/a.zip")
        if isTaken { try archive.write([TestDocument("a", pages: ["unrelated"])], to: "a.zip") }
        try await archive.update([])
        let tagged = try archive.index.search(SearchRequest("tag:council")).hits.map(\.document)
        #expect(try tagged.map { try archive.index.location(of: $0) } == [other + "/a.zip"])
        #expect(try archive.index.orphans().isEmpty)
    }

    @Test func subjectsAreKnownByWhatTheyHaveBecomeAfterTheNextCommand() async throws {
        let archive = try await Self.archive()
        try archive.move("a.zip", to: "c.zip")
        try await archive.update()
        try archive.write([TestDocument("a", pages: ["a better scan"])], to: "c.zip")
        try await archive.update()
        try archive.index.tag([archive.index.document("b.pdf")], adding: ["other"], by: "ada")
        archive.removeIndexFile()
        try await archive.update()
        try expectSaid(archive, "c.zip!/a.pdf")
    }

    @Test(arguments: ["said_fts", "said_word_fts"])
    func annotationsAreSearchedAgainWhenTheirWordsWereDamaged(table: String) async throws {
        let archive = try await Self.archive()
        try archive.damage("user.sqlite", "DELETE FROM \(table)_data WHERE id > 10")
        try archive.damage("user.sqlite", "DELETE FROM \(table)_idx")
        let query = table == "said_fts" ? "note:sluice" : "note:=sluice"
        #expect(
            try ArchiveIndex(at: archive.indexPath).search(SearchRequest("heron")).total == 1, "no search dies of it")
        try await archive.update()
        try expectSaid(archive, "a.zip!/a.pdf")
        #expect(try archive.find(query) == ["a.zip!/a.pdf"])
    }

    @Test func aDamagedFileOfAnnotationsIsNotWrittenForLong() async throws {
        let archive = try await Self.archive()
        try archive.damage("user.sqlite", "UPDATE decision SET value = 'altered' WHERE kind = 'tag'")
        let export = try archive.folder.write(#"{"docsearch":"decisions","version":1}"#.utf8, to: "said.jsonl")
        let importing = #expect(throws: DocSearchError.self) {
            try archive.index.importAnnotations(
                from: #require(FileHandle(forReadingAtPath: export)), named: "said.jsonl", by: "ada")
        }
        #expect(importing?.code == .damagedIndex, "much is not written before all of it is looked at")
        // All of it is looked at by the first command of each hour.
        let lock = archive.indexPath + "/user-lock"
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3700)], ofItemAtPath: lock)
        let error = #expect(throws: DocSearchError.self) {
            try archive.index.tag([archive.index.document("b.pdf")], adding: ["lost"], by: "ada")
        }
        #expect(error?.code == .damagedIndex)
        #expect(error?.remedy == .repair)
    }

    @Test func annotationsCountForTheCopyThatTheyWereSaidOf() async throws {
        let archive = try await Self.archive()
        let bytes = try archive.bytes(of: "b.pdf")
        try archive.write(bytes, to: "copy.pdf")
        try await archive.update()
        try archive.index.tag([archive.index.document("copy.pdf")], adding: ["mine"], by: "ada")
        #expect(try archive.index.document("copy.pdf").tags == ["mine"])
        #expect(try archive.index.document("b.pdf").tags.isEmpty)
        try await archive.update()
        #expect(try archive.index.document("b.pdf").tags.isEmpty)
    }

    @Test("What was said stays in its place while a copy is elsewhere", arguments: ["0.pdf", "z.pdf"], [true, false])
    func annotationsStayInTheirPlaceBesideACopy(name: String, isCopyFirst: Bool) async throws {
        let archive = try await Self.archive()
        func copy() async throws {
            let bytes = try archive.bytes(of: "b.pdf")
            try archive.write(bytes, to: name)
            try await archive.update()
        }
        if isCopyFirst { try await copy() }
        let document = try archive.index.document("b.pdf")
        try archive.index.tag([document], adding: ["closed"], by: "ada")
        try archive.index.hide([document], by: "ada")
        if !isCopyFirst { try await copy() }
        try archive.write(["plover in a better scan"], to: "b.pdf")
        for _ in 0..<2 {
            try await archive.update()
            #expect(try archive.find("plover better").isEmpty)
            #expect(try archive.index.document("b.pdf").tags == ["closed"])
            #expect(try archive.index.document(DocumentReference(name)).tags.isEmpty)
        }
    }

    @Test("What was said moves with its document once a copy was there", arguments: [true, false])
    func annotationsMoveWithTheirDocumentBesideACopy(isCopyGone: Bool) async throws {
        let archive = try await Self.archive()
        try archive.write(archive.bytes(of: "b.pdf"), to: "copy.pdf")
        try await archive.update()
        try archive.index.tag([archive.index.document("b.pdf")], adding: ["closed"], by: "ada")
        try await archive.update()
        if isCopyGone {
            try archive.remove("copy.pdf")
            try await archive.update()
        }
        try archive.move("b.pdf", to: "moved.pdf")
        try archive.write(["another paper"], to: "b.pdf")
        for _ in 0..<2 {
            try await archive.update()
            #expect(try archive.find("tag:=closed") == ["moved.pdf"])
        }
    }

    @Test func annotationsOfAGoneDocumentAreListedAndAttachedByHand() async throws {
        let archive = try await Self.archive()
        #expect(try archive.index.orphans().isEmpty)
        try archive.remove("a.zip")
        try await archive.update()
        let orphan = try #require(try archive.index.orphans().first)
        #expect(orphan.path == "a.zip!/a.pdf")
        #expect(orphan.rootPath == archive.root)
        #expect(orphan.annotations == 3)
        try archive.index.attach(String(orphan.id.prefix(6)), to: archive.index.document("b.pdf"), by: "ada")
        try expectSaid(archive, "b.pdf")
        #expect(try archive.index.orphans().isEmpty)
        try archive.index.undo(by: "ada")
        #expect(try archive.index.orphans().map(\.id) == [orphan.id])
        try archive.index.drop(orphan.id, by: "ada")
        #expect(try archive.index.orphans().isEmpty)
        try archive.index.undo(by: "ada")
        #expect(try archive.index.orphans().map(\.annotations) == [3])
        #expect(throws: DocSearchError.self) { try archive.index.drop("zz", by: "ada") }
    }

    @Test func annotationsComeBackWithARootThatIsNamedAgain() async throws {
        let archive = try await Self.archive()
        try archive.index.remove(DocumentReference(archive.root))
        try await archive.update()
        try expectSaid(archive, "a.zip!/a.pdf")
    }

    @Test func annotationsCanBeMadeWhileARunIsGoingOn() async throws {
        let archive = try await Self.archive()
        try archive.write(["a long run"], to: "c.pdf")
        for try await event in archive.index.update([archive.root], options: .forTests) {
            guard case .started = event else { continue }
            try archive.index.tag([archive.index.document("b.pdf")], adding: ["tonight"], by: "ada")
            #expect(try archive.find("tag:tonight") == ["b.pdf"])
        }
        #expect(try archive.find("tag:tonight") == ["b.pdf"])
        #expect(try archive.index.verify().isEmpty)
    }

    @Test func runsWriteNoAnnotations() async throws {
        let archive = try await Self.archive()
        let file = archive.indexPath + "/user.sqlite"
        try await archive.update()
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        try archive.move("a.zip", to: "c.zip")
        try await archive.update()
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
        try expectSaid(archive, "c.zip!/a.pdf")
    }

    @Test func alteredAnnotationsAreFoundByVerifyAndRestoredFromABackup() async throws {
        let archive = try await Self.archive()
        try await archive.update()
        try archive.damage("user.sqlite", "UPDATE decision SET value = 'altered' WHERE kind = 'tag'")
        #expect(try archive.index.verify().map(\.file) == [archive.indexPath + "/user.sqlite"])
        try await archive.update([])
        try expectSaid(archive, "a.zip!/a.pdf")
    }
}
