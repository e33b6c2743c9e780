import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

/// What is left of bags, objects and packages says what they were and what they lack.
@Suite struct DamagedBundleTests {
    private static let md5 = LayoutFixture.md5
    private static let declaration = ("bagit.txt", LayoutFixture.declaration)

    private func bundle(_ files: [(String, String)], in top: String = "", fixity: Bool = true) throws -> OpenedBundle {
        try LayoutFixture.open(files, in: top, fixity: fixity)
    }

    /// What `--fixity` tells of each file that is not as it should be.
    private func faults(_ bundle: OpenedBundle) -> [String] { FixityLossTests.counts(bundle).faults }

    // MARK: - Counts

    @Test func damagedBagCountsEveryFileThatIsMissing() throws {
        let lines = (1...1510).map { "\(Self.md5)  data/\($0).pdf\n" }.joined()
        let there = (1...10).map { ("data/\($0).pdf", LayoutFixture.pdf) }
        let found = try bundle([Self.declaration, ("manifest-md5.txt", lines)] + there)
        #expect(found.missingFiles == 1500)
        #expect(found.missingStatedFiles == 1500)
        #expect(found.statedFixity.count == 10)
        #expect(found.problems.count == 21, "one says how many, the others are examples")
        #expect(found.problems[0].entry == nil)
        #expect(
            found.problems[0].reason.hasPrefix("1500 files (the first 20 are named): the bag is incomplete"))
        #expect(found.problems[1].entry == "data/11.pdf")
        let unasked = try bundle([Self.declaration, ("manifest-md5.txt", lines)] + there, fixity: false)
        #expect(unasked.missingFiles == 1500)
        #expect(unasked.problems.count == 21)
    }

    @Test func damagedBagNamesAllOfAFewMissingFiles() throws {
        let lines = (1...20).map { "\(Self.md5)  data/\($0).pdf\n" }.joined()
        let found = try bundle([Self.declaration, ("manifest-md5.txt", lines), ("data/1.pdf", LayoutFixture.pdf)])
        #expect(found.problems.count == 19)
        #expect(found.problems.allSatisfy { $0.entry != nil })
    }

    @Test func problemListCountsKindsApart() {
        var list = ProblemList()
        for number in 1...30 { list.add(.damaged, "one", entry: "a\(number)") }
        for number in 1...25 { list.add(.damaged, "two", entry: "b\(number)") }
        #expect(list.all.filter { $0.entry == nil }.map(\.reason).map { $0.prefix(8) } == ["30 files", "25 files"])
        for number in 1...1000 { list.add(.damaged, "kind \(number)", entry: "c") }
        #expect(list.all.count < 200)
        #expect(list.all.contains { $0.reason.hasSuffix("other problems") })
    }

    // MARK: - Bags

    @Test(arguments: LayoutFixture.tops)
    func namesABagWithoutItsDeclaration(top: String) throws {
        let files = LayoutFixture.bag.filter { $0.0 != "bagit.txt" }
            .map { ($0.0, $0.1.replacing("ab  ", with: "\(Self.md5)  ")) }
        let found = try bundle(files, in: top, fixity: false)
        expectBundle(found, format: .bagit, problems: [top + "bagit.txt"])
        #expect(found.problems.first?.reason.hasPrefix("this is a damaged bag") == true)
        #expect(found.documents.map(\.entry) == [top + "data/minutes.pdf"], "what there is of it is read")
        #expect(found.documents[0].metadata.identifier == "ME/7")
    }

    @Test func tellsABagByItsTagFilesToo() throws {
        let found = try bundle([("bag-info.txt", "Title: x\n"), ("data/a.pdf", LayoutFixture.pdf)], fixity: false)
        expectBundle(found, format: .bagit, problems: ["bagit.txt"])
    }

    @Test(arguments: [
        ("bagit.txt", "buy milk"), ("manifest-md5.txt", "apples\npears\n"), ("x/manifest-md5.txt", "apples\npears\n"),
        ("inventory.json", #"{"bulls":7}"#), ("manifest.json", #"{"label":"IIIF"}"#),
        ("metadata.json", #"{"version":"2.3"}"#),
    ])
    func takesNoOtherFileForTheDescriptionOfABundle(name: String, text: String) throws {
        let found = try bundle([(name, text), ("content.pdf", LayoutFixture.pdf)], fixity: false)
        expectBundle(found, format: .zip, entries: ["content.pdf"], problems: [])
    }

    @Test func damagedBagMissesTagFilesAndManifests() throws {
        let tags = ("tagmanifest-md5.txt", "\(Self.md5)  bag-info.txt\n")
        let found = try bundle([Self.declaration, tags, ("data/a.pdf", LayoutFixture.pdf)])
        #expect(faults(found) == ["bag-info.txt", "manifest-md5.txt"])
        let unasked = try bundle([Self.declaration, tags, ("data/a.pdf", LayoutFixture.pdf)], fixity: false)
        #expect(unasked.problems.isEmpty)
    }

    // MARK: - Bags within bags

    private static let inner = [
        ("data/in/bagit.txt", LayoutFixture.declaration),
        ("data/in/manifest-md5.txt", "\(md5)  data/gone.pdf\n\(md5)  data/a.pdf\n"), ("data/in/data/a.pdf", "rotten"),
    ]

    @Test func saysOfANestedBagWhatIsItsOwn() throws {
        // The outer manifest is right in all that it says.
        let outer = ["data/in/bagit.txt", "data/in/manifest-md5.txt"].map { "ab  \($0)\n" }.joined()
        let found = try bundle([Self.declaration, ("manifest-md5.txt", outer)] + Self.inner, fixity: false)
        #expect(found.problems.map(\.entry) == ["data/in/data/gone.pdf"], "by its whole path")
        let both = outer + "ab  data/in/data/gone.pdf\n"
        let again = try bundle([Self.declaration, ("manifest-md5.txt", both)] + Self.inner, fixity: false)
        #expect(again.problems.map(\.entry) == ["data/in/data/gone.pdf"], "told once")
        #expect(again.missingFiles == 1)
    }

    /// The outer manifest may have been made of a bag that was damaged by then.
    @Test func comparesTheFilesOfANestedBagWithItsOwnManifest() throws {
        let other = String(repeating: "0", count: 32)
        func files(_ content: String) -> [(String, String)] {
            [
                Self.declaration, ("manifest-md5.txt", "\(Self.md5)  data/data/a.pdf\n"),
                ("data/bagit.txt", LayoutFixture.declaration), ("data/manifest-md5.txt", "\(other)  data/a.pdf\n"),
                ("data/data/a.pdf", content),
            ]
        }
        func wrong(_ content: String) throws -> [String] {
            try bundle(files(content)).statedFixity.compactMap { file in
                let bundle = try bundle(files(content))
                do {
                    try bundle.compare(file)
                    return nil
                } catch let error as BundleError { return "\(error)" }
            }
        }
        let inside = try wrong(LayoutFixture.pdf)
        #expect(inside.count == 1)
        #expect(inside.first?.hasSuffix("that \"data/manifest-md5.txt\" states") == true, "its damage is its own")
        #expect(try wrong("rotten").count == 1)
        let inner = try bundle(files(LayoutFixture.pdf).dropFirst(2).map { $0 })
        let error = try bundleError { for file in inner.statedFixity { try inner.compare(file) } }
        #expect(error.reason.contains("\"data/manifest-md5.txt\""), "by its own path")
    }

    @Test func readsTheManifestsOfSeveralBags() throws {
        let second = Self.inner.map { ($0.0.replacing("data/in", with: "data/second"), $0.1) }
        let outer = (Self.inner + second).map { "ab  \($0.0)\n" }.joined()
        let found = try bundle([Self.declaration, ("manifest-md5.txt", outer)] + Self.inner + second, fixity: false)
        #expect(found.problems.map(\.entry) == ["data/in/data/gone.pdf", "data/second/data/gone.pdf"])
        // Also where nothing but a zip holds them together.
        let loose = (Self.inner + second).map {
            ($0.0.replacing("data/in", with: "in").replacing("data/sec", with: "sec"), $0.1)
        }
        #expect(try bundle(loose, fixity: false).problems.map(\.entry) == ["in/data/gone.pdf", "second/data/gone.pdf"])
    }

    @Test func tellsOnceWhatTwoDescriptionsOfABagMiss() throws {
        let mets = LayoutFixture.mets(
            files:
                "<fileGrp USE=\"MASTER\">\(LayoutFixture.file("M", "1.tif"))\(LayoutFixture.file("N", "2.tif"))</fileGrp>",
            pages: "")
        let files = [
            Self.declaration, ("manifest-md5.txt", "ab  data/1.tif\nab  data/2.tif\nab  data/mets.xml\n"),
            ("data/mets.xml", mets), ("data/2.tif", "image"),
        ]
        let found = try bundle(files, fixity: false)
        // The METS document has no pages that could miss it as well.
        #expect(found.problems.map(\.entry) == ["data/1.tif"])
        #expect(found.missingFiles == 1)
    }

    /// However deep it lies.
    @Test func namesABagInFoldersWithoutItsDeclaration() throws {
        let files = LayoutFixture.bag.filter { $0.0 != "bagit.txt" }
            .map { ("x/y/" + $0.0, $0.1.replacing("ab  ", with: "\(Self.md5)  ")) }
        let found = try bundle(files + [("readme.txt", "x")], fixity: false)
        expectBundle(found, entries: ["x/y/data/minutes.pdf"], problems: ["x/y/bagit.txt"])
    }

    // MARK: - What is awaited

    @Test func bagAwaitsWhatIsToBeFetched() throws {
        let fetch = (1...30).map { "https://example.org/\($0) - data/\($0).pdf\n" }.joined()
        let lines = (0...30).map { "\(Self.md5)  data/\($0).pdf\n" }.joined()
        let files = [
            Self.declaration, ("manifest-md5.txt", lines), ("fetch.txt", fetch), ("data/0.pdf", LayoutFixture.pdf),
        ]
        let found = try bundle(files)
        #expect(found.problems.isEmpty)
        #expect(faults(found).isEmpty)
        #expect(found.awaitedFiles.count == 30)
        #expect(found.awaitedFiles.names == (1...20).map { "data/\($0).pdf" })
        #expect(found.missingFiles == 0)
        // What has been fetched is awaited no more.
        #expect(try bundle(files + [("data/7.pdf", LayoutFixture.pdf)]).awaitedFiles.count == 29)
    }

    @Test(arguments: ["../../a.pdf", "/etc/a.pdf", "~/a.pdf", "C:\\a.pdf", "bagit.txt"])
    func bagAwaitsNothingOutsideItsPayload(path: String) throws {
        let fetch = ("fetch.txt", "https://example.org/a - \(path)\n")
        let found = try bundle([Self.declaration, fetch, ("data/a.pdf", LayoutFixture.pdf)], fixity: false)
        #expect(found.problems.map(\.code) == [.damaged])
        #expect(found.awaitedFiles.count == 0)
    }

    // MARK: - OCFL

    /// Without its declaration, with a copy of its inventory alone, and without any.
    @Test(
        arguments: LayoutFixture.tops,
        [
            ("0=ocfl_object_1.1", nil, ["papers/minutes.pdf"]),
            ("inventory.json", "v2/inventory.json", ["papers/minutes.pdf"]),
            ("inventory.json", nil, ["v1/content/m.pdf", "v2/content/m.pdf"]),
        ] as [(String, String?, [String])])
    func namesWhatAnOCFLObjectHasLost(top: String, lost: (name: String, copy: String?, documents: [String])) throws {
        let files = LayoutFixture.ocfl.compactMap { name, text in
            (name == lost.name ? lost.copy : name).map { ($0, text) }
        }
        let found = try bundle(files, in: top, fixity: false)
        expectBundle(found, format: .ocfl, problems: [top + lost.name])
        // Files that no inventory names have the paths that they lie at.
        let prefix = lost.documents.count > 1 ? top : ""
        #expect(found.documents.map(\.entry) == lost.documents.map { prefix + $0 })
    }

    @Test func ocflObjectSaysThatThereIsANewerVersion() throws {
        let found = try bundle(LayoutFixture.ocfl + [("v3/content/n.pdf", LayoutFixture.pdf)], fixity: false)
        #expect(found.problems.map(\.entry) == ["v3"])
        #expect(found.problems.first?.reason.contains("newer version") == true)
    }

    @Test func comparesFilesOfAllVersionsOfAnOCFLObject() throws {
        let inventory = """
            {"id":"x","digestAlgorithm":"sha512","head":"v2","manifest":{"\(LayoutFixture.sha512)":["v1/content/a.pdf"],
            "\(LayoutFixture.sha512.dropLast())0":["v2/content/b.pdf"]},"fixity":{"md5":{"\(Self.md5)":["v1/content/a.pdf",
            "v1/content/gone.pdf"]}},"versions":{"v1":{"state":{"\(LayoutFixture.sha512)":["a.pdf"]}},
            "v2":{"state":{"\(LayoutFixture.sha512.dropLast())0":["b.pdf"]}}}}
            """
        func files(_ old: String) -> [(String, String)] {
            [
                ("0=ocfl_object_1.1", "ocfl_object_1.1\n"), ("inventory.json", inventory),
                ("inventory.json.sha512", "ab inventory.json"), ("v1/content/a.pdf", old),
                ("v2/content/b.pdf", LayoutFixture.pdf), ("v2/content/stranger.pdf", "x"), ("stray.txt", "x"),
                ("logs/a.log", "x"), ("v1/notes/a", "x"),
            ]
        }
        let sound = [
            "inventory.json", "stray.txt", "v1/content/gone.pdf", "v2/content/b.pdf", "v2/content/stranger.pdf",
        ]
        #expect(try faults(bundle(files(LayoutFixture.pdf))) == sound)
        #expect(try faults(bundle(files("rotten"))) == (sound + ["v1/content/a.pdf"]).sorted())
    }

    // MARK: - METS

    @Test(arguments: LayoutFixture.tops, ["", "\0\0\0\0", "\n", nil])
    func namesAPackageWhoseMETSIsLost(top: String, text: String?) throws {
        let rest = [
            ("metadata/preservation/premis.xml", "<premis/>"), ("representations/rep1/data/a.pdf", LayoutFixture.pdf),
        ]
        let found = try bundle((text.map { [("METS.xml", $0)] } ?? []) + rest, in: top, fixity: false)
        expectBundle(found, format: .mets, problems: [top + "METS.xml"])
        #expect(found.documents.count == 1)
    }
}
