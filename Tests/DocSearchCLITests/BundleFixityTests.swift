import DocSearchTestSupport
import Foundation
import Testing

@Suite struct BundleFixityTests {
    @Test func fixityOfAllSampleBundlesIsSound() throws {
        let found = try Program().run(["bundles", "--json", "--fixity", BundleSamples.path]).jsonLines()
        var formats: Set<String> = []
        for bundle in found {
            let fixity = try #require(bundle["fixity"])
            #expect(fixity["stated"] == fixity["agreeing"], "\(bundle)")
            if fixity["stated"]?.int ?? 0 > 0, let format = bundle["format"]?.string { formats.insert(format) }
        }
        #expect(formats == ["bagit", "internet-archive", "ocfl", "paperless"])
        #expect(
            try Program().run(["bundles", "--json", BundleSamples.path + "/bagit-pdf.zip"]).json()["fixity"] == .null)
    }

    @Test func fixityNamesFilesWithOtherChecksums() throws {
        let program = try Program()
        try ZipUnpacker.unpack(BundleSamples.path + "/bagit-pdf.zip", to: "bag", in: program.folder)
        let sound = try program.run(["bundles", "--fixity", "bag"])
        #expect(sound.exitCode == 0, "\(sound)")
        #expect(sound.output.contains("their stated checksums"), "\(sound)")
        try program.folder.write("Contact-Name: somebody else\n".utf8, to: "bag/bag-info.txt")
        let other = try program.run(["bundles", "--fixity", "bag"])
        #expect(other.exitCode == 3)
        #expect(other.output.contains("damaged: bag-info.txt: its bytes do not have the sha256 checksum"), "\(other)")
        #expect(try program.run(["bundles", "bag"]).exitCode == 0)
        #expect(try program.run(["bundles", "--fixity", "--metadata-only", "bag"]).exitCode == 64)
    }
}
