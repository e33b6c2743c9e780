import DocSearch
import Foundation
import Testing

@Suite("Taking documents out of the index")
struct RemovalTests {
    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "birds/a.pdf")
        try archive.write(
            [
                TestDocument("b", pages: ["heron"], identifier: "ALD/1"),
                TestDocument("c", pages: ["heron"], identifier: "ALD/2"),
            ], to: "birds/two.zip")
        try archive.write([TestDocument("d", pages: ["heron"], identifier: "ALD/1")], to: "other.zip")
        try await archive.update()
        return archive
    }

    @Test(
        "A document is named by its path, its bundle's, its identifier or a path on disk",
        arguments: [
            ("birds/a.pdf", 1, ["birds/two.zip!/b.pdf", "birds/two.zip!/c.pdf", "other.zip!/d.pdf"]),
            // A bundle is the smallest thing that can be left out: it would be read again as a whole.
            ("birds/two.zip!/c.pdf", 1, ["birds/a.pdf", "other.zip!/d.pdf"]),
            ("birds/two.zip", 1, ["birds/a.pdf", "other.zip!/d.pdf"]),
            ("ALD/2", 1, ["birds/a.pdf", "other.zip!/d.pdf"]), ("ALD/1", 2, ["birds/a.pdf"]),
            ("ROOT/birds", 2, ["other.zip!/d.pdf"]),
            ("ROOT/other.zip", 1, ["birds/a.pdf", "birds/two.zip!/b.pdf", "birds/two.zip!/c.pdf"]),
            ("ROOT", 3, []),
        ] as [(String, Int, [String])])
    func documentsBundlesAndFoldersAreRemovedFromTheIndex(reference: String, count: Int, left: [String]) async throws {
        let archive = try await Self.archive()
        let name = reference.replacingOccurrences(of: "ROOT", with: archive.root)
        #expect(try archive.index.remove(DocumentReference(name)) == count)
        #expect(try Set(archive.find("heron")) == Set(left))
        #expect(
            FileManager.default.fileExists(atPath: archive.root + "/birds/two.zip"),
            "sources are never touched")
        #expect(try archive.index.status().roots == (reference == "ROOT" ? [] : [archive.root]))
    }

    @Test func aDocumentRemovedByNumberComesBackWithTheNextRun() async throws {
        let archive = try await Self.archive()
        let id = try archive.index.document("birds/a.pdf").id
        #expect(try archive.index.remove(DocumentReference(id: id)) == 1)
        #expect(try archive.find("heron").count == 3)
        #expect(try await archive.update().report.new == 1)
        #expect(try archive.find("heron").count == 4)
    }

    @Test(arguments: ["nothing", "999999", "birds", "birds/a", "%", "/nowhere", "", "birds/t_o.zip"])
    func removingANameThatIsNotInTheIndexIsRefused(reference: String) async throws {
        let archive = try await Self.archive()
        let error = #expect(throws: DocSearchError.self) {
            try archive.index.remove(DocumentReference(reference))
        }
        #expect(error?.code == .notFound)
        #expect(try archive.index.status().documents == 4)
    }

    @Test func removingByAnAmbiguousReferenceNamesTheChoices() async throws {
        let archive = try await Self.archive()
        for reference in ["ALD/1", "birds/two.zip"] {
            let error = #expect(throws: DocSearchError.self) { try archive.index.document(reference) }
            #expect(error?.code == .ambiguous)
            #expect(error?.message.contains("birds/two.zip!/b.pdf") == true)
        }
        #expect(throws: DocSearchError.self) {
            try archive.index.pages(of: archive.index.document("birds/a.pdf"), page: 2)
        }
    }
}
