import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

/// The tag files of bags.
@Suite struct BagInfoTests {
    private func info(_ text: String) -> BagInfo { BagInfo(parsing: Array(text.utf8)) }

    @Test func bagInfoCarriesFieldsOver() throws {
        let info = info(
            """
            Source-Organization: Borough of Marsh End
            Contact-Name: Ann Lee
            external-identifier: ME/1931/7
            External-Identifier: second
            EXTERNAL-DESCRIPTION: Minutes of the water board,
              with plans
            \tand letters
            Bagging-Date: 2024-02-29
            Payload-Oxum: 279164409832.1198
            """)
        let metadata = info.record.metadata
        #expect(metadata.identifier == "ME/1931/7")
        // Those who packed it, and when, are not who wrote it, and when.
        #expect(metadata.authors.isEmpty)
        #expect(metadata.date == nil)
        #expect(
            metadata.details == [
                MetadataDetail(.identifier, called: "External-Identifier", "second"),
                MetadataDetail(.package, called: "Source-Organization", "Borough of Marsh End"),
                MetadataDetail(.package, called: "Contact-Name", "Ann Lee"),
                MetadataDetail(.package, called: "Bagging-Date", "2024-02-29"),
            ])
        #expect(metadata.description == "Minutes of the water board, with plans and letters")
        #expect(metadata.title == nil)
        #expect(info.shortDescription == metadata.description)
        #expect(info.payload?.bytes == 279_164_409_832)
        #expect(info.payload?.files == 1198)
        let raw = try #require(info.record.rawText)
        #expect(raw.contains(#""External-Identifier":["second"]"#))
        #expect(raw.contains(#""external-identifier":["ME/1931/7"]"#))
    }

    @Test func bagInfoSharesOnlyWhatFitsAllDocuments() {
        let shared = info("External-Identifier: 1\nContact-Name: Ann Lee\nBagging-Date: 2024\nTitle: Box 7").record
            .metadata.sharedByAll
        let expected = DocumentMetadata.described(
            nil,
            details: [
                .init(.package, called: "Contact-Name", "Ann Lee"), .init(.package, called: "Bagging-Date", "2024"),
            ])
        #expect(shared == expected)
    }

    @Test func bagInfoTakesNoLongDescriptionForATitle() {
        let long = String(repeating: "word ", count: 100)
        #expect(info("External-Description: \(long)").shortDescription == nil)
        #expect(info("External-Description: \(long)\nTitle: Box 7").record.metadata.title == "Box 7")
    }

    @Test(arguments: ["1", "1.", ".1", "1.2.3", "-1.2", "a.b", "99999999999999999999.1"])
    func bagInfoRefusesImpossiblePayloadSizes(oxum: String) {
        #expect(info("Payload-Oxum: \(oxum)").payload == nil)
    }

    @Test func bagInfoLeavesOutLinesOfNoForm() {
        let info = info("  folded with nothing before\nno colon\n: no label\n\nContact-Name:\n")
        #expect(info.record.metadata == DocumentMetadata())
        #expect(info.record.rawText == nil)
    }

    @Test(arguments: [
        ("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n", "1.0"),
        ("\u{FEFF}BagIt-Version: 0.97\r\nTag-File-Character-Encoding: UTF-8\r\n", "0.97"), ("hello", nil), ("", nil),
    ])
    func bagDeclarationTellsItsVersion(text: String, version: String?) {
        #expect(BagInfo.declaredVersion(Array(text.utf8)) == version)
    }

    @Test func readsTheManifestOfABag() {
        let manifest = BagManifest(
            parsing: Array(
                """
                ABCD  data/a b.pdf
                abce *data/sub/b.pdf\r
                abcf\t./data/c%25.pdf
                abd0 data/d%0Ae%0d.pdf
                abd1 data/100%.pdf
                abd2 data/Gro\u{308}ße.pdf
                """.utf8), algorithm: "md5")
        #expect(manifest.problems.isEmpty)
        #expect(
            manifest.files.map(\.path) == [
                "data/a b.pdf", "data/sub/b.pdf", "data/c%.pdf", "data/d\u{FFFD}e\u{FFFD}.pdf", "data/100%.pdf",
                "data/Größe.pdf",
            ])
        #expect(manifest.files[0].checksum == "abcd")
    }

    @Test func aLineOfAManifestInAnotherEncodingLeavesTheOthersAsTheyAre() {
        let lines = Array("aa  data/Größe.pdf\nab  data/caf".utf8) + [0xE9] + Array(".pdf\nac  data/Übung.pdf\n".utf8)
        let manifest = BagManifest(parsing: lines, algorithm: "md5")
        #expect(manifest.files.map(\.path) == ["data/Größe.pdf", "data/café.pdf", "data/Übung.pdf"])
    }

    @Test(arguments: [
        "/data/a.pdf", "data/../a.pdf", "~/data/a.pdf", "a.pdf", "data", "data/", "../data/a.pdf", "C:/data/a.pdf",
        "C:\\data\\a.pdf", "%2Fdata/a.pdf", "data/..\\..\\a.pdf", "",
    ])
    func bagManifestRefusesPathsOutOfThePayload(path: String) {
        let manifest = BagManifest(parsing: Array("abcd  \(path)\nabcd  data/good.pdf".utf8), algorithm: "md5")
        #expect(manifest.files.map(\.path) == ["data/good.pdf"])
        #expect(manifest.problems.count == 1)
        #expect(manifest.problems.first?.code == .damaged)
    }

    @Test func bagManifestReportsAllOfManyBadLines() {
        let manifest = BagManifest(
            parsing: Array(repeating: UInt8(ascii: "x"), count: 10).flatMap { [$0, 0x0A] }, algorithm: "md5")
        #expect(manifest.problems.count == 10)
        let many = BagManifest(parsing: (0..<50_000).flatMap { _ in Array("x\n".utf8) }, algorithm: "md5")
        #expect(many.problems.count == 50_000)
    }

    @Test(arguments: [
        ("manifest-sha256.txt", "sha256"), ("Manifest-MD5.txt", "md5"), ("tagmanifest-md5.txt", nil),
        ("manifest-.txt", nil), ("manifest.txt", nil),
    ])
    func bagManifestIsToldByItsName(name: String, algorithm: String?) {
        #expect(BagManifest.algorithm(fileName: name) == algorithm)
    }

    @Test func readingTagFilesOfBagsSurvivesMutations() {
        let original = Array(
            "BagIt-Version: 1.0\nExternal-Identifier: x\n y\nPayload-Oxum: 1.2\nBagging-Date: 2024-01-01\nab data/%0A"
                .utf8)
        var (payloads, files) = (0, 0)
        for bytes in Mutations.of(original, seed: 1, count: 2000) {
            let info = BagInfo(parsing: bytes)
            #expect(info.payload.map { $0.bytes >= 0 && $0.files >= 0 } ?? true)
            let manifest = BagManifest(parsing: bytes, algorithm: "md5")
            #expect(manifest.files.allSatisfy { $0.path.hasPrefix("data/") && !$0.path.contains("/../") })
            if info.payload != nil { payloads += 1 }
            files += manifest.files.count
        }
        // A reader that finds nothing proves nothing.
        #expect(payloads > 500)
        #expect(files > 1000)
    }
}
