import DocSearchTestSupport
import Foundation
import Testing

/// The zips that other projects test their readers with.
@Suite(.enabled(if: Corpus.has("zip"), "the corpus of zips is not on this machine"))
struct CorpusZipTests {
    /// Without links, as bundles are named.
    private static let folder = URL(fileURLWithPath: Corpus.path + "/zip").resolvingSymlinksInPath().path

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
        #expect(files.sorted() == CorpusZipOutcomes.all.map(\.file).sorted())
        for (file, outcome) in CorpusZipOutcomes.all {
            #expect(found[file]?.sorted().joined(separator: "; ") == outcome, "\(file)")
        }
    }

    private static func file(_ path: String) -> String { path.components(separatedBy: "!/")[0] }
}

extension Program {
    fileprivate func files(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: self.folder.path + "/" + folder)
    }
}
