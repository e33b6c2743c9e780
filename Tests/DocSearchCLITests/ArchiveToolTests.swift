import Foundation
import Testing

@Suite struct ArchiveToolTests {
    @Test func archiveToolIndexesAFolderAndPrintsAHit() throws {
        let program = try Program("ArchiveTool")
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        let outcome = try program.run([program.folder.path + "/index", archive, "goat"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("1 documents, 0 pages recognised"))
        #expect(outcome.output.contains("1 documents found"))
        #expect(outcome.output.contains("page 4: "))
    }

    @Test func archiveToolSaysHowItIsUsed() throws {
        let outcome = try Program("ArchiveTool").run([])
        #expect(outcome.exitCode == 64)
        #expect(outcome.output.contains("usage:"))
    }
}
