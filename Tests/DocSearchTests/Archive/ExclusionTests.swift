import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

@Suite("What is left out")
struct ExclusionTests {
    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        for name in ["a.pdf", "drafts/b.pdf", "drafts/deep/c.pdf", "letters/d.pdf"] {
            try archive.write(["heron \(PathText.name(name).dropLast(4))"], to: name)
        }
        try await archive.update()
        return archive
    }

    private func exclude(_ archive: TestArchive, _ patterns: String...) throws {
        try archive.index.exclude(patterns.map { ($0, nil) }, by: "ada")
    }

    private func found(_ archive: TestArchive) throws -> Set<String> { try Set(archive.find("heron")) }

    // MARK: - Folders of systems

    @Test(arguments: [
        "@eaDir", "#recycle", "$RECYCLE.BIN", "System Volume Information", "lost+found", "LOST.DIR", "#snapshot",
        "~snapshot",
        ".snapshot", ".snapshots", ".zfs", "@Recently-Snapshot",
    ])
    func foldersThatSystemsKeepForThemselvesAreLeftOutAndCounted(name: String) async throws {
        let archive = try await Self.archive()
        try archive.write(["heron thumbnail"], to: "letters/\(name)/deep/t.pdf")
        try archive.folder.write(
            ZipWriter([
                ZipWriter.Entry("e.pdf", PDFWriter(texts: ["heron e"]).bytes),
                ZipWriter.Entry("\(name)/f.pdf", PDFWriter(texts: ["heron f"]).bytes),
            ]).bytes, to: "archive/e.zip")
        let run = try await archive.update()
        #expect(run.report.leftOut == 1)
        #expect(run.report.warnings.isEmpty)
        #expect(try archive.find("heron thumbnail") { $0.match = .all }.isEmpty)
        #expect(try archive.find("heron f") { $0.match = .all }.isEmpty)
        #expect(try archive.index.status().leftOut == 1)
        try archive.folder.write("!\(name)/".utf8, to: "archive/.docsearchignore")
        try await archive.update()
        #expect(try archive.find("heron thumbnail") { $0.match = .all }.count == 1, "where a file says so, they are in")
    }

    @Test func hiddenFoldersOfSystemsAreCountedToo() async throws {
        let archive = try await Self.archive()
        for name in [".Trash-1000", ".snapshot", "_vti_cnf", "@GMT-2024.01.01-00.00.00", ".letters"] {
            try archive.write(["heron hidden"], to: "letters/\(name)/h.pdf")
        }
        for name in ["Config", "Trash and rubbish", "@home", "Snapshots", "Windows", "_vti notes", "GMT-2024"] {
            try archive.write(["heron shown in \(name)"], to: "letters/\(name)/s.pdf")
        }
        #expect(try await archive.update().report.leftOut == 4)
        #expect(try archive.find("heron hidden") { $0.match = .all }.isEmpty)
        #expect(try archive.find("heron shown") { $0.match = .all }.count == 7)
    }

    @Test func manyDocumentsInFoldersOfSystemsLeaveTheIndexOnlyWhenPeopleSaySo() async throws {
        let archive = try TestArchive()
        try archive.folder.write("!#recycle/".utf8, to: "archive/.docsearchignore")
        for number in 0..<12 { try archive.write(["heron \(number)"], to: "#recycle/\(number).pdf") }
        try await archive.read(["heron"], as: "a.pdf")
        #expect(try found(archive).count == 13)
        try archive.remove(".docsearchignore")
        let run = try await archive.update()
        #expect(run.report.removed == 0)
        #expect(
            run.report.warnings.contains {
                $0.message.contains("12 of 13 bundles") && $0.message.contains("systems keep for themselves")
            })
        #expect(try found(archive).count == 13)
        #expect(try await archive.update { $0.pruneLimit = 1 }.report.removed == 12)
    }

    @Test func aFolderOfASystemThatIsNamedIsRead() async throws {
        let archive = try TestArchive()
        try archive.write(["heron thumbnail"], to: "#recycle/t.pdf")
        try await archive.update([archive.root + "/#recycle"])
        #expect(try archive.find("heron thumbnail") { $0.match = .all }.count == 1)
    }

    // MARK: - What people say

    @Test func leftOutFilesLeaveTheIndexAndComeBackWithoutBeingRead() async throws {
        let archive = try await Self.archive()
        let document = try archive.index.document("drafts/b.pdf")
        try archive.index.tag([document], adding: ["kept"], by: "ada")
        _ = try await TestRun(archive.index.reread(document, options: .forTests))
        #expect(try archive.index.exclude([("drafts/", nil)], by: "ada") == 2)
        #expect(try found(archive).count == 4, "until the next run")
        let run = try await archive.update()
        #expect(run.report.removed == 2)
        #expect(run.report.leftOut == 1)
        #expect(run.report.warnings.isEmpty)
        #expect(try found(archive) == ["a.pdf", "letters/d.pdf"])
        #expect(try archive.index.status().leftOut == 1)
        #expect(try archive.index.orphans().map(\.path) == ["drafts/b.pdf"])
        #expect(try await archive.update().report.hasChangedAnything == false)

        try archive.index.undo(by: "ada")
        let back = try await archive.update()
        #expect(back.report.new == 2)
        #expect(back.report.pages == 0, "their texts were kept")
        #expect(try found(archive).count == 4)
        #expect(try archive.find("tag:kept") == ["drafts/b.pdf"])
        #expect(try archive.index.pages(of: archive.index.document("drafts/b.pdf")).map(\.origin) == [.ocr])
        #expect(try archive.index.status().leftOut == 0)
    }

    @Test func theLastPatternThatFitsSaysWhatIsLeftOut() async throws {
        let archive = try await Self.archive()
        try exclude(archive, "*.pdf", "!d.pdf")
        #expect(try await archive.update().report.leftOut == 3)
        #expect(try found(archive) == ["letters/d.pdf"])
        // Said again, it stands behind the other.
        try exclude(archive, "*.pdf")
        #expect(try archive.index.exclusions().map(\.pattern) == ["!d.pdf", "*.pdf"])
        try await archive.update()
        #expect(try found(archive).isEmpty)
        try archive.index.removeExclusions([("*.pdf", nil)], by: "ada")
        try await archive.update()
        #expect(try found(archive).count == 4)
    }

    @Test func pathsToLeaveOutMayHaveAnyCharacters() async throws {
        let archive = try await Self.archive()
        try archive.write(["heron odd"], to: "odd [1]*.pdf")
        try archive.write(["heron other"], to: "odd 1x.pdf")
        try archive.index.exclude(paths: [archive.root + "/odd [1]*.pdf"], by: "ada")
        let folder = try #require(try archive.index.exclusion(ofAbsolutePattern: archive.root + "/drafts/"))
        #expect(folder.root == archive.root)
        #expect(folder.pattern == "/drafts/")
        try await archive.update()
        #expect(try found(archive).count == 5)
        #expect(try !found(archive).contains("odd [1]*.pdf"))
    }

    @Test func patternsLeaveOutInOneFolderOrInAll() async throws {
        let archive = try await Self.archive()
        try archive.folder.write(TestDocument("", pages: ["heron far"]).pdf, to: "far/drafts/e.pdf")
        let far = archive.folder.path + "/far"
        try await archive.update([far])
        try archive.index.exclude([("drafts/", far)], by: "ada")
        try await archive.update([])
        #expect(try found(archive).count == 4)
        try exclude(archive, "drafts/")
        try await archive.update([])
        #expect(try found(archive) == ["a.pdf", "letters/d.pdf"])
        #expect(try archive.index.exclusions().count == 2, "it was said of one before")
    }

    @Test func exclusionsWithAnImpossiblePatternAreRefusedAltogether() async throws {
        let archive = try await Self.archive()
        for pattern in ["", "# no", "[a", "a\u{7}", "/"] {
            let error = #expect(throws: DocSearchError.self) { try exclude(archive, "good", pattern) }
            #expect(error?.code == .usage, "\(pattern)")
        }
        #expect(throws: DocSearchError.self) { try archive.index.exclude(paths: [archive.root], by: "ada") }
        #expect(throws: DocSearchError.self) { try archive.index.exclude(paths: ["/nowhere/a"], by: "ada") }
        #expect(throws: DocSearchError.self) { try archive.index.removeExclusions([("good", nil)], by: "ada") }
        #expect(throws: DocSearchError.self) {
            try archive.index.exclude((0...Exclusion.limit).map { ("\($0)", nil) }, by: "ada")
        }
        #expect(try archive.index.exclusions().isEmpty)
        #expect(try archive.index.changes().isEmpty)
    }

    @Test func exclusionsAreCarriedToAnotherIndexInTheirOrder() async throws {
        let archive = try await Self.archive()
        try exclude(archive, "*.pdf", "!a*", "!b*", "!c*", "d*", "!e*", "f*")
        var lines = ""
        try archive.index.exportAnnotations { lines += $0 }
        try archive.folder.write(lines.utf8, to: "export")
        let said = try archive.index.exclusions().map(\.pattern)
        for change in try archive.index.changes() { try archive.index.undo(change.id, by: "ada") }
        #expect(try archive.index.exclusions().isEmpty)
        let other = try await Self.archive()
        for count in [7, 0] {
            let file = try #require(FileHandle(forReadingAtPath: archive.folder.path + "/export"))
            let report = try other.index.importAnnotations(from: file, named: "export", by: "ada")
            #expect(report.added == count)
        }
        #expect(try other.index.exclusions().map(\.pattern) == said)
        var again = ""
        try other.index.exportAnnotations { again += $0 }
        #expect(again == lines)
    }

    // MARK: - Files in the archive

    @Test func whatIsLeftOutIsWhatIgnoreFilesSayTheDeepestFirst() async throws {
        let archive = try await Self.archive()
        try archive.write("*.pdf\n!a.pdf\n".utf8, to: ".docsearchignore")
        #expect(try await archive.read("!b.pdf\n/deep/\n".utf8, as: "drafts/.docsearchignore").report.leftOut == 2)
        #expect(try found(archive) == ["a.pdf", "drafts/b.pdf"])
        // What people say comes first, but no folder that is left out is looked into.
        try exclude(archive, "!d.pdf", "a.pdf", "!c.pdf")
        try await archive.update()
        #expect(try found(archive) == ["drafts/b.pdf", "letters/d.pdf"])
    }

    @Test func namedPathsAndInspectionsLeaveOutTheSame() async throws {
        let archive = try await Self.archive()
        try archive.write("letters/\n".utf8, to: ".docsearchignore")
        try archive.write(["heron new"], to: "letters/new.pdf")
        for path in ["letters/new.pdf", "letters"] {
            let run = try await archive.update([archive.root + "/" + path])
            #expect(run.report.new == 0)
            #expect(run.report.leftOut == 1)
        }
        try exclude(archive, "drafts/")
        var inspector = BundleInspector(options: .forTests, extent: .metadata)
        inspector.exclusions = try archive.index.exclusions()
        var described: [String] = []
        try inspector.describe([archive.root]) { described.append($0.path) }
        #expect(described == [archive.root + "/a.pdf"])
    }

    @Test(arguments: ["link", "pipe", "folder", "large", "line", "latin", "unreadable"])
    func aFolderWithAnUnreadableIgnoreFileIsKeptAsItIs(kind: String) async throws {
        let archive = try await Self.archive()
        let file = archive.root + "/drafts/.docsearchignore"
        switch kind {
        case "link": symlink("/etc/hostname", file)
        case "pipe": mkfifo(file, 0o600)
        case "folder": try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        case "large":
            try archive.write("b.pdf\n".utf8, to: "drafts/.docsearchignore")
            truncate(file, 1 << 30)
        case "line": try archive.write("b.pdf\n[x\n".utf8, to: "drafts/.docsearchignore")
        case "latin": try archive.write([0x62, 0xE4, 0x0A], to: "drafts/.docsearchignore")
        default:
            try archive.write("b.pdf\n".utf8, to: "drafts/.docsearchignore")
            chmod(file, 0)
            // Root reads it all the same.
            if geteuid() == 0 { return }
        }
        try archive.write(["heron new"], to: "drafts/new.pdf")
        let run = try await archive.read(["heron new"], as: "letters/new.pdf")
        let warning = try #require(run.report.warnings.first?.message)
        #expect(warning.contains(file), "\(warning)")
        #expect(warning.contains("keeps what it has of it"), "\(warning)")
        #expect(run.report.warnings.count == 1)
        #expect(
            try found(archive) == ["a.pdf", "drafts/b.pdf", "drafts/deep/c.pdf", "letters/d.pdf", "letters/new.pdf"])
    }

    // MARK: - Limits

    @Test func onlyWhatPeopleLeaveOutIsRemovedWithoutLimit() async throws {
        let archive = try TestArchive()
        for number in 1...20 { try archive.write(["heron \(number)"], to: "x/\(number).pdf") }
        try await archive.update()
        let held = try await archive.read("x/\n".utf8, as: ".docsearchignore") { $0.pruneLimit = 0.25 }
        #expect(held.report.removed == 0)
        #expect(held.report.warnings.first?.message.contains(".docsearchignore") == true, "\(held.report.warnings)")
        #expect(held.report.warnings.first?.remedy == .raisePruneLimit)
        #expect(try archive.find("heron").count == 20)
        #expect(try await archive.update { $0.pruneLimit = 1 }.report.removed == 20)
        try archive.remove(".docsearchignore")
        try await archive.update()
        try exclude(archive, "x/")
        let said = try await archive.update { $0.pruneLimit = 0.25 }
        #expect(said.report.removed == 20)
        #expect(said.report.warnings.isEmpty)
    }

    @Test func leftOutFilesAreOnlyCountedByADryRun() async throws {
        let archive = try await Self.archive()
        try exclude(archive, "drafts/")
        let run = try await archive.update { $0.dryRun = true }
        #expect(run.report.removed == 2)
        #expect(try found(archive).count == 4)
    }

    @Test func removedPathsThatWouldComeBackAreTold() async throws {
        let archive = try await Self.archive()
        var told: [String] = []
        try archive.index.remove(DocumentReference("letters/d.pdf"), comingBack: { told.append($0) })
        try archive.index.remove(DocumentReference(archive.root + "/drafts"), comingBack: { told.append($0) })
        #expect(told == [archive.root + "/letters/d.pdf", archive.root + "/drafts"])
        try archive.index.exclude(paths: told, by: "ada")
        try await archive.update()
        #expect(try found(archive) == ["a.pdf"])
        try archive.index.remove(DocumentReference(archive.root), comingBack: { told.append($0) })
        #expect(told.count == 2, "the folder is not looked at any more")
    }
}
