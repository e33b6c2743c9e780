import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

@Suite("What changed since the last run")
struct ChangeTests {
    @Test func aFileIsNotReadAgainWhenOnlyItsTimeIsNew() async throws {
        let archive = try TestArchive()
        let path = try archive.write(["a heron in the reeds"], to: "a.pdf")
        try await archive.update()
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
        let touched = try await archive.update()
        #expect(touched.report.unchanged == 1)
        #expect(touched.report.changed == 0)
        #expect(touched.report.documents == 0)
        let again = try await archive.update { $0.extractorPath = "/bin/false" }
        #expect(again.report.unchanged == 1, "the new time is noted")
    }

    @Test func aRunWithoutChangesWritesNoByte() async throws {
        let archive = try TestArchive()
        try archive.write(["a heron in the reeds"], to: "a.pdf")
        try await archive.read(Array("PK rubbish".utf8), as: "damaged.zip")
        try await archive.update()
        func state() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: archive.indexPath).sorted()
                .filter { $0.contains("sqlite") && !$0.hasSuffix("-shm") }
                .map { name in
                    let file = try FileManager.default.attributesOfItem(atPath: archive.indexPath + "/" + name)
                    return
                        "\(name) \(file[.size] ?? "") \(file[.modificationDate] ?? "") \(file[.systemFileNumber] ?? "")"
                }
        }
        let before = try state()
        let run = try await archive.update()
        #expect(run.report.unchanged == 2)
        #expect(run.report.standingFailures == 1)
        #expect(try state() == before)
        let status = try archive.index.status()
        #expect(status.lastRun?.documents == 1, "the last run that did something")
        #expect(status.lastLook ?? 0 >= run.report.started)
    }

    @Test func aDocumentThatIsBeingSavedIsNoNewBundle() async throws {
        let archive = try TestArchive()
        let sample = try SampleArchive.bytes(of: "letters/1952-lamplighter.yianazip")
        try archive.write(sample, to: "letter.yianazip")
        let staged = UUID().uuidString
        try archive.write(["half a heron"], to: "\(staged)/content.pdf")
        let run = try await archive.read(["a whole kestrel"], as: "\(UUID().uuidString)/kestrel.pdf")
        #expect(run.report.bundles == 2)
        #expect(try archive.find("heron").isEmpty)
        #expect(try archive.find("kestrel").count == 1)
    }

    @Test func aDocumentIsInTheIndexOnceHoweverOftenItIsEdited() async throws {
        let archive = try TestArchive()
        let words = ["heron", "kestrel", "curlew", "plover"]
        var ids: Set<Int64> = []
        for (position, word) in words.enumerated() {
            try archive.write(
                [TestDocument("bird", pages: ["the \(word) bird"], title: "Bird \(word)")], to: "a.zip")
            let run = try await archive.update()
            #expect(run.report.documents == 1)
            #expect(run.report.changed == (position == 0 ? 0 : 1))
            for (other, old) in words.enumerated() {
                let results = try archive.index.search(SearchRequest(old))
                #expect(results.total == (other == position ? 1 : 0), "\(old) after \(word)")
            }
            #expect(try archive.find("bird") == ["a.zip!/bird.pdf"])
            ids.insert(try archive.index.document("a.zip!/bird.pdf").id)
        }
        #expect(ids.count == 1, "a document keeps its id")
        #expect(try archive.index.status().pages == 1)
    }

    @Test func documentsThatLeaveTheirBundleLeaveTheIndex() async throws {
        let archive = try TestArchive()
        let both = ["heron", "kestrel"].map { TestDocument($0, pages: ["the \($0) bird"]) }
        try await archive.read(both, as: "a.zip")
        try await archive.read([both[1]], as: "a.zip")
        #expect(try archive.find("bird") == ["a.zip!/kestrel.pdf"])
        #expect(try archive.index.search(SearchRequest("heron")).total == 0)
    }

    @Test func aRemovedBundleLeavesNoTrace() async throws {
        let archive = try TestArchive()
        try archive.write(
            [
                TestDocument(
                    "b", pages: ["heron", "kestrel"], authors: ["Orme"], tags: ["birds"], date: "1931")
            ], to: "b.zip")
        try archive.write(["plover"], to: "k.pdf")
        try await archive.read(Array("PK rubbish".utf8), as: "damaged.zip")
        #expect(try archive.index.status().failures.count == 1)
        try archive.remove("b.zip")
        try archive.remove("damaged.zip")
        let run = try await archive.update()
        #expect(Set(run.removed) == ["b.zip", "damaged.zip"])
        #expect(run.report.removed == 2)
        let status = try archive.index.status()
        #expect(status.documents == 1)
        #expect(status.pages == 1)
        #expect(status.bundles == 1)
        #expect(status.failures.isEmpty)
        #expect(status.states == ["text-layer": 1])
        // Totals are counted in the full-text tables themselves.
        for query in [
            "heron", "kestrel", "heron kestrel", "author:orme", "tag:birds", "title:b", "1931..1931",
        ] {
            #expect(try archive.index.search(SearchRequest(query)).total == 0, "\(query)")
        }
    }

    @Test func whatWasKnownOfABundleIsKeptWhenItCannotBeRead() async throws {
        let archive = try TestArchive()
        let document = TestDocument("b", pages: ["heron"])
        try await archive.read([document], as: "b.zip")
        let whole = ZipWriter(document.entries).bytes
        let damaged = try await archive.read(whole.prefix(whole.count / 2), as: "b.zip")
        #expect(damaged.report.failed == 1)
        #expect(try archive.find("heron") == ["b.zip!/b.pdf"])
        let idle = try await archive.update { $0.extractorPath = "/bin/false" }
        #expect(idle.report.unchanged == 1)
        #expect(idle.report.failed == 0)
        #expect(idle.report.standingFailures == 1)
        let retried = try await archive.update { $0.retryFailed = true }
        #expect(retried.report.failed == 1)
        #expect(try archive.index.status().failures.first?.attempts == 2)
        try await archive.read(whole, as: "b.zip")
        #expect(try archive.index.status().failures.isEmpty)
    }

    @Test func filesWhoseNamesOnlyLookAlikeAreToldApart() async throws {
        let archive = try TestArchive()
        // One file name in two normal forms, which Linux takes for two files and Swift for one text.
        try archive.write(["heron"], to: "caf\u{E9}.pdf")
        try archive.write(["kestrel"], to: "cafe\u{301}.pdf")
        try #require(try FileManager.default.contentsOfDirectory(atPath: archive.root).count == 2)
        try await archive.update()
        #expect(try archive.index.status().documents == 2)
        let idle = try await archive.update()
        #expect(idle.report.unchanged == 2)
        #expect(idle.report.documents == 0)
        try FileManager.default.removeItem(atPath: archive.root + "/cafe\u{301}.pdf")
        try await archive.update()
        #expect(try archive.index.search(SearchRequest("kestrel")).total == 0)
        #expect(try archive.index.search(SearchRequest("heron")).total == 1)
    }

    @Test func entriesWhoseNamesOnlyLookAlikeAreRead() async throws {
        let archive = try TestArchive()
        let entries = [("caf\u{E9}.pdf", "heron"), ("cafe\u{301}.pdf", "kestrel")].map {
            ZipWriter.Entry($0.0, TestDocument("", pages: [$0.1]).pdf)
        }
        let run = try await archive.read(ZipWriter(entries).bytes, as: "a.zip")
        #expect(run.failures.isEmpty)
        #expect(try archive.find("heron").count == 1)
        #expect(try archive.find("kestrel").count == 1)
    }

    @Test func aDryRunChangesNothingInTheIndex() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "a.pdf")
        try await archive.read(["plover"], as: "gone.pdf")
        try archive.write(["kestrel"], to: "b.pdf")
        try archive.write(["heron and more"], to: "a.pdf")
        try archive.remove("gone.pdf")
        let before = try archive.index.status()
        let dry = try await archive.update { $0.dryRun = true }
        #expect(dry.report.new == 1)
        #expect(dry.report.changed == 1)
        #expect(dry.report.removed == 1)
        #expect(dry.report.documents == 0)
        var after = try archive.index.status()
        after.bytes = before.bytes
        #expect(after == before)
        #expect(try archive.find("kestrel").isEmpty)
        #expect(try archive.find("plover") == ["gone.pdf"])
    }

    @Test func aDryRunRemembersNoFolder() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "inner/a.pdf")
        try await archive.update([archive.root + "/inner"])
        let before = try archive.index.status().roots
        _ = try await archive.update {
            $0.dryRun = true
            $0.languages = ["deu"]
        }
        #expect(try archive.index.status().roots == before)
        #expect(try archive.index.document("a.pdf").path == "a.pdf")
    }
}
