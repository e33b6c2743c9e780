import DocSearchTestSupport
import Foundation
import Testing

@Suite struct OddZipRunTests {
    @Test func runReadsOddZipsAndHarmsNothing() throws {
        var program = try Program()
        program.environment["TMPDIR"] = program.folder.path + "/temporary"
        try program.folder.write([], to: "temporary/mark")
        // Others are only odd with other limits, which no configuration file sets.
        let zips = OddZip.all.filter(\.limits.isEmpty)
        for (number, zip) in zips.enumerated() {
            try program.folder.write(zip.bytes, to: "archive/\(number).zip")
        }
        try program.folder.write(OddZip.pdf, to: "archive/good.pdf")
        let files = try Self.files(program)

        let outcome = try program.run(["index", "--ocr", "never", "archive"])
        #expect(outcome.exitCode == 3)
        let added = try Self.files(program).subtracting(files)
        #expect(added.allSatisfy { $0.hasPrefix("data") || $0.hasPrefix("run-") }, "\(added)")

        let hits =
            try program.run(["find", "water", "--all", "--limit", "1000", "--json"]).json()["hits"]?.elements ?? []
        let failures = try program.run(["status", "--failed", "--json"]).json()["failures"]?.elements ?? []
        let found =
            hits.map { "\($0["path"]?.string ?? ""): read" }
            + failures.map { failure in
                ["path", "code", "reason"].map { failure[$0]?.string ?? "" }.joined(separator: ": ")
            }
        let expected = zips.enumerated().flatMap { number, zip in Self.lines(of: zip, "\(number).zip") }
        #expect(Set(found).symmetricDifference(expected + ["good.pdf: read"]).sorted() == [])
    }

    private static func lines(of zip: OddZip, _ name: String) -> [String] {
        zip.outcome.filter { !$0.hasPrefix("skipped") }.map { line in
            // What is said of the zip as a whole begins with a code.
            ["damaged", "limit", "unsupported"].contains { line.hasPrefix($0 + ": ") }
                ? "\(name): \(line)" : "\(name)!/\(line)"
        }
    }

    private static func files(_ program: Program) throws -> Set<String> {
        Set(try FileManager.default.subpathsOfDirectory(atPath: program.folder.path))
    }
}
