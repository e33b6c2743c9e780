import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

/// Files that describe the documents of a bundle, or hold the texts of their pages, are deleted while the documents are
/// still there.
@Suite(
    "A file that is deleted beside a document takes nothing of it along",
    .enabled(if: WorseSampleTests.hasSamples, "Samples are not there"))
struct GoneDescriptionTests {
    @Test(arguments: Gone.allCases, [true, false])
    func documentsStayAsTheyWereDescribed(gone: Gone, isFolder: Bool) async throws {
        let archive = try TestArchive()
        try gone.write(to: archive, isFolder: isFolder, isWhole: true)
        try await archive.update()
        let before = try Self.described(archive)
        try #require(!before.isEmpty)
        let failedBefore = try archive.index.status().failures.count
        try gone.write(to: archive, isFolder: isFolder, isWhole: false)
        for isFull in [false, true] {
            let run = try await archive.update { $0.full = isFull }
            #expect(try Self.described(archive) == before, "\(isFull)")
            #expect(run.report.standingFailures > failedBefore, "\(isFull)")
            #expect(!run.failures.isEmpty)
            #expect(run.removed.isEmpty)
        }
        // It comes back.
        try gone.write(to: archive, isFolder: isFolder, isWhole: true)
        let run = try await archive.update()
        #expect(run.report.standingFailures == failedBefore)
        #expect(try Self.described(archive) == before)
    }

    /// Half a copy from a server, or a byte that has rotted.
    @Test(
        arguments: [Gone.metsOfImages, .metsOfTexts, .archiveMetadata, .archiveFiles, .itemFiles, .comic],
        ["<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code></Error>\n", "&", "<nothing/>"])
    func otherXMLInPlaceOfADescriptionTakesNothingAlong(gone: Gone, now: String) async throws {
        let archive = try TestArchive()
        try gone.write(to: archive, isFolder: true, isWhole: true)
        try await archive.update()
        let before = try Self.described(archive)
        try gone.replace(in: archive, with: now)
        for isFull in [false, true] {
            let run = try await archive.update { $0.full = isFull }
            #expect(try Self.described(archive) == before, "\(isFull)")
            #expect(run.report.standingFailures > 0, "\(isFull)")
        }
    }

    @Test(arguments: ["", "{", "<!DOCTYPE html><html><body>502</body></html>", "\0\0\0\0"])
    func anObjectWhoseInventoriesAreAllDamagedStaysAsItWas(now: String) async throws {
        let archive = try TestArchive()
        try Gone.object.write(to: archive, isFolder: true, isWhole: true)
        try await archive.update()
        let before = try Self.described(archive)
        for path in ["", "v1/", "v2/"] {
            let path = "box/\(path)inventory.json"
            if FileManager.default.fileExists(atPath: archive.root + "/" + path) {
                try archive.write(Array(now.utf8), to: path)
            }
        }
        for isFull in [false, true] {
            let run = try await archive.update { $0.full = isFull }
            #expect(try Self.described(archive) == before, "\(isFull)")
            #expect(run.report.standingFailures > 0, "\(isFull)")
        }
    }

    @Test(arguments: [true, false])
    func rereadTakesABundleWithoutItsDescription(isFolder: Bool) async throws {
        let archive = try TestArchive()
        try Gone.metsOfImages.write(to: archive, isFolder: isFolder, isWhole: true)
        try await archive.update()
        try Gone.metsOfImages.write(to: archive, isFolder: isFolder, isWhole: false)
        try await archive.update()
        try await archive.reread(bundlesAt: isFolder ? "box" : "box.zip")
        let formats = Set(try Self.described(archive).values.map { $0["format"] })
        #expect(!formats.isEmpty && !formats.contains("mets"))
        #expect(try await archive.update { $0.full = true }.report.standingFailures == 0)
    }

    @Test func aRunOverAPartOfSuchAFolderReadsAllOfIt() async throws {
        let archive = try TestArchive()
        try Gone.metsOfImages.write(to: archive, isFolder: true, isWhole: true)
        try await archive.read(["a kestrel"], as: "k.pdf")
        let before = try Self.described(archive)
        try Gone.metsOfImages.write(to: archive, isFolder: true, isWhole: false)
        try await archive.update([archive.root + "/box/ALTO"])
        #expect(try Self.described(archive) == before)
    }

    @Test func aFolderThatIsTheWholeArchiveStaysABundle() async throws {
        let archive = try TestArchive()
        try Gone.metsOfImages.write(to: archive, isFolder: true, isWhole: true)
        try await archive.update([archive.root + "/box"])
        let before = try Self.described(archive)
        try Gone.metsOfImages.write(to: archive, isFolder: true, isWhole: false)
        let run = try await archive.update([archive.root + "/box"])
        #expect(run.report.standingFailures == 1)
        #expect(try Self.described(archive) == before)
    }

    /// A folder may be used for something else.
    @Test func documentsGoWithTheirFiles() async throws {
        let archive = try TestArchive()
        try Gone.metsOfImages.write(to: archive, isFolder: true, isWhole: true)
        try await archive.read(["a kestrel"], as: "k.pdf")
        for name in ["mets.xml", "images", "ALTO"] { try archive.remove("box/\(name)") }
        let run = try await archive.read(["an egret"], as: "box/e.pdf")
        #expect(run.report.standingFailures == 0)
        #expect(run.removed == ["box"])
        #expect(Set(try Self.described(archive).keys) == ["box/e.pdf", "k.pdf"])
    }

