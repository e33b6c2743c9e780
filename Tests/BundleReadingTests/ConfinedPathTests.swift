import Testing

@testable import BundleReading

/// Which paths of a bundle's metadata are followed.
@Suite struct ConfinedPathTests {
    @Test(arguments: [
        ("a.pdf", "a.pdf"), ("./a//b/./c.pdf", "a/b/c.pdf"), ("a\\b.pdf", "a/b.pdf"), ("o\u{308}.pdf", "ö.pdf"),
        ("a\nb", "a\u{FFFD}b"), ("a~b/c..d", "a~b/c..d"), ("a: b.pdf", nil), ("v1.0: notes.pdf", "v1.0: notes.pdf"),
        ("", nil), (".", nil), ("/a", nil), ("\\a", nil), ("..", nil), ("a/../../b", nil), ("a/../b", nil),
        ("~root/a", nil), ("C:/a", nil), ("c:a", nil), ("a\0b", nil), (String(repeating: "a", count: 5000), nil),
    ])
    func pathsStayWithinTheirBundle(path: String, confined: String?) {
        #expect(ConfinedPath.path(path) == confined)
    }

    @Test(arguments: [
        ("ALTO/p%201.xml", "ALTO/p 1.xml"), ("file:///./ALTO/1.xml", "ALTO/1.xml"),
        ("file://./ALTO/1.xml", "ALTO/1.xml"), ("file:ALTO/1.xml", "ALTO/1.xml"), ("./1.xml", "1.xml"),
        (" 1.xml\n", "1.xml"), ("100%.tif", "100%.tif"), ("Gr%C3%B6%C3%9Fe.tif", "Größe.tif"),
        ("FILE:///./a.tif", "a.tif"), ("file%3A//./ALTO/1.xml", "ALTO/1.xml"), ("ab%3Ac.tif", "ab:c.tif"),
        ("a/b:c.tif", "a/b:c.tif"), ("file:///etc/passwd", nil), ("file://host/a.tif", nil),
        ("http://example.org/a.tif", nil), ("urn:x:1", nil), ("%2Fetc/passwd", nil), ("a/%2E%2E/b", nil),
        ("file:///./../a", nil), ("", nil), ("data:,x", nil), ("//host/a", nil),
    ])
    func referencesStayWithinTheirBundle(reference: String, confined: String?) {
        #expect(ConfinedPath.path(ofReference: reference) == confined)
    }

    @Test(arguments: [
        ("http://example.org/a.tif", true), ("urn:x:1", true), ("a.tif", false), ("file:///a.tif", false),
        ("C:/a.tif", false), ("/a.tif", false), ("../a.tif", false),
    ])
    func tellsWhichReferencesAreElsewhere(reference: String, isRemote: Bool) {
        #expect(ConfinedPath.isRemote(reference) == isRemote)
    }
}
