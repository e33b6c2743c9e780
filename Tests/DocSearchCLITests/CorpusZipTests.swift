import DocSearchTestSupport
import Foundation
import Testing

@Suite(.enabled(if: Corpus.has("zip"), "the corpus of zips is not on this machine"))
struct CorpusZipTests {
    /// Without links, as bundles are named.
    private static let folder = URL(fileURLWithPath: Corpus.path + "/zip").resolvingSymlinksInPath().path

    /// What becomes of those that hold a document or cannot be opened. Most hold texts that are no documents: that they are
    /// told to have none, whatever is wrong with them, is the point.
    private static let outcomes = [
        "format-corpus/images_severalformats_historicaldates.zip":
            "read",
        "format-corpus/pdfs_historicaldates.zip":
            "read; read",
        "libzip/bogus.zip":
            "unsupported: this is neither a PDF, an image, a zip, a tar, a 7z nor a mail",
        "libzip/incons-central-file-comment-shorter.zip":
            "damaged: the directory of this zip is damaged",
        "libzip/incons-central-magic-bad2.zip":
            "damaged: this zip has no directory, its end is missing or damaged",
        "libzip/incons-eocd-magic-bad.zip":
            "damaged: this zip has no directory, its end is missing or damaged",
        "libzip/multidisk.zip":
            "unsupported: this is one part of a zip in several files; join them first",
        "libzip/zip_write_encrypt_aes256_file_fuzzer_seed_corpus.zip":
            "read",
        "yauzl/End_of_central_directory_record_signature_not_found_Either_not_a_zip_file_or_file_is_truncated.zip":
            "damaged: this zip has no directory, its end is missing or damaged",
        "yauzl/invalid_central_directory_file_header_signature_0x1014b50.zip":
            "damaged: this zip has no directory, its end is missing or damaged",
        "yauzl/invalid_zip64_end_of_central_directory_record_signature.zip":
            "damaged: the directory of this zip is damaged",
        "yauzl/multi-disk_zip_files_are_not_supported_found_disk_number_1.zip":
            "unsupported: this is one part of a zip in several files; join them first",
    ]
    private static let nothing = "skipped: there is no PDF and no page image in it"

    @Test func runOverZipsOfTheCorpusEndsAsListed() throws {
        var program = try Program()
        program.environment["TMPDIR"] = program.folder.path + "/temporary"
        try program.folder.write([], to: "temporary/mark")
        let outcome = try program.run(["index", "--ocr", "never", Self.folder], timeout: .seconds(60))
        #expect(outcome.exitCode == 3)
        #expect(try program.files(in: "temporary") == ["mark"])
        let known = ["data", "temporary"]
        #expect(try program.files(in: "").allSatisfy { known.contains($0) || $0.hasPrefix("run-") })

        // A word that no document has, excluded, lists them all.
        let all =
            try program.run(["find", "--all", "--limit", "1000", "--json", "--", "-zqzqzq"]).json()["hits"]?.elements
            ?? []
        let failures = try program.run(["status", "--failed", "--json"]).json()["failures"]?.elements ?? []
        let described = try program.run(["bundles", "--json", Self.folder]).jsonLines()
        var found: [String: [String]] = [:]
        for path in all.compactMap({ $0["path"]?.string }) { found[Self.file(path), default: []].append("read") }
        for failure in failures {
            let (path, code) = (failure["path"]?.string ?? "", failure["code"]?.string ?? "")
            found[Self.file(path), default: []].append("\(code): \(failure["reason"]?.string ?? "")")
        }
        for bundle in described {
            guard let reason = bundle["skipped"]?.string, let path = bundle["path"]?.string else { continue }
            found[String(path.dropFirst(Self.folder.count + 1)), default: []].append("skipped: \(reason)")
        }
        let files = try FileManager.default.subpathsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".zip") }
        #expect(files.count == 104)
        #expect(Set(Self.outcomes.keys).isSubset(of: files))
        for file in files {
            #expect(found[file]?.sorted().joined(separator: "; ") == Self.outcomes[file] ?? Self.nothing, "\(file)")
        }
    }

    private static func file(_ path: String) -> String { path.components(separatedBy: "!/")[0] }
}

extension Program {
    fileprivate func files(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: self.folder.path + "/" + folder)
    }
}
