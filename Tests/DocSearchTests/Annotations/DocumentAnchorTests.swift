import Testing

@testable import DocSearch

/// Each row of the table of ``DocumentAnchor``.
@Suite("A document that something was said of")
struct DocumentAnchorTests {
    private static let said = DocumentAnchor(contentHash: "aa", rootPath: "/1", path: "a.pdf", identifier: "ID/1")

    private static func candidate(
        _ id: Int64, hash: String = "bb", root: Int64 = 1, path: String = "other.pdf", identifier: String? = nil
    ) -> DocumentAnchor.Candidate {
        DocumentAnchor.Candidate(
            id: id, anchor: DocumentAnchor(contentHash: hash, rootPath: "/\(root)", path: path, identifier: identifier))
    }

    @Test(arguments: [
        ("where it was", [candidate(1, hash: "aa", path: "a.pdf"), candidate(2, hash: "aa")], 1),
        ("moved", [candidate(1, hash: "aa", path: "b/a.pdf")], 1),
        ("moved to another root", [candidate(1, hash: "aa", root: 2, path: "a.pdf")], 1),
        ("moved, and another one in its place", [candidate(1, path: "a.pdf"), candidate(2, hash: "aa")], 2),
        (
            "of copies the one with its identifier",
            [candidate(1, hash: "aa"), candidate(2, hash: "aa", root: 2, identifier: "ID/1")], 2
        ),
        ("of copies the one below its root", [candidate(1, hash: "aa", root: 2), candidate(2, hash: "aa")], 2),
        (
            "of copies the one with its name",
            [candidate(1, hash: "aa", path: "b/x.pdf"), candidate(2, hash: "aa", path: "c/a.pdf")], 2
        ),
        (
            "of copies the first",
            [candidate(1, hash: "aa", path: "c/x.pdf"), candidate(2, hash: "aa", path: "b/x.pdf")], 2
        ),
        ("new bytes in its place", [candidate(1, path: "a.pdf")], 1),
        (
            "new bytes in its place, the same identifier",
            [candidate(1, path: "a.pdf", identifier: "ID/1"), candidate(2, identifier: "ID/1")], 1
        ),
        ("new bytes elsewhere, by its identifier", [candidate(1, identifier: "ID/1")], 1),
        (
            "another document in its place, by its identifier",
            [candidate(1, path: "a.pdf", identifier: "ID/2"), candidate(2, identifier: "ID/1")], 2
        ),
        ("not another document in its place", [candidate(1, path: "a.pdf", identifier: "ID/2")], nil),
        ("an identifier that two have", [candidate(1, identifier: "ID/1"), candidate(2, identifier: "ID/1")], nil),
        ("the same path below another root", [candidate(1, root: 2, path: "a.pdf")], nil),
        ("nothing", [], nil),
    ])
    func subjectsArePlacedAmongTheDocumentsThatMayBeThem(
        case name: String, candidates: [DocumentAnchor.Candidate], id: Int64?
    ) {
        #expect(Self.said.placed(among: candidates)?.id == id, "\(name)")
        #expect(Self.said.placed(among: candidates.reversed())?.id == id, "\(name), in another order")
    }

    @Test func aSubjectWithoutBytesIsFoundInItsPlaceAlone() {
        let said = DocumentAnchor(contentHash: "", rootPath: "/1", path: "a.pdf", identifier: nil)
        #expect(said.placed(among: [Self.candidate(1, hash: "", path: "b.pdf")]) == nil)
        #expect(said.placed(among: [Self.candidate(1, hash: "", path: "a.pdf")])?.id == 1)
    }
}
