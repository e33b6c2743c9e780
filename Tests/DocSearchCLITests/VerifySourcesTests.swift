import DocSearchTestSupport
import Foundation
import Testing

@Suite struct VerifySourcesTests {
    @Test func verifyNamesBundlesThatAreNotAsTheyWere() throws {
        let program = try Program()
        let archive = program.folder.path + "/archive"
        for name in ["well", "altered", "changed", "missing"] {
            try program.folder.write(PDFWriter(texts: ["a heron, \(name)"]).bytes, to: "archive/\(name).pdf")
        }
        #expect(try program.run(["index", "--ocr", "never", archive]).exitCode == 0)
        let sound = try program.run(["verify", "--sources"])
        #expect(sound.exitCode == 0, "\(sound.errors)")
        #expect(sound.errors.contains("unchanged"), "\(sound.errors)")

        // One bit, with the file's time as it was: as a failing disk does it.
        let path = archive + "/altered.pdf"
        var status = stat()
        #expect(stat(path, &status) == 0)
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        try handle.seek(toOffset: 40)
        let byte = try #require(try handle.read(upToCount: 1)?.first)
        try handle.seek(toOffset: 40)
        try handle.write(contentsOf: Data([byte ^ 1]))
        try handle.close()
        var times = [status.st_atim, status.st_mtim]
        #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
        try program.folder.write(PDFWriter(texts: ["another text"]).bytes, to: "archive/changed.pdf")
        try FileManager.default.removeItem(atPath: archive + "/missing.pdf")

        let found = try program.run(["verify", "--sources"])
        #expect(found.exitCode == 3)
        for name in ["altered", "changed", "missing"] {
            #expect(found.errors.contains("\(name): \(archive)/\(name).pdf"))
        }
        #expect(!found.errors.contains("well.pdf"))
        #expect(try program.run(["status", "--json"]).json()["documents"]?.int == 4, "nothing is changed by it")
    }
    @Test func verifySaysWhyAFileCannotBeReached() throws {
        let program = try Program()
        let archive = program.folder.path + "/archive"
        let path = try program.folder.write(PDFWriter(texts: ["a heron"]).bytes, to: "archive/deep/a.pdf")
        #expect(try program.run(["index", "--ocr", "never", archive]).exitCode == 0)
        #expect(rename(archive + "/deep", archive + "/deeper") == 0)
        #expect(symlink("deeper", archive + "/deep") == 0)
        let linked = try program.run(["verify", "--sources"])
        let reason = String(cString: strerror(ELOOP))
        #expect(linked.errors.contains("unreadable: \(path)"), "\(linked.errors)")
        #expect(linked.errors.contains(reason), "\(linked.errors)")
        try FileManager.default.removeItem(atPath: archive)
        let gone = try program.run(["verify", "--sources"])
        #expect(gone.errors.contains("missing: \(path)"), "\(gone.errors)")
    }
}
