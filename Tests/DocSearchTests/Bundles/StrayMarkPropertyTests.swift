import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

/// Any folder, and any one file dropped into it that has the name of a bundle's mark: no document that was found before
/// is lost, or the run refuses to remove and says so.
///
/// `DOCSEARCH_STRAYS=1` tries every file in every folder; else each folder gets a few of them.
@Suite("Any folder with a stray mark") struct StrayMarkPropertyTests {
    enum Folder: String, CaseIterable, Sendable {
        case letters, minutes, loose, halves, images
    }

    private static let isComplete = ProcessInfo.processInfo.environment["DOCSEARCH_STRAYS"] == "1"

    /// Each kind of file comes into some folder.
    private static func marks(of folder: Folder) -> [StrayMark] {
        let place = Folder.allCases.firstIndex(of: folder) ?? 0
        return StrayMark.all.enumerated().filter { isComplete || $0.offset % (5 * Folder.allCases.count) == 5 * place }
            .map(\.element)
    }

    /// Returns the archive and one of its files that is in the folder itself.
    private static func archive(_ folder: Folder) throws -> (TestArchive, String) {
        let archive = try TestArchive()
        let samples = SampleArchive.samples
        func copy(_ path: String, _ name: String) throws {
            try archive.write(try Data(contentsOf: URL(fileURLWithPath: "\(samples)/\(path)")), to: "box/\(name)")
        }
        switch folder {
        case .letters, .minutes:
            let path = "archive/\(folder.rawValue)"
            for name in try FileManager.default.contentsOfDirectory(atPath: "\(samples)/\(path)") where name != "abroad"
            {
                try copy("\(path)/\(name)", name)
            }
            return (archive, folder == .letters ? "1949-library-gift.pdf" : "1931-council-minutes.pdf")
        case .loose, .halves:
            for name in ["a", "b", "deep/c", "data/a", "v1/content/a"] {
                try archive.write(["heron \(name)"], to: "box/\(name).pdf")
            }
            try copy("bundles/image-alone.png", "image.png")
            try copy("bundles/mail-one.eml", "mail.eml")
            try copy("bundles/mets-pdf.zip", "more.zip")
            guard folder == .halves else { return (archive, "a.pdf") }
            // The other half of what some of the names need.
            for name in [
                "manifest-sha256.txt", "inventory.json", "contents", "metadata.json", "x_files.xml",
            ] {
                try archive.write(StrayMark(name: name, content: .plausible).bytes(beside: "a.pdf"), to: "box/\(name)")
            }
            return (archive, "a.pdf")
        case .images:
            for name in ["a.png", "b.png", "deep/c.png"] {
                try copy("bundles/image-alone.png", name)
                // Each is another one.
                let file = try #require(FileHandle(forWritingAtPath: "\(archive.root)/box/\(name)"))
                try file.seekToEnd()
                try file.write(contentsOf: Data(name.utf8))
            }
            return (archive, "a.png")
        }
    }

    @Test(arguments: Folder.allCases) func noStrayMarkerFileMakesAFolderLoseDocuments(folder: Folder) async throws {
        let (archive, file) = try Self.archive(folder)
        try await archive.update()
        let before = try archive.contents()
        let pages = try archive.pageTexts()
        #expect(before.count > 2)
        #expect(pages.count >= before.count)
        for mark in Self.marks(of: folder) {
            let name = "box/\(mark.name)"
            let old = FileManager.default.contents(atPath: "\(archive.root)/\(name)")
            try archive.write(mark.bytes(beside: file), to: name)
            let run = try await archive.update([])
            let lost = before.subtracting(try archive.contents())
            // Documents may have become pages of one, which is said. A run that refuses to remove has lost none of them.
            let comment = "\(folder), \(mark.testDescription): \(lost.count) lost, \(run.events)"
            #expect(lost.isEmpty || !run.report.readAsBundles.isEmpty, "\(comment)")
            let after = try archive.pageTexts()
            #expect(after.count >= pages.count, "\(comment)")
            #expect(pages.missing(in: after).isEmpty, "\(comment)")
            if let old {
                try archive.write(old, to: name)
            } else {
                try archive.remove(name)
            }
            try await archive.update([])
            #expect(try archive.contents().isSuperset(of: before), "\(folder), \(mark.testDescription), taken away")
        }
    }
}

extension TestArchive {
    /// The texts of all pages of all documents.
    fileprivate func pageTexts() throws -> PageTexts {
        var request = SearchRequest("-zqzqzq")
        (request.limit, request.showsCopies) = (1000, true)
        var texts: [String] = []
        for hit in try index.search(request).hits { texts += try index.pages(of: hit.document).map(\.text) }
        return PageTexts(texts)
    }
}

/// How many pages have which text.
private struct PageTexts {
    private var counts: [String: Int] = [:]

    init(_ texts: [String]) { for text in texts { counts[text, default: 0] += 1 } }

    var count: Int { counts.values.reduce(0, +) }

    /// Texts that fewer pages of `other` have. A scan that had none may have one now.
    func missing(in other: PageTexts) -> [String] {
        counts.filter { !$0.key.isEmpty && other.counts[$0.key, default: 0] < $0.value }.map(\.key)
    }
}
