import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

/// Checksums that bundles state for their files.
@Suite struct FixityTests {
    private static let other = String(repeating: "0", count: 64)
    private static let tag = ("bagit.txt", LayoutFixture.declaration)
    private static let tagDigest = "1712ecfb074bf29c4188ad3421032509159a09739fd604f8fe57038b4ddefcc9"

    /// What comparing says of each file of which something is stated: nil when it has its checksums.
    private func outcomes(
        _ files: [(String, String)], in top: String = "", _ limits: ExtractionLimits = ExtractionLimits()
    ) throws -> [String: ProblemFrame.Code?] {
        let bundle = try bundle(files, in: top, limits)
        var outcomes: [String: ProblemFrame.Code?] = [:]
        for file in bundle.statedFixity {
            do {
                try bundle.compare(file)
                outcomes.updateValue(nil, forKey: file.name)
            } catch let error as BundleError {
                #expect(error.entry == file.name)
                outcomes[file.name] = error.code
            }
        }
        #expect(outcomes.count == bundle.statedFixity.count, "each file once")
        return outcomes
    }

    private func bundle(
        _ files: [(String, String)], in top: String = "", _ limits: ExtractionLimits = ExtractionLimits()
    ) throws -> OpenedBundle {
        try LayoutFixture.open(files, in: top, limits: limits, fixity: true)
    }

    private func bag(_ manifests: (String, String)...) -> [(String, String)] {
        [Self.tag] + manifests + [("data/a.pdf", LayoutFixture.pdf)]
    }

    @Test(arguments: LayoutFixture.tops)
    func fixityIsThatOfABagsManifests(top: String) throws {
        let right = bag(
            ("manifest-sha256.txt", "\(LayoutFixture.sha256.uppercased())  data/a.pdf\n"),
            ("manifest-md5.txt", "\(LayoutFixture.md5) *data/a.pdf\n"),
            ("tagmanifest-sha256.txt", "\(Self.tagDigest)  bagit.txt\n"))
        #expect(try outcomes(right, in: top) == [top + "data/a.pdf": nil, top + "bagit.txt": nil])
        let wrong = bag(
            ("manifest-sha256.txt", "\(LayoutFixture.sha256)  data/a.pdf\n"),
            ("manifest-md5.txt", "\(LayoutFixture.md5.dropLast())f  data/a.pdf\n"),
            ("tagmanifest-sha256.txt", "\(Self.other)  bagit.txt\n"))
        #expect(try outcomes(wrong, in: top) == [top + "data/a.pdf": .damaged, top + "bagit.txt": .damaged])
    }

