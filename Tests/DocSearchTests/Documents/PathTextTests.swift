import Testing

@testable import DocSearch

@Suite("Paths as text")
struct PathTextTests {
    @Test(arguments: [("a", "b", "a/b"), ("", "b", "b"), ("/", "b", "/b"), ("/a/", "b", "/a/b")])
    func pathsAreJoined(directory: String, name: String, path: String) {
        #expect(PathText.joined(directory, name) == path)
    }

    @Test(
        "A path comes apart into the folder and the name",
        arguments: [
            ("a/b.zip", "a", "b.zip"), ("b.zip", "", "b.zip"), ("/b.zip", "/", "b.zip"),
            ("a/b/c.pdf", "a/b", "c.pdf"),
            // A name may begin with a mark that Swift takes for a part of the slash before it.
            ("/a/\u{301}b.zip", "/a", "\u{301}b.zip"),
        ])
    func pathsComeApartIntoParentAndName(path: String, parent: String, name: String) {
        #expect(PathText.parent(path) == parent)
        #expect(PathText.name(path) == name)
    }

    @Test(
        "A path is below a folder, is it, or is elsewhere",
        arguments: [
            ("/a/b", "/a", "b"), ("/a", "/a", ""), ("/ab", "/a", nil), ("/a/b/c", "/a/", "b/c"),
            ("/b", "/a", nil),
            ("/a", "/a/b", nil), ("/x", "/", "x"), ("/a/\u{301}b", "/a", "\u{301}b"),
        ] as [(String, String, String?)])
    func pathsBelowAFolderAreToldRelativeToIt(path: String, folder: String, expected: String?) {
        #expect(PathText.relative(path, below: folder) == expected)
    }
}
