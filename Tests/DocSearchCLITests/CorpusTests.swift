import DocSearchTestSupport
import Foundation
import Testing

@Suite(.enabled(if: Corpus.has("pdf") && Corpus.has("zip"), "the corpus is not on this machine"))
struct CorpusTests {
    @Test func runAccountsForEveryFileOfTheCorpus() throws {
        let program = try Program()
        let roots = ["pdf", "zip"].map { Corpus.path + "/" + $0 }
        let first = try program.run(["index", "--ocr", "never", "--progress", "lines"] + roots, timeout: .seconds(300))
        #expect(first.exitCode == 3)

        // A word that no document has, excluded, lists them all.
        let all = try program.run(["find", "-zqzqzq", "--limit", "100000", "--json"]).json()
        let documents = (all["hits"]?.elements ?? []).compactMap { $0["path"]?.string }
        let status = try program.run(["status", "--json"]).json()
        let failures = (status["failures"]?.elements ?? []).compactMap { $0["path"]?.string }
        #expect(status["documents"]?.int == documents.count)
        let skipped = first.errors.split(separator: "\n").filter { $0.hasPrefix("skipped: ") }
            .map { $0.dropFirst("skipped: ".count).prefix { $0 != ":" } }
        #expect(skipped.count > 20)
        // Where there are several folders, failures and what is skipped are told with whole paths.
        let known = Set(
            (documents + failures + skipped.map(String.init)).map { path in
                let file = path.prefix { $0 != "!" }
                let root = roots.first { file.hasPrefix($0 + "/") }
                return String(file.dropFirst(root.map { $0.count + 1 } ?? 0))
            })
        var files: Set<String> = []
        for root in roots {
            files.formUnion(
                try FileManager.default.subpathsOfDirectory(atPath: root).filter {
                    $0.hasSuffix(".pdf") || $0.hasSuffix(".zip")
                })
        }
        #expect(files.count > 400)
        #expect(files.subtracting(known).isEmpty, "silently missing")
        #expect((status["failures"]?.elements ?? []).allSatisfy { $0["reason"]?.string?.isEmpty == false })

        let second = try program.run(["index", "--ocr", "never", "--report", "again.json"] + roots)
        #expect(second.exitCode == 3, "failures stand")
        let report = try program.json("again.json")
        #expect(report["unchanged"]?.int == report["bundles"]?.int)
        #expect(report["pages"]?.int == 0)
        #expect(report["failed"]?.int == 0)
    }
}
