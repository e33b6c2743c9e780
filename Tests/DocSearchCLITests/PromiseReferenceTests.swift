import Foundation
import Testing

@Suite("The promises of the architecture") struct PromiseReferenceTests {
    private static let root = URL(fileURLWithPath: SampleArchive.path).deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let sections = ["## The process boundary", "### The sandbox", "## The files of an index"]

    private static func section(_ heading: String) throws -> Substring {
        let text = try String(contentsOf: root.appendingPathComponent("docs/architecture.md"), encoding: .utf8)
        let start = try #require(text.firstRange(of: "\n" + heading + "\n"), "\(heading)").upperBound
        return text[start..<(text[start...].firstRange(of: "\n#")?.lowerBound ?? text.endIndex)]
    }

    private static func suites() throws -> Set<String> {
        let folder = root.appendingPathComponent("Tests")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var names: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            guard text.contains("@Test") else { continue }
            names.formUnion(text.matches(of: /(?:struct|class|actor) (\w+Tests)\b/).map { String($0.output.1) })
        }
        return names
    }

    private static func named(_ text: some StringProtocol) -> [String] {
        String(text).matches(of: /`(\w+Tests)`/).map { String($0.output.1) }
    }

    @Test(arguments: sections)
    func promisesNameSuitesThatExist(heading: String) throws {
        let named = Self.named(try Self.section(heading))
        #expect(named.count > 3)
        let suites = try Self.suites()
        #expect(suites.count > 100)
        for name in named { #expect(suites.contains(name), "\(name)") }
    }

    /// Bullets, rows of tables, and paragraphs that begin with a name.
    private static func promises(_ heading: String) throws -> [String] {
        var promises: [String] = []
        var isOpen = false
        for line in try section(heading).split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("- ") || line.hasPrefix("| `") || line.hasPrefix("**") {
                promises.append(String(line))
                isOpen = true
            } else if line.isEmpty || line.hasPrefix("|") {
                isOpen = false
            } else if isOpen {
                promises[promises.count - 1] += line
            }
        }
        return promises
    }

    @Test(arguments: sections)
    func promisesAreHeldByASuiteEach(heading: String) throws {
        let promises = try Self.promises(heading)
        #expect(promises.count > 8)
        for promise in promises {
            let isHeld = !Self.named(promise).isEmpty || promise.contains("`make check-layers`")
            #expect(isHeld, "\(promise.prefix(80))")
        }
    }
}