    @Test func aFolderWhoseFilesAreMovedAwayIsNoBundleAnyMore() async throws {
        let archive = try TestArchive()
        try Gone.metsOfImages.write(to: archive, isFolder: true, isWhole: true)
        try await archive.update()
        try archive.write(["a kestrel"], to: "box/letters/k.pdf")
        let manager = FileManager.default
        try manager.createDirectory(atPath: archive.root + "/other", withIntermediateDirectories: true)
        for name in ["mets.xml", "images", "ALTO"] {
            try manager.moveItem(atPath: archive.root + "/box/\(name)", toPath: archive.root + "/other/\(name)")
        }
        let run = try await archive.update()
        #expect(run.report.standingFailures == 0)
        #expect(Set(try Self.described(archive).keys) == ["box/letters/k.pdf", "other!/images"])
    }

    private static func described(_ archive: TestArchive) throws -> [String: [String: String]] {
        var documents: [ArchiveDocument] = []
        try archive.index.forEachDocument { document, _ in documents.append(document) }
        return Dictionary(
            try documents.map { document in
                let text = try archive.index.pages(of: document, withLayouts: false).map(\.text).joined(separator: "\n")
                let found = try archive.find("format:\(document.format)").contains(document.path)
                return (
                    document.path,
                    [
                        "format": found ? document.format : "another", "title": document.title, "text": text,
                        "tags": document.tags.joined(separator: ";"),
                        "authors": document.authors.joined(separator: ";"),
                        "identifier": document.identifier ?? "", "description": document.summary ?? "",
                    ]
                )
            }, uniquingKeysWith: { first, _ in first })
    }

    enum Gone: String, CaseIterable, Sendable {
        case metsOfImages, metsOfTexts, metsOfIssues, bagInfo, bagTags, comic, paperless, itemContents, itemFiles
        case archiveMetadata, archiveFiles, archiveHOCR, archiveDjVu, pageHOCR, object, yiana

        private var sample: String {
            switch self {
            case .metsOfImages: "mets-images.zip"
            case .metsOfTexts: "mets-text.zip"
            case .metsOfIssues: "mets-issues.zip"
            case .bagInfo, .bagTags: "bagit-pdf.zip"
            case .comic: "comic-mole.cbz"
            case .paperless: "paperless-whole.zip"
            case .itemContents, .itemFiles: "dspace-items.zip"
            case .archiveMetadata, .archiveFiles, .archiveHOCR: "archive-words.zip"
            case .archiveDjVu: "archive-djvu.zip"
            case .pageHOCR: "hocr-each.zip"
            case .object: "ocfl-notice.zip"
            case .yiana: "yiana-text.yianazip"
            }
        }

        /// Ends of names.
        private var ends: [String] {
            switch self {
            case .metsOfImages, .metsOfTexts, .metsOfIssues: ["mets.xml", "METS.xml"]
            case .bagInfo: ["bag-info.txt"]
            case .bagTags: [".txt"]
            case .comic: ["ComicInfo.xml"]
            case .paperless: ["manifest.json"]
            case .itemContents: ["contents"]
            case .itemFiles: ["contents", "dublin_core.xml"]
            case .archiveMetadata: ["_meta.xml"]
            case .archiveFiles: ["_files.xml"]
            case .archiveHOCR: ["_hocr.html"]
            case .archiveDjVu: ["_djvu.xml"]
            case .pageHOCR: [".hocr"]
            case .object: ["0=ocfl_object_1.1", "0=ocfl_object_1.0", "inventory.json", ".sha512", ".sha256"]
            case .yiana: ["metadata.json"]
            }
        }

        /// The descriptions in `box`: one character becomes another one, or the whole file.
        func replace(in archive: TestArchive, with now: String) throws {
            let files = try WorsePartTests.Bundle.files(of: sample)
            for file in files where file.name.hasSuffix(".xml") && ends.contains(where: file.name.hasSuffix) {
                var bytes = Array(now.utf8)
                if bytes.count == 1 {
                    bytes = file.bytes
                    bytes[bytes.count / 2] = Array(now.utf8)[0]
                }
                try archive.write(bytes, to: "box/\(file.name)")
            }
        }

        /// As `box` or `box.zip`.
        func write(to archive: TestArchive, isFolder: Bool, isWhole: Bool) throws {
            let files = try WorsePartTests.Bundle.files(of: sample)
            let isGone = { (name: String) in ends.contains { name.hasSuffix($0) } }
            try #require(files.contains { isGone($0.name) })
            if !isFolder {
                let left = files.filter { isWhole || !isGone($0.name) }.map { ZipWriter.Entry($0.name, $0.bytes) }
                // The size is another in any case.
                let note = ZipWriter.Entry("x.bin", isWhole ? "one" : "three")
                try archive.write(ZipWriter(left + [note]).bytes, to: "box.zip")
            } else if isWhole {
                for (name, bytes) in files { try archive.write(bytes, to: "box/\(name)") }
            } else {
                for (name, _) in files where isGone(name) { try archive.remove("box/\(name)") }
            }
        }
    }
}