    @Test func fixityIsWantedOfEveryFileOfThePayload() throws {
        let manifest = ("manifest-sha256.txt", "\(LayoutFixture.sha256)  data/a.pdf\n")
        let found = try bundle(bag(manifest) + [("data/b.txt", "smuggled in")])
        #expect(found.problems.map(\.entry) == ["data/b.txt"])
        #expect(found.problems.first?.reason.contains("manifest-sha256.txt") == true)
        #expect(
            try LayoutFixture.open(bag(manifest) + [("data/b.txt", "notes")]).problems.isEmpty, "unless it is asked")
    }

    @Test(arguments: [
        ("SHA-1", LayoutFixture.sha1), ("sha512", LayoutFixture.sha512),
        ("sha3-256", "388e2c03136dadcc0df04b3058dc2541cc1622cb32fff8277859cca22c3036bd"),
    ])
    func fixityIsOfAnyUsualAlgorithm(algorithm: String, digest: String) throws {
        let found = try outcomes(bag(("manifest-\(algorithm).txt", "\(digest)  data/a.pdf\n")))
        #expect(found == ["data/a.pdf": nil])
    }

    @Test func fixityCannotBeComparedWhenItsAlgorithmIsUnknown() throws {
        let found = try outcomes(bag(("manifest-blake2b-160.txt", "ab  data/a.pdf\n")))
        #expect(found == ["data/a.pdf": .unsupported])
        // Another kind that is known is enough.
        let both = bag(
            ("manifest-blake2b-160.txt", "ab  data/a.pdf\n"), ("manifest-md5.txt", "\(LayoutFixture.md5)  data/a.pdf\n")
        )
        #expect(try outcomes(both) == ["data/a.pdf": nil])
    }

    @Test func fixityIsThatOfAnOCFLInventory() throws {
        let files = LayoutFixture.ocfl.map { name, text in
            (
                name,
                text.replacing("\"bb\"", with: "\"\(LayoutFixture.sha512)\"").replacing(
                    "\"BB\"", with: "\"\(LayoutFixture.sha512)\"")
            )
        }
        let found = try outcomes(files + [("inventory.json.sha512", "ab inventory.json\n")])
        #expect(
            found == [
                "v1/content/m.pdf": .damaged, "v2/content/m.pdf": nil, "v1/content/s.txt": .damaged,
                "inventory.json": .damaged,
            ])
    }

    @Test func fixityIsThatOfAPaperlessRecord() throws {
        func files(_ original: String, _ archive: String) -> [(String, String)] {
            LayoutFixture.paperless.map { name, text in
                (
                    name,
                    text.replacing(
                        #""archive_serial_number":7"#,
                        with: #""archive_serial_number":7,"checksum":"\#(original)","archive_checksum":"\#(archive)""#)
                )
            }
        }
        let image = "78805a221a988e79ef3f42d7c5bfd418"
        #expect(try outcomes(files(image, LayoutFixture.sha256)) == ["a.png": nil, "a.png-archive.pdf": nil])
        #expect(
            try outcomes(files(LayoutFixture.md5, LayoutFixture.md5)) == ["a.png": .damaged, "a.png-archive.pdf": nil])
    }

    @Test func fixityIsThatOfAMETSDocument() throws {
        let mets = LayoutFixture.mets(
            files: """
                <fileGrp USE="ORIGINAL"><file ID="F" CHECKSUM="\(LayoutFixture.sha256)" CHECKSUMTYPE="SHA-256">
                <FLocat xlink:href="a.pdf"/></file></fileGrp>
                """, pages: "")
        #expect(try outcomes([("mets.xml", mets), ("a.pdf", LayoutFixture.pdf)]) == ["a.pdf": nil])
        #expect(try outcomes([("mets.xml", mets), ("a.pdf", LayoutFixture.pdf + " ")]) == ["a.pdf": .damaged])
    }

    @Test func fixityIsThatOfAnInternetArchiveItemsListOfFiles() throws {
        let list = """
            <files><file name="me1931.pdf"><md5>\(LayoutFixture.md5)</md5><sha1>\(LayoutFixture.sha1)</sha1></file>
            <file name="me1931_djvu.txt"><md5>\(LayoutFixture.md5)</md5></file><file name="gone.jp2"><md5>00</md5></file>
            <file name="../me1931_text.pdf"><md5>00</md5></file><file name="me1931_files.xml"><md5>00</md5></file></files>
            """
        let files = LayoutFixture.internetArchive.map { ($0.0, $0.0 == "me1931_files.xml" ? list : $0.1) }
        #expect(try outcomes(files) == ["me1931.pdf": nil, "me1931_djvu.txt": .damaged])
    }

    @Test func fixityIsReckonedOnceForAFileWithManyNames() throws {
        let names = (0..<500).map { "\"copy \($0).pdf\"" }.joined(separator: ",")
        let inventory = """
            {"id":"x","digestAlgorithm":"sha512","head":"v1","manifest":{"\(LayoutFixture.sha512)":["v1/content/a.pdf"]},
            "versions":{"v1":{"state":{"\(LayoutFixture.sha512)":[\(names)]}}}}
            """
        let found = try bundle([
            ("0=ocfl_object_1.1", "x"), ("inventory.json", inventory), ("v1/content/a.pdf", LayoutFixture.pdf),
        ])
        #expect(found.documents.count == 500)
        #expect(found.statedFixity.count == 1)
    }

    @Test func fixityIsNotComparedBeyondALimit() throws {
        let limits = limits { $0.entryBytes = 10 }
        let manifest = ("manifest-sha256.txt", "\(LayoutFixture.sha256)  data/a.pdf\n")
        #expect(try outcomes(bag(manifest), limits) == ["data/a.pdf": .limit])
    }

    @Test func fixityIsFoundInBundlesWithinBundles() throws {
        let inner = LayoutFixture.zip(bag(("manifest-sha256.txt", "\(LayoutFixture.sha256)  data/a.pdf\n")))
        let zip = ZipWriter([.init("inner.zip", inner), .init("b.pdf", Fixture.pdf)]).bytes
        let bundle = try openBundle(zip, fixity: true)
        #expect(bundle.statedFixity.map(\.name) == ["inner.zip!/data/a.pdf"])
        for file in bundle.statedFixity { try bundle.compare(file) }
    }

    @Test func fixityIsNotAskedForUnlessWanted() throws {
        let manifest = ("manifest-sha256.txt", "\(Self.other)  data/a.pdf\n")
        #expect(try LayoutFixture.open(bag(manifest)).statedFixity.isEmpty)
    }
}
