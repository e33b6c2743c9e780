import DocSearchTestSupport
import ExtractionProtocol
import Glibc
import Testing

@testable import BundleReading

/// Loss and rot that comparing with checksums must not pass over.
@Suite struct FixityLossTests {
    private static let md5 = LayoutFixture.md5
    private static let declaration = ("bagit.txt", LayoutFixture.declaration)

    static func open(_ files: [(String, String)], in top: String = "") throws -> OpenedBundle {
        try LayoutFixture.open(files, in: top, fixity: true)
    }

    /// How many files are stated, how many of them agree, and what is said of the others.
    static func counts(_ bundle: OpenedBundle) -> (stated: Int, agreeing: Int, faults: [String]) {
        var faults = bundle.problems.compactMap(\.entry)
        var agreeing = 0
        for file in bundle.statedFixity {
            do {
                try bundle.compare(file)
                agreeing += 1
            } catch {
                faults.append((error as? BundleError)?.entry ?? "?")
            }
        }
        return (bundle.statedFixity.count + bundle.missingStatedFiles, agreeing, faults.sorted())
    }

    private static func expect(
        _ files: [(String, String)], _ stated: Int, _ agreeing: Int, _ faults: [String], in top: String = "",
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let found = counts(try open(files, in: top))
        #expect(found.stated == stated, "\(found)", sourceLocation: location)
        #expect(found.agreeing == agreeing, "\(found)", sourceLocation: location)
        #expect(found.faults == faults.map { top + $0 }.sorted(), sourceLocation: location)
    }

    // MARK: - Bags

    /// Which of them a program unpacks is not known.
    @Test(arguments: LayoutFixture.tops, [true, false]) func comparesAllFilesOfOneNameWithTheirChecksum(
        top: String, isFirst: Bool
    ) throws {
        let right = ("data/a.pdf", LayoutFixture.pdf)
        let files = [Self.declaration, ("manifest-md5.txt", "\(Self.md5)  data/a.pdf\n")]
        let rotten = ("data/a.pdf", "rotten")
        try Self.expect(files + (isFirst ? [rotten, right] : [right, rotten]), 2, 1, ["data/a.pdf"], in: top)
        try Self.expect(files + [right, right], 2, 2, [], in: top)
    }

    @Test(arguments: LayoutFixture.tops, ["Thumbs.db", ".DS_Store", "._a.pdf"])
    func comparesFilesThatFileManagersLeaveWithChecksums(top: String, name: String) throws {
        let files = [
            Self.declaration, ("manifest-md5.txt", "\(Self.md5)  data/a.pdf\n\(Self.md5)  data/x/\(name)\n"),
            ("data/a.pdf", LayoutFixture.pdf),
        ]
        try Self.expect(files, 2, 1, ["data/x/\(name)"], in: top)
        try Self.expect(files + [("data/x/\(name)", "rotten")], 2, 1, ["data/x/\(name)"], in: top)
        try Self.expect(files + [("data/x/\(name)", LayoutFixture.pdf)], 2, 2, [], in: top)
        // What no manifest speaks of is no part of the bag.
        let unlisted = [("data/.DS_Store", "x"), ("data/y/Thumbs.db", "x")]
        try Self.expect(files + [("data/x/\(name)", LayoutFixture.pdf)] + unlisted, 2, 2, [], in: top)
    }

    /// A METS document without checksums misses the file first.
    @Test func countsFilesThatTwoDescriptionsMiss() throws {
        let mets = LayoutFixture.mets(
            files: LayoutFixture.file("A", "a.pdf") + LayoutFixture.file("B", "b.pdf"), pages: "")
        let lines = ["a.pdf", "b.pdf"].map { "\(Self.md5)  data/\($0)\n" }.joined()
        let files = [
            Self.declaration, ("manifest-md5.txt", lines), ("data/mets.xml", mets), ("data/a.pdf", LayoutFixture.pdf),
        ]
        let bundle = try Self.open(files)
        #expect(bundle.missingFiles == 1)
        #expect(bundle.missingStatedFiles == 1)
        #expect(bundle.problems.map(\.entry) == ["data/b.pdf", "data/mets.xml"])
    }

