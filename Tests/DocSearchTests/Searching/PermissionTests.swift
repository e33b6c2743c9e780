@testable import DocSearch
import DocSearchTestSupport
import Foundation
import Synchronization
import Testing

/// What a filter lets through is remembered, and never longer than it is true.
@Suite("Remembered permissions")
struct PermissionTests {
    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        for (name, tag) in [("a", "open"), ("b", "closed"), ("c", "open")] {
            try archive.write(
                [TestDocument(name, pages: ["heron \(name)"], title: "Paper \(name)", tags: [tag])], to: "\(name).zip")
        }
        try await archive.update()
        return archive
    }

    private func names(_ access: String, _ index: ArchiveIndex) throws -> String {
        var request = SearchRequest("heron")
        request.access = access
        let found = try index.search(request).hits.map { String($0.document.title.suffix(1)) }.sorted().joined()
        var documents: [ArchiveDocument] = []
        try index.forEachDocument { document, _ in documents.append(document) }
        let permitted = try index.permitted(documents, by: access)
        let ids = documents.filter { permitted.contains($0.id) }.map { String($0.title.suffix(1)) }.sorted().joined()
        #expect(ids == found)
        return found
    }

    /// Scores are counted among what may be seen: others would tell what words there are beyond it.
    @Test func scoresAreCountedAmongWhatMayBeSeen() async throws {
        let archive = try await Self.archive()
        func scores(_ word: String) throws -> [Double] {
            var request = SearchRequest("heron OR \(word)")
            request.access = "tag:open"
            let hits = try archive.index.search(request).hits
            #expect(hits.count == 2)
            return hits.flatMap { [$0.score] + $0.pages.map(\.score) }
        }
        // "b" stands in the closed document alone.
        #expect(try scores("b") == scores("nowhere"))
        #expect(try scores("c") != scores("nowhere"))
    }

    /// Of many documents some are looked at closely. Which they are depends on the form that a word has in them, and not on
    /// the form that it has in closed ones.
    @Test func theFormOfAWordInAClosedDocumentPutsNoOthersInOrder() async throws {
        func found(_ closed: String) async throws -> [String] {
            let archive = try TestArchive()
            let others = (0..<300).map { "f\($0)" }.joined(separator: " ")
            var documents = (0..<60).map { number in
                number < 58
                    ? TestDocument(
                        "d\(number)", pages: [String(repeating: "ships ", count: 16) + "n\(number)"], title: "Paper",
                        tags: ["open"])
                    : TestDocument("d\(number)", pages: ["\(others) n\(number)"], title: "Ships", tags: ["open"])
            }
            documents.append(TestDocument("z", pages: ["a \(closed)"], title: "Paper z", tags: ["closed"]))
            try archive.write(documents, to: "all.zip")
            try await archive.update()
            return try archive.find("ship") { ($0.access, $0.showsCopies, $0.limit) = ("tag:open", true, 100) }
        }
        let order = try await found("boat")
        #expect(order.count == 60)
        #expect(try await found("ship") == order)
    }

    /// With a limit of time, words of closed documents would crowd out those of open ones.
    @Test func similarWordsOfWhatMayBeSeenAreFoundHoweverManyOthersThereAre() async throws {
        let letters = Array("abcdefghijkl")
        let crowd = letters.flatMap { first in
            letters.flatMap { second in ["s\(first)\(second)x", "s\(first)\(second)y"] }
        }
        let archive = try TestArchive()
        try archive.write([TestDocument("a", pages: ["sluice"], tags: ["open"])], to: "a.zip")
        try archive.write([TestDocument("b", pages: [crowd.joined(separator: " ")])], to: "b.zip")
        try await archive.update()
        let store = try archive.index.indexStore()
        let permission = try #require(try archive.index.permission("tag:open"))
        #expect(try SimilarWords(store, patience: .zero).similar(to: "sluise").isEmpty)
        #expect(try SimilarWords(store, within: permission.rows, patience: .zero).similar(to: "sluise") == ["sluice"])
    }

    /// Each change is made through another object, as by another program.
    @Test func rememberedPermissionsFollowEveryChange() async throws {
        let archive = try await Self.archive()
        let (reader, writer) = (archive.index, ArchiveIndex(at: archive.indexPath))
        #expect(try names("tag:open", reader) == "ac")
        #expect(try names("-tag:closed", reader) == "ac")
        let b = try writer.document(DocumentReference("b.zip!/b.pdf"))
        let a = try writer.document(DocumentReference("a.zip!/a.pdf"))
        try writer.tag([b], adding: ["open"], by: "t")
        #expect(try names("tag:open", reader) == "abc", "what people say")
        try writer.tag([a], removing: ["open"], by: "t")
        #expect(try names("tag:open", reader) == "bc")
        try writer.undo(by: "t")
        #expect(try names("tag:open", reader) == "abc")
        try writer.correct(a, [.title: "Other a"], by: "t")
        #expect(try names("title:other", reader) == "a")
        try archive.write(
            [TestDocument("c", pages: ["heron c"], title: "Paper c", tags: ["closed"])], to: "c.zip")
        try await archive.update()
        #expect(try names("tag:open", reader) == "ab", "what a run has read")
        try archive.write(
            [TestDocument("d", pages: ["heron d"], title: "Paper d", tags: ["open"])], to: "d.zip")
        try await archive.update()
        #expect(try names("tag:open", reader) == "abd")
        #expect(try names("root:archive", reader) == "abcd")
        _ = try writer.forget([a])
        #expect(try names("tag:open", reader) == "bd")
    }

    @Test func permissionsAreFoundOnceForAStateOfTheIndex() async throws {
        let archive = try await Self.archive()
        let store = try archive.index.indexStore()
        let count = Mutex(0)
        func ask(_ access: String) throws -> Set<Int64> {
            try store.read { _ in
                try store.permission(by: access) {
                    count.withLock { $0 += 1 }
                    return Permission(ordinals: [0], try store.documentRowMap())
                }.ids
            }
        }
        _ = try (ask("x"), ask("x"), ask("x"))
        #expect(count.withLock { $0 } == 1)
        _ = try ask("y")
        #expect(count.withLock { $0 } == 2)
        let document = try archive.document("a.zip!/a.pdf")
        try ArchiveIndex(at: archive.indexPath).tag([document], adding: ["z"], by: "t")
        _ = try (ask("x"), ask("x"))
        #expect(count.withLock { $0 } == 3, "another state")
        for number in 0..<40 { _ = try ask("filter \(number)") }
        _ = try ask("x")
        #expect(count.withLock { $0 } == 44, "not more of them than some are kept")
    }

    /// Swift takes both names of the tag for equal.
    @Test func permissionsOfTwoFiltersAreNeverMixedUp() async throws {
        let (composed, decomposed) = ("f\u{FC}r uns", "fu\u{308}r uns")
        let archive = try TestArchive()
        for (name, tag) in [("a", composed), ("b", decomposed)] {
            try archive.write(
                [TestDocument(name, pages: ["heron"], title: "Paper \(name)", tags: [tag])], to: "\(name).zip")
        }
        try await archive.update()
        let index = archive.index
        let first = [try names("tag:=\"\(composed)\"", index), try names("tag:=\"\(decomposed)\"", index)]
        let other = ArchiveIndex(at: archive.indexPath)
        let second = [try names("tag:=\"\(decomposed)\"", other), try names("tag:=\"\(composed)\"", other)]
        #expect(first == second.reversed())
        #expect(try names("-tag:=\"\(composed)\"", index).isEmpty, "what excludes means every form")
    }

    /// While another program changes tags all the time, no answer has a document that was closed before it was asked for.
    @Test func rememberedPermissionsAreNeverOlderThanTheQuestion() async throws {
        let archive = try await Self.archive()
        let document = try archive.document("c.zip!/c.pdf")
        let (reader, writer) = (archive.index, ArchiveIndex(at: archive.indexPath))
        for round in 0..<60 {
            if round % 2 == 0 {
                try writer.tag([document], removing: ["open"], by: "t")
                #expect(try names("tag:open", reader) == "a", "round \(round)")
            } else {
                try writer.tag([document], adding: ["open"], by: "t")
                #expect(try names("tag:open", reader) == "ac", "round \(round)")
            }
        }
    }
}
