import DocSearchTestSupport
import Foundation
import Testing

/// What becomes of the bags and objects of two public suites, as docs/conformance.md has it. With DOCSEARCH_WRITE_TABLES=1
/// the tables are written instead of compared.
@Suite(.enabled(if: Corpus.has("bundles/bagit-conformance"), "the suites are not there"))
struct ConformanceTests {
    private static let page = URL(fileURLWithPath: SampleArchive.path).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("docs/conformance.md").path

    private struct Case {
        var path: String
        var isValid: Bool
        var name: String
    }

    /// Why what a suite calls invalid is accepted: nothing is lost, and docsearch is no validator of how bags are written.
    private static let accepted: [(name: String, reason: String)] = [
        ("baginfo-missing-encoding", "`bagit.txt` does not say an encoding; the bytes tell it"),
        ("bom-in-bagit.txt", "a byte order mark is skipped, and changes no text"),
        ("bagit-with-invalid-whitespace", "blanks before a colon, or behind a value, change no value"),
        ("invalid-version-number", "the number is not `M.N`; it is a bag all the same"),
        ("same-filename-listed-twice-with-the-same-hash", "the same is said twice"),
        ("E003_E063_empty", "there is no file in it that says what it was"),
        ("E019_inconsistent_content_dir", "where files are is said with each file"),
        ("E023_old_manifest_missing_entries", "the newest inventory names the file that an older one does not"),
        ("E061_invalid_sidecar", "the checksum in it is right; what stands behind it is not read"),
        ("E025_wrong_digest_algorithm", "the algorithm is none that OCFL allows, and can be compared"),
        ("E036_no_id", "an object without an identifier lacks no file"),
        ("E049_created_no_timezone", "a rule for the writing of times"),
        ("E049_created_not_to_seconds", "a rule for the writing of times"),
        ("E050_manifest_digest_wrong_case", "digests are compared in any case"),
        ("E066_algorithm_change_state_mismatch", "which files older versions had is not compared; their bytes are"),
        ("E066_inconsistent_version_state", "which files older versions had is not compared; their bytes are"),
        ("E095_conflicting_logical_paths", "logical paths are only shown"),
        ("E095_non_unique_logical_paths", "logical paths are only shown; documents of one name are numbered"),
        ("E096_manifest_duplicate_digests", "digests are compared in any case"),
        ("E097_fixity_duplicate_digests", "digests are compared in any case"),
        ("E101_non_unique_content_paths", "the digests that are given for the file are compared, each"),
        ("E103_older_spec_v2", "the version of OCFL changes no file"),
        ("E107_file_in_manifest_not_used", "the file is there and has its checksum"),
    ]

    /// Valid with a warning: there are systems that take both names for one file, and such that leave out system files. On
    /// others a file is missing.
    private static let warned = ["duplicate-file-with-different-case", "special-system-files"]

    @Test func bagsOfTheConformanceSuiteAreAcceptedOrReported() throws {
        let folders = ["valid": true, "warning": true, "invalid": false, "linux-only": false, "windows-only": false]
        try check("bagit-conformance", of: "bagit", folders) { version, kind, name in "\(version)/\(kind)/\(name)" }
    }

    @Test func ocflObjectsOfTheFixturesAreAcceptedOrReported() throws {
        let folders = ["good-objects": true, "warn-objects": true, "bad-objects": false]
        try check("ocfl-fixtures", of: "ocfl", folders) { version, kind, name in "\(version)/\(kind)/\(name)" }
    }

    private func check(
        _ suite: String, of format: String, _ folders: [String: Bool], name: (String, String, String) -> String
    ) throws {
        let root = Corpus.path + "/bundles/" + suite
        var cases: [Case] = []
        for version in try Self.folders(in: root) {
            for (kind, isValid) in folders.sorted(by: { $0.key < $1.key }) {
                guard Corpus.has("bundles/\(suite)/\(version)/\(kind)") else { continue }
                for folder in try Self.folders(in: "\(root)/\(version)/\(kind)") {
                    cases.append(
                        Case(
                            path: "\(root)/\(version)/\(kind)/\(folder)", isValid: isValid,
                            name: name(version, kind, folder)))
                }
            }
        }
        try #require(cases.count > 40)
        let outcome = try Program().run(["bundles", "--json", "--fixity"] + cases.map(\.path))
        let found = try Dictionary(
            outcome.jsonLines().map { ($0["path"]?.string ?? "", $0) }, uniquingKeysWith: { first, _ in first })
        var rows = ["| case | the suite says | becomes |", "|---|---|---|"]
        for one in cases {
            let bundle = found[one.path]
            let problem = bundle?["problems"]?.elements.first
            let text = problem.map { problem in
                let entry = problem["entry"]?.string.map { "`\($0)`: " } ?? ""
                return "`\(problem["code"]?.string ?? "")`: \(entry)\(problem["reason"]?.string ?? "")"
            }
            let reason = Self.accepted.first { one.name.hasSuffix("/" + $0.name) }?.reason
            let said = one.isValid ? "valid" : "invalid"
            let isWarned = Self.warned.contains { one.name.hasSuffix("/" + $0) }
            if one.isValid {
                #expect(text == nil || isWarned, "\(one.name)")
                // Nothing said of it would be no acceptance.
                let bundle = try #require(bundle, "\(one.name)")
                #expect(bundle["format"]?.string == format, "\(one.name)")
                let fixity = try #require(bundle["fixity"])
                #expect(fixity["stated"]?.int ?? 0 > 0, "\(one.name)")
                #expect(fixity["stated"] == fixity["agreeing"] || isWarned, "\(one.name)")
            } else if text == nil {
                #expect(reason != nil, "\(one.name) is accepted, and nothing says why")
            }
            let becomes = text.map { "reported: \($0)" } ?? (one.isValid ? "accepted" : "accepted: \(reason ?? "?")")
            rows.append("| \(one.name) | \(said) | \(becomes.replacing("|", with: "\\|")) |")
        }
        try compare(rows, suite)
    }

    private static func folders(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted().filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder)
                && isFolder.boolValue
        }
    }

    private func compare(_ rows: [String], _ suite: String) throws {
        let page = try String(contentsOfFile: Self.page, encoding: .utf8)
        let heading = try #require(page.firstRange(of: "## \(suite)\n"))
        let start = try #require(page[heading.upperBound...].firstRange(of: "| case |")).lowerBound
        let end = page[start...].firstRange(of: "\n\n")?.lowerBound ?? page.endIndex
        let written = page[start..<end].split(separator: "\n").map(String.init)
        if ProcessInfo.processInfo.environment["DOCSEARCH_WRITE_TABLES"] == "1" {
            var page = page
            page.replaceSubrange(start..<end, with: rows.joined(separator: "\n"))
            try page.write(toFile: Self.page, atomically: true, encoding: .utf8)
            return
        }
        for (row, line) in zip(rows, written) { #expect(line == row) }
        #expect(written.count == rows.count)
    }
}
