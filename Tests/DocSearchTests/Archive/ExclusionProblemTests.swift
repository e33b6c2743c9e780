import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

/// What is wrong with patterns is said by runs and by the status.
@Suite("Problems with what is left out")
struct ExclusionProblemTests {
    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        for name in ["a.pdf", "drafts/b.pdf", "drafts/c.pdf"] {
            try archive.write(["heron \(PathText.name(name).dropLast(4))"], to: name)
        }
        try await archive.update()
        return archive
    }

    /// As a later release may have said it.
    private static func say(_ pattern: String, _ archive: TestArchive) throws {
        let store = try AnnotationStore(IndexFolder(path: archive.indexPath))
        defer { store.end() }
        let value = try JSONText.encode(Exclusion.Value(pattern: pattern, root: archive.root))
        _ = try store.change("exclude", by: "ada") { writer in
            try writer.add(Annotation(kind: .exclusion, value: value, author: "ada", time: writer.time), of: 0)
        }
    }

    @Test(arguments: ["[a", "", "# drafts/"])
    func runsNameExclusionPatternsThatCannotBeRead(pattern: String) async throws {
        let archive = try await Self.archive()
        try Self.say(pattern, archive)
        try archive.index.exclude([("a.pdf", nil)], by: "ada")
        let run = try await archive.update()
        #expect(run.report.warnings.count == 1, "\(run.report.warnings)")
        let warning = try #require(run.report.warnings.first?.message)
        #expect(warning.contains("The pattern \"\(pattern)\" of \"\(archive.root)\" has no effect"), "\(warning)")
        #expect(try archive.index.status().exclusionProblems == [warning])
        #expect(try Set(archive.find("heron")) == ["drafts/b.pdf", "drafts/c.pdf"], "the other pattern counts")
        try archive.index.removeExclusions([(pattern, nil)], by: "ada")
        #expect(try archive.index.status().exclusionProblems.isEmpty)
        #expect(try await archive.update().report.warnings.isEmpty)
    }

    @Test(arguments: ["", "drafts/"])
    func anUnreadablePatternFileKeepsNothingThatPeopleLeaveOut(folder: String) async throws {
        let archive = try await Self.archive()
        try archive.write("[x\n".utf8, to: folder + ".docsearchignore")
        try archive.index.exclude([("/drafts/b.pdf", nil)], by: "ada")
        let warning = try #require(try await archive.update().report.warnings.first?.message)
        #expect(warning.contains("apart from what people leave out"), "\(warning)")
        #expect(try Set(archive.find("heron")) == ["a.pdf", "drafts/c.pdf"])
    }

    @Test func problemsOfPatternsStayInTheStatusUntilTheFileIsRepaired() async throws {
        let archive = try await Self.archive()
        let warnings = try await archive.read("[x\n".utf8, as: "drafts/.docsearchignore").report.warnings.map(\.message)
        #expect(warnings.count == 1)
        #expect(try archive.index.status().exclusionProblems == warnings)
        #expect(warnings.first?.contains("drafts/.docsearchignore") == true)
        // A run through a part of the folder knows nothing of the rest.
        try await archive.update([archive.root + "/a.pdf"])
        #expect(try archive.index.status().exclusionProblems == warnings)
        #expect(try await archive.read("b.pdf\n".utf8, as: "drafts/.docsearchignore").report.warnings.isEmpty)
        #expect(try archive.index.status().exclusionProblems.isEmpty)
        #expect(try archive.index.status().leftOut == 1)
    }

    @Test func problemsOfPatternsAreNotKeptOfWhatIsForgotten() async throws {
        let archive = try await Self.archive()
        try await archive.read("[x\n".utf8, as: "drafts/.docsearchignore")
        try archive.index.forget(["b", "c"].map { try archive.index.document(DocumentReference("drafts/\($0).pdf")) })
        #expect(try RawBytes(of: "drafts", in: archive.indexPath).places == [])
        #expect(try archive.index.status().exclusionProblems.isEmpty)
    }
}
