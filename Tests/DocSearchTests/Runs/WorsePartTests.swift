import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

/// In each zip of the samples, and in the folder that it unpacks to, one file is harmed after it was indexed.
@Suite(
    "No text of the samples goes with a part of its bundle",
    .enabled(if: WorseSampleTests.hasSamples, "Samples are not there"))
struct WorsePartTests {
    @Test(arguments: [FileHarm.webPage, .cutByThird, .zeroedThird, .empty], [0, 1, 2, 3])
    func noTextIsGoneAndEachLossIsSaid(harm: FileHarm, turn: Int) async throws {
        let (archive, fresh) = (try TestArchive(), try TestArchive())
        let bundles = try Bundle.all()
        for bundle in bundles { try bundle.write(to: archive) { $0.bytes } }
        try await archive.update { $0.jobs = 2 }
        let before = try archive.texts()
        let failedBefore = Set(try archive.index.status().failures.map { "\($0.path): \($0.reason)" })
        var harmed: [String: String] = [:]
        for bundle in bundles where turn < bundle.parts.count {
            let part = bundle.parts[turn]
            for path in [bundle.zip, bundle.folder] { harmed[path] = part }
            for archive in [archive, fresh] {
                try bundle.write(to: archive) { $0.name == part ? harm.done(to: $0.bytes) : $0.bytes }
            }
        }
        // What there would be if nobody knew more.
        try await fresh.update { $0.jobs = 2 }
        let left = try fresh.texts()
        for isFull in [false, true] {
            let run = try await archive.update { ($0.jobs, $0.full) = (2, isFull) }
            let after = try archive.texts()
            let failures = try archive.index.status().failures.filter {
                !failedBefore.contains("\($0.path): \($0.reason)")
            }
            for (bundle, part) in harmed {
                // A bundle that is read in another way has the same words elsewhere.
                func words(_ texts: [String: [String]]) -> Set<Substring> {
                    WorseSampleTests.words(texts.filter { Self.isIn(bundle, $0.key) }.flatMap(\.value))
                }
                let lost = words(before).subtracting(words(after))
                #expect(lost.isEmpty, "\(part) of \(bundle), \(isFull)")
                let isMissed = !words(before).isSubset(of: words(left))
                let isSaid = failures.contains { Self.isIn(bundle, $0.path) }
                #expect(isSaid || !isMissed, "\(part) of \(bundle) was harmed without a word, \(isFull)")
            }
            #expect(run.report.standingFailures > 0)
        }
    }

    static func isIn(_ bundle: String, _ path: String) -> Bool {
        WorseSampleTests.isIn(bundle, path) || path.hasPrefix(bundle + "/")
    }

    /// A zip of the samples, unpacked.
    struct Bundle {
        typealias File = (name: String, bytes: [UInt8])

        var name: String
        var files: [File]

        var zip: String { "zips/\(name)" }
        var folder: String { "folders/\((name as NSString).deletingPathExtension)" }

        /// The files whose harm may cost text.
        var parts: [String] {
            let endings: Set = [
                "pdf", "png", "jpg", "tif", "jp2", "xml", "hocr", "html", "txt", "md", "gz", "json", "zip", "mbox",
            ]
            return files.map(\.name).filter { endings.contains(($0 as NSString).pathExtension) }.sorted()
        }

        /// All but documents and images.
        var descriptions: [String] {
            let endings: Set = ["pdf", "png", "jpg", "tif", "jp2", "zip", "mbox"]
            return files.map(\.name).filter { !endings.contains(($0 as NSString).pathExtension) }.sorted()
        }

        /// Files that become nil are not there.
        func write(to archive: TestArchive, _ change: (File) -> [UInt8]?) throws {
            let files = files.map { (name: $0.name, bytes: change($0)) }
            let entries = files.compactMap { file in file.bytes.map { ZipWriter.Entry(file.name, $0) } }
            try archive.write(ZipWriter(entries).bytes, to: zip)
            for (name, bytes) in files {
                let path = "\(folder)/\(name)"
                if let bytes { try archive.write(bytes, to: path) } else { try archive.remove(path) }
            }
        }

        /// Each once: there is another copy of most, in a folder of its own.
        static func all() throws -> [Bundle] {
            let folder = SampleArchive.samples + "/bundles/"
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            return try names.filter { name in
                // Some of those that end in `yianazip` are no zips.
                ["zip", "cbz"].contains((name as NSString).pathExtension)
                    && !name.contains("-wrapped.") && !["locked", "skipped"].contains { name.hasPrefix($0) }
            }
            .map { Bundle(name: $0, files: try files(of: $0)) }
        }

        static func files(of sample: String) throws -> [File] {
            try ZipUnpacker.entries(ofZipAt: SampleArchive.samples + "/bundles/" + sample)
                .filter { !$0.name.hasSuffix("/") }
        }
    }
}
