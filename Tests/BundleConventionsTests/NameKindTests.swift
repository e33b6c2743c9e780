import BundleConventions
import Testing

@Suite("What names promise")
struct NameKindTests {
    @Test(arguments: [
        ("a.pdf", NameKind.pdf), ("A.PDF", .pdf), ("a.b.Pdf", .pdf), ("a.yianazip", .yianaZip), ("a.zip", .container),
        ("a.cbz", .container), ("a.eml", .container), ("a.emlx", .container), ("a.mbox", .container),
        ("a.msg", .container), ("a.cbt", .container), ("a.cb7", .container), ("a.jfif", .image), ("a.JPE", .image),
        ("a.tif", .image), ("a.TIFF", .image), ("a.jpg", .image), ("a.jpeg", .image), ("a.png", .image),
        ("a.jp2", .image), ("a.txt", .companion), ("a.json", .companion), ("a.xml", .companion), ("a.hocr", .companion),
        ("a.md", .companion), ("contents", .marker), ("0=ocfl_object_1.0", .marker), ("a_hocr.html", .marker),
        ("a.hocr.htm", .marker), ("a-HOCR.HTML", .marker), ("hocr.html", .marker), ("ahocr.html", .other),
        ("a.html", .other), ("a.doc", .other), ("a", .other), ("", .other), ("a.", .other), (".a.pdf", .other),
        (".pdf", .other), ("contents.a", .other), ("a.pdf.bak", .other), ("apdf", .other), ("a.j2k", .other),
        ("a.averylongend", .other), ("a.tar", .container), ("a.7z", .container), ("a.tgz", .container),
        ("a.tar.gz", .container), ("a.TAR.GZ", .container), ("a.tar.bz2", .container), ("a.tar.xz", .container),
        ("a.tar.zst", .container), ("a.gz", .other), ("a.txt.gz", .other), ("atar.gz", .other), (".tar.gz", .other),
        ("tar.gz", .other),
    ])
    func kindsOfNamesFollowFromTheirEnds(name: String, kind: NameKind) { #expect(NameKind(name) == kind) }

    @Test(arguments: [
        ("a.pdf", FileType.pdf), (".pdf", .pdf), ("a/b.TIFF", .tiff), ("a.j2k", .j2k), ("a.html", .html),
        ("a.pdf/b", nil), ("a.pdf/contents", nil), ("a", nil), ("a.x", nil), ("", nil),
    ])
    func fileTypesOfPathsAreThoseOfTheirNames(path: String, type: FileType?) { #expect(FileType(path: path) == type) }

    @Test(arguments: [
        ("a.pdf", "a", ".pdf"), ("a.b.pdf", "a.b", ".pdf"), ("a", "a", ""), ("a.b/c", "a.b/c", ""), (".a", "", ".a"),
        ("a.", "a", "."), ("é.\u{301}x", "é", ".\u{301}x"), ("", "", ""),
    ])
    func namesAreTakenApartAtTheLastPoint(path: String, stem: String, ending: String) {
        #expect(Array(path.fileStem.utf8) == Array(stem.utf8))
        #expect(Array(path.fileEnding.utf8) == Array(ending.utf8))
    }
}
