import DocSearch
import ExtractionProtocol
import Foundation
import Testing

@Suite("The documentation lists") struct EnumerationDocumentationTests {
    private static let root = URL(fileURLWithPath: SampleArchive.path).deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// What is set as code in the line of a page that begins like this, behind that beginning.
    private static func words(_ page: String, _ beginning: String, after section: String = "") throws -> Set<String> {
        let text = try text("docs/" + page)
        let start = section.isEmpty ? text.startIndex : try #require(text.firstRange(of: section)).upperBound
        let line = try #require(text[start...].split(separator: "\n").first { $0.hasPrefix(beginning) }, "\(beginning)")
        return codes(line.dropFirst(beginning.count))
    }

    private static func codes(_ text: some StringProtocol) -> Set<String> {
        Set(String(text).matches(of: /`([^`]+)`/).map { String($0.output.1) })
    }

    private static func section(_ page: String, _ heading: String) throws -> Substring {
        let text = try text("docs/" + page)
        let start = try #require(text.firstRange(of: "\n" + heading + "\n"), "\(heading)").upperBound
        return text[start..<(text[start...].firstRange(of: "\n#")?.lowerBound ?? text.endIndex)]
    }

    private static func column(_ page: String, _ heading: String) throws -> [String] {
        try section(page, heading).split(separator: "\n").compactMap { line in
            line.firstMatch(of: /^\| `([^`]+)` \|/).map { String($0.output.1) }
        }
    }

    private static func values<Word: CaseIterable & RawRepresentable>(_: Word.Type) -> Set<String>
    where Word.RawValue == String { Set(Word.allCases.map(\.rawValue)) }

    @Test func everyFormatOfBundlesIsDocumented() throws {
        let formats = Self.values(BundleFormat.self)
        let show = "### show --json"
        #expect(try Self.words("command-line.md", "| `format` |", after: show) == formats)
        // Folders that were looked at and are none.
        #expect(try Self.words("index-format.md", "| `format` |").subtracting(["folder", "."]) == formats)
        let rows = try Self.section("query-language.md", "### Formats").split(separator: "\n").dropFirst(2)
            .filter { $0.hasPrefix("| a") || $0.hasPrefix("| page") }
        #expect(Set(rows.flatMap { Self.codes($0) }) == formats)
    }

    @Test func everyStageAndCodeIsDocumented() throws {
        // Bundles are compared with checksums on request, and by no run.
        let stages = Self.values(ExtractionStage.self).subtracting(["fixity"])
        #expect(Set(try Self.column("errors.md", "### Stages")) == stages)
        // A file that changes is no failure.
        let codes = Self.values(ProblemFrame.Code.self).subtracting(["changed"])
        #expect(Set(try Self.column("errors.md", "### Codes")) == codes)
    }

    @Test func everyOriginIsDocumented() throws {
        let origins = Self.values(TextOrigin.self)
        #expect(Self.values(PageText.Origin.self) == origins)
        #expect(try Self.words("command-line.md", "| `pages[].origin` |", after: "### find --json") == origins)
        #expect(try Self.words("command-line.md", "| `pages[].origin` |", after: "### show --json") == origins)
    }

    @Test func everyVerdictAndLayerIsDocumented() throws {
        let verdicts = Self.values(TextLayerVerdict.self)
        #expect(Self.values(PageText.Verdict.self) == verdicts)
        #expect(try Self.words("command-line.md", "| `pages[].verdict` |") == verdicts)
        #expect(try Self.words("command-line.md", "| `verdicts` |") == verdicts)
        #expect(try Self.words("index-format.md", "| `verdict` |") == verdicts)
        #expect(try Self.words("command-line.md", "| `pages[].layer` |") == Self.values(TextLayerKind.self))
    }

    @Test func everyReasonForAVerdictIsDocumented() throws {
        let sources = try [
            "Sources/PageVerdict/VerdictRule.swift",
            "Sources/DocSearchExtract/Handlers/RecognitionRequestHandler.swift",
        ]
        .map(Self.text).joined()
        // Said by its name in ExtractionProtocol, because both programs ask for it.
        let shared = [
            PageFrame.missingResource, "damaged: …", "repaired: …", "other-language: …", "confirmed: …", "complete: …",
        ]
        let word = /"([a-z]+(?:-[a-z]+)*)(?:"|: )/
        let statements = sources.split(separator: "\n").filter { !$0.contains("//") }
        let reasons = Set(statements.flatMap { $0.matches(of: word).map { String($0.output.1) } })
        #expect(reasons.count > 15)
        let documented = try Self.words("index-format.md", "| `reasons` |")
        #expect(documented.subtracting(["good", "--ocr never"]) == reasons.union(shared))
    }

    @Test func everyFormOfSidecarTextIsDocumented() throws {
        #expect(try Self.words("command-line.md", "| `documents[].text` |") == Self.values(SidecarTextForm.self))
    }

    @Test func everyMeasureOfTheSandboxIsDocumented() throws {
        #expect(Set(try Self.column("architecture.md", "### The sandbox")) == Self.values(ConfinementMeasure.self))
    }

    @Test func everyCodeOfAnErrorIsDocumented() throws {
        let source = try Self.text("Sources/DocSearch/Errors/DocSearchError.swift")
        let codes = Set(
            source.matches(of: /static let \w+ = Code\(rawValue: "([a-z-]+)"\)/).map { String($0.output.1) })
        #expect(codes.count >= 9)
        #expect(Set(try Self.column("errors.md", "## What docsearch could not do")) == codes)
    }

    @Test func everyEventOfARunIsDocumented() throws {
        let source = try Self.text("Sources/DocSearchCLI/Rendering/IndexReportJSON.swift")
        let events = Set(source.matches(of: /"event": "([a-z_]+)"/).map { String($0.output.1) })
        #expect(events.count >= 11)
        let text = try Self.text("docs/command-line.md")
        let start = try #require(text.firstRange(of: "### The events of a run")).upperBound
        let rows = text[start...].split(separator: "\n").compactMap {
            $0.firstMatch(of: /^\| ((?:`[a-z_]+`(?:, )?)+) \|/)
        }
        #expect(Set(rows.flatMap { Self.codes($0.output.1) }).subtracting(["event"]) == events)
    }
}
