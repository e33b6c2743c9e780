import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

/// Files that say what the documents of a bundle are, and have nothing in them any more.
@Suite(
    "Descriptions that are lost take no titles along",
    .enabled(if: WorseSampleTests.hasSamples, "Samples are not there"))
struct LostDescriptionTests {
    @Test(
        "No title goes with a description that is zeroed or emptied", arguments: [true, false])
    func aDescriptionThatIsLost(isEmpty: Bool) async throws {
        let parts = [
            "paperless-whole.zip": "manifest.json", "comic-badger.cbz": "ComicInfo.xml", "dspace-items.zip": "contents",
            "yiana-text.yianazip": "metadata.json",
        ]
        let (archive, fresh) = (try TestArchive(), try TestArchive())
        var bundles: Set<String> = []
        func write(isWhole: Bool, to archive: TestArchive) throws {
            for (name, part) in parts {
                let stem = String(name.prefix { $0 != "." })
                let files = try WorsePartTests.Bundle.files(of: name)
                    .map { file -> (name: String, bytes: [UInt8]) in
                        let isLost = !isWhole && (file.name as NSString).lastPathComponent == part
                        guard isLost else { return file }
                        return (file.name, isEmpty ? [] : Array(repeating: 0, count: file.bytes.count))
                    }
                let zip = files.map { ZipWriter.Entry($0.name, $0.bytes) }
                try archive.write(ZipWriter(zip).bytes, to: name)
                // Something else of it changes as well, and with it the size.
                let note = ZipWriter.Entry("x.bin", isWhole ? "one" : "three")
                try archive.write(ZipWriter(zip + [note]).bytes, to: "more-\(name)")
                for (path, bytes) in files { try archive.write(bytes, to: "folder-\(stem)/\(path)") }
                bundles.formUnion([name, "more-\(name)", "folder-\(stem)"])
            }
        }
        func described(_ archive: TestArchive) throws -> [String: Set<String>] {
            var found: [String: Set<String>] = [:]
            try archive.index.forEachDocument { document, _ in
                let bundle = bundles.first { document.path.hasPrefix($0) } ?? ""
                found[bundle, default: []].formUnion([document.title] + document.tags + document.authors)
            }
            return found
        }
        try write(isWhole: true, to: archive)
        try await archive.update()
        let before = try described(archive)
        let failedBefore = Set(try archive.index.status().failures.map { "\($0.path): \($0.reason)" })
        for archive in [archive, fresh] { try write(isWhole: false, to: archive) }
        // What there would be if nobody knew more.
        try await fresh.update()
        let left = try described(fresh)
        for isFull in [false, true] {
            let run = try await archive.update { $0.full = isFull }
            let after = try described(archive)
            let failures = try archive.index.status().failures.filter {
                !failedBefore.contains("\($0.path): \($0.reason)")
            }
            for (bundle, words) in before {
                let lost = words.subtracting(after[bundle] ?? [])
                #expect(lost.isEmpty, "\(bundle), \(isFull)")
                let isMissed = !words.isSubset(of: left[bundle] ?? [])
                #expect(!isMissed || failures.contains { $0.path.hasPrefix(bundle) }, "\(bundle), \(isFull)")
            }
            #expect(run.report.standingFailures > 0)
        }
    }
}