    /// As bagit-python writes them: only line ends are encoded.
    @Test(arguments: [("a%25b.pdf", "a%25b.pdf"), ("a%25b.pdf", "a%b.pdf"), ("a%0Ab%25.pdf", "a\u{FFFD}b%25.pdf")])
    func findsNamesWithPercentSigns(written: String, name: String) throws {
        let shown = BundleEntry(index: 0, name: name.replacing("\u{FFFD}", with: "\n")).path
        try Self.expect(
            [
                Self.declaration, ("manifest-md5.txt", "\(Self.md5)  data/\(written)\n"),
                ("data/\(shown)", LayoutFixture.pdf),
            ], 1, 1, [])
    }

    /// A bag that has lost its manifests stays one, and says so.
    @Test(arguments: ["", "\0\0\0\0", nil] as [String?]) func bagStaysOneWithoutItsManifest(manifest: String?) throws {
        let files =
            [Self.declaration, ("data/a.pdf", LayoutFixture.pdf)] + (manifest.map { [("manifest-md5.txt", $0)] } ?? [])
        let folder = try FolderOnDisk(files)
        let bundle = try folder.open()
        #expect(bundle.isBundle)
        #expect(bundle.format == .bagit)
        #expect(!bundle.problems.isEmpty)
    }

    // MARK: - OCFL

    /// Two files that are alike are kept once.
    @Test(arguments: LayoutFixture.tops) func readsABagInAnOCFLObjectByItsOwnPaths(top: String) throws {
        let pdf = LayoutFixture.pdf
        let manifest = "\(Self.md5)  data/a.pdf\n\(Self.md5)  data/b.pdf\n"
        let state = #""aa":["bagit.txt"],"bb":["manifest-md5.txt"],"\#(Self.md5)":["data/a.pdf","data/b.pdf"]"#
        let files = [
            ("0=ocfl_object_1.1", "ocfl_object_1.1\n"), ("v1/content/bagit.txt", LayoutFixture.declaration),
            (
                "inventory.json",
                #"{"id":"x","digestAlgorithm":"md5","head":"v1","manifest":{"aa":["v1/content/bagit.txt"],"#
                    + #""bb":["v1/content/manifest-md5.txt"],"\#(Self.md5)":["v1/content/data/a.pdf"]},"#
                    + #""versions":{"v1":{"state":{\#(state)}}}}"#
            ), ("v1/content/manifest-md5.txt", manifest), ("v1/content/data/a.pdf", pdf),
        ]
        let bundle = try openBundle(LayoutFixture.zip(files, in: top))
        expectBundle(bundle, format: .ocfl, entries: ["data/a.pdf", "data/b.pdf"], problems: [])
    }

    @Test func ocflObjectStaysOneWithoutFiles() throws {
        let folder = try FolderOnDisk([
            ("0=ocfl_object_1.1", "ocfl_object_1.1\n"),
            (
                "inventory.json",
                #"{"id":"x","digestAlgorithm":"md5","head":"v2","manifest":{"\#(Self.md5)":["v1/content/a.pdf"]},"#
                    + #""versions":{"v1":{"state":{"\#(Self.md5)":["a.pdf"]}},"v2":{"state":{}}}}"#
            ), ("v1/content/a.pdf", "rotten"), ("inventory.json.md5", "ab"),
        ])
        let bundle = try folder.open()
        #expect(bundle.isBundle)
        #expect(bundle.documents.isEmpty, "what was deleted is no document")
        #expect(Self.counts(bundle).faults.contains("v1/content/a.pdf"))
    }

    @Test func readsWhatThereIsOfAnOCFLObjectWithADamagedInventory() throws {
        let found = try LayoutFixture.open([
            ("0=ocfl_object_1.1", "ocfl_object_1.1\n"), ("inventory.json", "{"),
            ("v1/content/a.pdf", LayoutFixture.pdf),
        ])
        expectBundle(found, format: .ocfl, entries: ["v1/content/a.pdf"], problems: ["inventory.json"])
    }
}

/// A folder on disk, opened as the coordinator opens one.
final class FolderOnDisk {
    private let folder: TemporaryFolder
    private let names: [String]

    init(_ files: [(String, String)]) throws {
        folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(text.utf8, to: name) }
        names = files.map(\.0).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    func open(fixity: Bool = true) throws -> OpenedBundle {
        let listed = names.map { ListedFile(path: $0, byteCount: 0) }
        let (folder, names) = (folder, names)
        return try BundleReader(limits: ExtractionLimits(), wantsFixity: fixity).open(
            descriptor: -1, path: "bundle", access: BundleAccess(isFolder: true, files: listed),
            openFile: { OwnedDescriptor(adopting: Glibc.open(folder.path + "/" + names[$0], O_RDONLY)) })
    }
}
