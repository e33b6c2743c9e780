import BundleConventions
import Testing

@Suite("Names that make a folder a bundle")
struct MarkerFilesTests {
    /// Names with a slash at their end are folders, with an `@` links, with a `?` of what is not known.
    private func areOfABundle(_ names: [String]) -> Bool {
        var markers = MarkerFiles()
        for name in names {
            let kinds: [Character: MarkerFiles.Entry] = ["/": .folder, "@": .symbolicLink, "?": .unknown]
            let entry = name.last.flatMap { kinds[$0] }
            let bytes = Array((entry == nil ? name[...] : name.dropLast()).utf8)
            markers.add(bytes[...], kind: bytes.withUnsafeBytes { NameKind($0) }, entry: entry ?? .file)
        }
        return markers.areOfABundle
    }

    @Test(arguments: [
        ["bagit.txt"], ["bagit.txt", "a.pdf", "b/"], ["0=ocfl_object_1.1"], ["dublin_core.xml", "contents"],
        ["manifest.json", "metadata.json"], ["x_meta.xml", "x_files.xml"], ["a.METS.xml"], ["mets-1.xml"],
        ["manifest.xml"], ["148811035.xml"], ["12345678X.XML", "a.txt"], ["comicinfo.XML"], ["x.hocr", "x.tif"],
        ["x_hocr.html", "x.tif"], ["hocr.html"], ["metadata.json", "content.pdf"], ["metadata.json", "format.json"],
        ["metadata.json", "content.pdf?", "a.txt"], ["manifest-sha256.txt"], ["tagmanifest-md5.txt", "a.pdf"],
        ["bag-info.txt", "data/"], ["inventory.json"], ["representations/", "metadata/"],
    ])
    func markerFilesMakeAFolderABundle(names: [String]) { #expect(areOfABundle(names)) }

    @Test(arguments: [
        [], ["a.pdf", "a.txt"], ["Bagit.txt"], ["bagit.txt/"], ["contents"], ["dublin_core.xml"], ["manifest.json"],
        ["x_meta.xml", "y_files.xml"], ["metsa.json"], ["0001.xml"], ["148811035.xml", "a.pdf"], ["14881103a.xml"],
        ["x.hocr", "x.pdf"], ["x.html", "x.tif"], ["metadata.json"], ["content.pdf"],
        ["metadata.json", "content.pdf", "a.pdf"], ["metadata.json", "content.pdf", "a/"],
        ["metadata.json", "content.pdf@"], ["metadata.json", "content.pdf", "a.txt?"], ["manifest-2023.txt"],
        ["manifest-md5.pdf"], ["bag-info.txt"], ["data/"], ["bag-info.txt", "data"], ["metadata/"],
        ["representations/", "metadata"],
    ])
    func otherFilesDoNotMakeAFolderABundle(names: [String]) { #expect(!areOfABundle(names)) }

    @Test(arguments: [
        ("x.tif", true), ("x-1.tif", true), ("x_0001.jpg", true), ("x1.png", true), ("x", true), ("y.tif", false),
        ("xa.tif", false), ("xä.tif", false), ("X.tif", false), ("x-1a.tif", true), ("a/x.tif", false),
        ("x/1.tif", true),
    ])
    func imageNamesSayWhetherTheyPictureThePagesOfAPDF(name: String, isPicture: Bool) {
        let pictures = PagePictures(ofDocuments: ["x.pdf", "x-1.pdf"].map { Array($0.utf8)[...] })
        #expect(pictures.contain(Array(name.utf8)[...]) == isPicture)
    }
}
