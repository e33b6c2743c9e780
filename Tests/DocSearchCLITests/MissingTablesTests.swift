import DocSearchTestSupport
import Foundation
import Testing

@Suite("Poppler without its tables")
struct MissingTablesTests {
    private static let tables = "/usr/share/poppler"

    private static let canBeHidden = Disk.isPossible && access(tables + "/cidToUnicode/Adobe-Japan1", R_OK) == 0

    private static let reason: Comment = "hiding poppler-data needs root, a system that mounts disks, and poppler-data"

    /// The program alone sees an empty folder in their place.
    private static let withoutTables = [
        "unshare", "--mount", "/bin/sh", "-c", "mount -t tmpfs docsearch-test \(tables) && exec \"$@\"", "sh",
    ]

    @Test(.enabled(if: canBeHidden, reason))
    func aPageThatNeedsTablesIsAFailureUntilTheyAreThere() throws {
        let program = try Program()
        try program.folder.write(JapanesePDF.bytes, to: "archive/a.pdf")
        let command = ["index", "--ocr", "never", program.folder.path + "/archive"]
        for _ in 1...2 {
            let run = try program.run(command, launcher: Self.withoutTables)
            #expect(run.exitCode == 3, "\(run.errors)")
            let failures = try program.run(["status", "--json"]).json()["failures"]
            #expect(failures?.elements.map { $0["code"]?.string } == ["environment"])
            #expect(failures?[0]?["reason"]?.string?.contains("apt install poppler-data") == true, "\(run.errors)")
            #expect(failures?[0]?["page"]?.int == 1)
            #expect(try program.run(["find", "日本"]).exitCode == 1)
        }
        // The file is the same, and nobody says --retry-failed.
        let run = try program.run(Array(command.prefix(3)))
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try program.run(["find", "日本"]).exitCode == 0)
    }

    @Test(.enabled(if: canBeHidden, reason))
    func doctorNamesThePackage() throws {
        let program = try Program()
        let without = try program.run(["doctor"], launcher: Self.withoutTables)
        #expect(without.exitCode != 0)
        let line = "poppler's tables for Chinese, Japanese and Korean text: apt install poppler-data"
        #expect(without.output.contains(line), "\(without.output)")
        #expect(try !program.run(["doctor"]).output.contains("poppler-data"))
    }

    @Test(arguments: ["packaging/control", "Tools/install-dependencies.sh"])
    func whatInstallsDocsearchInstallsTheTables(file: String) throws {
        let root = URL(fileURLWithPath: SampleArchive.path).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("Depends:") || $0.hasPrefix("poppler-data|") }
        #expect(lines.contains { $0.contains("poppler-data") })
    }
}
