import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

/// A query that is the name of a file finds the file.
@Suite("Names of files")
struct FileNameTests {
    private static let indexed = Task {
        let archive = try TestArchive()
        try archive.write(["a ruling on the river"], to: "court/missouri.pdf")
        try archive.write(["another ruling"], to: "old/court/missouri.pdf")
        try archive.write(["see missouri.pdf for the ruling"], to: "letters/note.pdf")
        try archive.write(["a scan"], to: "letters/scan 0417 (draft) 50%.pdf")
        try archive.write(["a bridge"], to: "letters/Bru\u{308}cke.pdf")
        try archive.write(["the river and/or the bank"], to: "letters/plain.pdf")
        try archive.write(
            [TestDocument("well", pages: ["a well"]), TestDocument("pump", pages: ["a pump"])], to: "letters/box 7.zip")
        try await archive.update()
        return archive
    }

    private func find(_ query: String, _ change: (inout SearchRequest) -> Void = { _ in }) async throws -> [String] {
        try await Self.indexed.value.find(query, change)
    }

    @Test func theNameOfAFileFindsItBeforeWhatMentionsIt() async throws {
        #expect(
            try await find("missouri.pdf")
                == ["court/missouri.pdf", "old/court/missouri.pdf", "letters/note.pdf"])
        #expect(try await find("MISSOURI.PDF").prefix(2) == ["court/missouri.pdf", "old/court/missouri.pdf"])
        #expect(try await find("\"missouri.pdf\"").prefix(2) == ["court/missouri.pdf", "old/court/missouri.pdf"])
        #expect(try await find("missouri.pdf") { $0.isLiteral = true } == ["letters/note.pdf"])
        let results = try await Self.indexed.value.index.search(SearchRequest("missouri.pdf"))
        #expect(results.total == 3)
        #expect(results.totalWithAll == 3)
        #expect(results.suggestion == nil)
    }

    @Test(arguments: [
        ("old/court/missouri.pdf", ["old/court/missouri.pdf"]),
        ("archive/court/missouri.pdf", ["court/missouri.pdf"]),
        ("letters/scan 0417 (draft) 50%.pdf", ["letters/scan 0417 (draft) 50%.pdf"]),
        ("scan 0417 (draft) 50%.pdf", ["letters/scan 0417 (draft) 50%.pdf"]),
        ("br\u{FC}cke.pdf", ["letters/Bru\u{308}cke.pdf"]), ("Bru\u{308}cke.pdf", ["letters/Bru\u{308}cke.pdf"]),
        ("box 7.zip", ["letters/box 7.zip!/well.pdf", "letters/box 7.zip!/pump.pdf"]),
        ("letters/box 7.zip!/well.pdf", ["letters/box 7.zip!/well.pdf"]), ("well.pdf", ["letters/box 7.zip!/well.pdf"]),
        ("/mnt/elsewhere/old/court/missouri.pdf", ["old/court/missouri.pdf"]),
        ("\\\\nas\\share\\letters\\note.pdf", ["letters/note.pdf"]), ("Z:\\letters\\note.pdf", ["letters/note.pdf"]),
        ("letters\\note.pdf", ["letters/note.pdf"]), ("letters\\box 7.zip\\well.pdf", ["letters/box 7.zip!/well.pdf"]),
        ("letters/scan\\ 0417\\ \\(draft\\)\\ 50%.pdf", ["letters/scan 0417 (draft) 50%.pdf"]),
        ("old/court/", ["old/court/missouri.pdf"]), ("~/letters/note.pdf", ["letters/note.pdf"]),
        ("scan_0417.pdf", []), ("issouri.pdf", []), ("court/nowhere.pdf", []),
    ])
    func partsOfPathsFindFiles(query: String, expected: [String]) async throws {
        #expect(try await Set(find(query) { $0.match = .all }) == Set(expected))
    }

    /// The title of a file without one is its name without the ending.
    @Test func aNameComesBeforeATitle() async throws {
        let archive = try TestArchive()
        for name in ["a.pdf", "a.pdf.pdf", "b.pdf"] { try archive.write(["see a.pdf and a.pdf"], to: name) }
        try await archive.update()
        #expect(try archive.find("a.pdf").first == "a.pdf")
        #expect(try archive.find("a.pdf.pdf").first == "a.pdf.pdf")
    }

    @Test func accentsInANameDoNotMatter() async throws {
        let archive = try TestArchive()
        for name in [
            "na\u{EF}ve.pdf", "Mu\u{308}ller & S\u{F6}hne #7.pdf", "Gro\u{DF}e \u{D8}re.pdf", "plain.pdf", "cafe.pdf",
        ] {
            try archive.write(["a scan"], to: "Caf\u{E9}/\(name)")
        }
        try archive.write(["a scan"], to: "other/caf\u{E9}.pdf")
        try await archive.update()
        func find(_ query: String) throws -> [String] { try archive.find(query) { $0.match = .all } }
        #expect(try find("naive.pdf") == ["Caf\u{E9}/na\u{EF}ve.pdf"])
        #expect(try find("NAIVE.PDF") == ["Caf\u{E9}/na\u{EF}ve.pdf"])
        #expect(try find("Muller & Sohne #7.pdf").count == 1)
        #expect(try find("grosse ore.pdf").count == 1)
        #expect(try find("pla\u{ED}n.pdf") == ["Caf\u{E9}/plain.pdf"])
        #expect(try find("cafe/plain.pdf") == ["Caf\u{E9}/plain.pdf"])
        #expect(try find("/mnt/elsewhere/cafe/plain.pdf") == ["Caf\u{E9}/plain.pdf"])
        #expect(try find("cafe.pdf") == ["Caf\u{E9}/cafe.pdf"], "the name letter by letter")
        #expect(try find("caf\u{E9}.pdf") == ["other/caf\u{E9}.pdf"])
        #expect(try find("path:cafe").count == 6)
        #expect(try find("path:\"CAF\u{C9}/plain\"").count == 1)
        #expect(try find("path:muller").count == 1)
        #expect(try find("path:archive/cafe").count == 5)
        #expect(try find("path:\"\(archive.root)/cafe/\"").count == 5)
        #expect(try find("scan -path:cafe").isEmpty)
    }

    /// In a right, letters that are nearly the same are not the same folder.
    @Test func accentsMatterInWhatARightLetsThrough() async throws {
        let archive = try TestArchive()
        try archive.write(["a scan"], to: "Caf\u{E9}/closed.pdf")
        try archive.write(["a scan"], to: "cafe/open.pdf")
        try await archive.update()
        for right in ["path:\"\(archive.root)/cafe/\"", "path:\"cafe/\""] {
            #expect(try archive.find("scan") { $0.access = right } == ["cafe/open.pdf"], "\(right)")
            #expect(try archive.find("closed.pdf") { $0.access = right } == [], "\(right)")
        }
    }

    @Test func aPastedAbsolutePathFindsTheFileOrTheFolder() async throws {
        let archive = try await Self.indexed.value
        #expect(try await find("\(archive.root)/court/missouri.pdf") == ["court/missouri.pdf"])
        #expect(try await find("'\(archive.root)/court/missouri.pdf'") == ["court/missouri.pdf"])
        #expect(try await find("file://\(archive.root)/letters/box%207.zip").count == 2)
        #expect(try await find("\(archive.root)/letters/br\u{FC}cke.pdf") == ["letters/Bru\u{308}cke.pdf"])
        #expect(try await find("\(archive.root)/old/../court/missouri.pdf") == ["court/missouri.pdf"])
        #expect(try await Set(find("\(archive.root)/court/")) == ["court/missouri.pdf"])
        #expect(try await find("\(archive.root)/letters") { $0.match = .all }.count == 6)
        #expect(try await find(archive.root).count == 8, "the whole folder")
        let link = archive.folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: archive.root)
        #expect(try await find("\(link)/old/court/missouri.pdf") == ["old/court/missouri.pdf"])
    }

    @Test func filtersAndWhatIsHiddenHoldForNamesToo() async throws {
        let archive = try TestArchive()
        for tag in ["open", "closed"] {
            try archive.write([TestDocument("paper", pages: ["heron"], tags: [tag])], to: "\(tag).zip")
        }
        try archive.write(["an open paper.pdf"], to: "mention.pdf")
        try await archive.update()
        func find(_ change: (inout SearchRequest) -> Void) throws -> [String] { try archive.find("paper.pdf", change) }
        #expect(try find { $0.filter = "tag:open" } == ["open.zip!/paper.pdf"])
        #expect(try find { $0.access = "tag:open" } == ["open.zip!/paper.pdf"])
        #expect(try find { $0.access = "-tag:closed" } == ["open.zip!/paper.pdf", "mention.pdf"])
        #expect(try find { $0.filter = "path:mention" } == ["mention.pdf"])
        let closed = try archive.index.document(DocumentReference("closed.zip!/paper.pdf"))
        try archive.index.hide([closed], by: "t")
        #expect(try !find { _ in }.contains("closed.zip!/paper.pdf"))
        #expect(try find { $0.showsHidden = true }.contains("closed.zip!/paper.pdf"))
    }

    /// Their number would tell where the archive lies, letter by letter.
    @Test func whereFoldersAreIsNotComparedForStrangers() async throws {
        let archive = try await Self.indexed.value
        func find(_ query: String) async throws -> [String] {
            try archive.find(query) { request in
                request.comparesFolders = false
                request.match = .all
            }
        }
        #expect(try await find("\(PathText.name(archive.root))/court/missouri.pdf") == [])
        #expect(try await find(archive.root) == [])
        for folder in [archive.root, "/anywhere"] {
            #expect(try await find("\(folder)/letters/note.pdf") == ["letters/note.pdf"])
        }
    }

    /// Those with more of the path in theirs come alone; one that may not be seen must not be seen by that.
    @Test func whatMayNotBeSeenHidesNothing() async throws {
        let archive = try TestArchive()
        try archive.write([TestDocument("paper", pages: ["heron"], tags: ["closed"])], to: "court/box.zip")
        try archive.write([TestDocument("paper", pages: ["heron"], tags: ["open"])], to: "box.zip")
        try await archive.update()
        for query in ["/mnt/court/box.zip", "\(archive.root)/court/box.zip"] {
            #expect(try archive.find(query) { $0.match = .all } == ["court/box.zip!/paper.pdf"])
            #expect(
                try archive.find(query) { request in
                    (request.match, request.access) = (.all, "-tag:closed")
                } == ["box.zip!/paper.pdf"])
        }
    }

    @Test(arguments: ["river", "the river", "1931-03", "a.1", "...", "minutes of 1931.", "St. John", ".pdf", "3.50"])
    func ordinaryWordsAreNoNames(query: String) { #expect(NamedPath(query) == nil) }

    @Test func wordsWithASlashStayWords() async throws {
        #expect(try await find("and/or") { $0.match = .all } == ["letters/plain.pdf"])
    }

    @Test func aBeginningOfANumberIsOfferedWithAnAsterisk() async throws {
        let archive = try TestArchive()
        try archive.write(["receipt OR18032155 of the year 1807 for AB-1234"], to: "receipt.pdf")
        try await archive.update()
        func offer(_ query: String) throws -> String? { try archive.index.search(SearchRequest(query)).suggestion }
        #expect(try offer("OR180321") == "OR180321*")
        #expect(try offer("receipt OR180321") == "receipt OR180321*")
        #expect(try archive.find("OR180321*") == ["receipt.pdf"])
        #expect(try offer("OR999") == nil)
        #expect(try offer("OR18032155") == nil, "it is found")
        #expect(try offer("recei") == "receipt", "no number")
    }
}
