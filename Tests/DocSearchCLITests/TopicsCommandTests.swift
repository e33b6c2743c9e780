import Foundation
import Testing

@Suite("docsearch topics")
struct TopicsCommandTests {
    private static func program() throws -> Program {
        let program = try Program()
        let minutes = SampleArchive.path + "/minutes/1931-council-minutes.pdf"
        let indexed = try program.run(["index", "--ocr", "never", "--meaning", "never", minutes])
        #expect(indexed.exitCode == 0)
        return program
    }

    @Test func topicsCommandSaysWhatIsMissingWithoutVectors() throws {
        let outcome = try Self.program().run(["topics"])
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("has no vectors"))
        #expect(outcome.output.isEmpty)
    }
}
