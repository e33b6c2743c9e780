import DocSearchTestSupport
import Foundation
import Testing

/// Every format of bundles, from the file or the folder to what `show` and `find` say. Samples/generate-bundles.py makes
/// them, and the answers.
@Suite struct BundleFormatTests {
    @Test func bundleFormatsAllHaveSamples() {
        let formats = Set(BundleSamples.documents.map(\.format))
        #expect(
            formats.isSuperset(of: [
                "zip", "pdf", "yianazip", "yianazip-1", "yianazip-json", "bagit", "mets", "hocr", "paperless",
                "dspace-saf", "ocfl", "internet-archive", "cbz", "images", "mail", "mbox",
            ]))
        #expect(BundleSamples.documents.filter { $0.form == .folders }.count > 20)
    }

    @Test(arguments: BundleSamples.documents)
    func bundlesOfEveryFormatGiveTheirMetadata(_ document: BundleSamples.Document) throws {
        let shown = try document.form.shown(document.path)
        #expect(shown["format"]?.string == document.format)
        #expect(shown["author"] == document.expected["authors"])
        for member in ["title", "date", "tags", "identifier", "language", "description", "page_count"] {
            #expect(shown[member] == document.expected[member], "\(member)")
        }
    }

    @Test(arguments: BundleSamples.documents)
    func bundlesOfEveryFormatGiveTheirPagesInOrder(_ document: BundleSamples.Document) throws {
        let shown = try document.form.shown(document.path)
        let (pages, expected) = (shown["pages"]?.elements ?? [], document.expected["pages"]?.elements ?? [])
        #expect(pages.map { $0["page"] } == expected.map { $0["page"] })
        for (page, wanted) in zip(pages, expected) {
            let (text, phrase) = (Self.joined(page["text"]), Self.joined(wanted["contains"]))
            #expect(!phrase.isEmpty)
            #expect(text.contains(phrase))
            #expect(page["origin"] == wanted["origin"])
            #expect(page["label"] == wanted["label"])
            let words = page["words"]?.elements ?? []
            for word in wanted["words"]?.elements ?? [] { #expect(words.contains { $0["text"] == word }) }
            guard let boxed = wanted["box"] else { continue }
            let box = words.first { $0["text"] == boxed["text"] }?["box"]?.elements.compactMap(\.number) ?? []
            let sides = boxed["box"]?.elements.compactMap(\.number) ?? []
            #expect(box.count == 4, "\(box), not \(sides)")
            #expect(zip(box, sides).allSatisfy { abs($0 - $1) < 0.5 }, "\(box), not \(sides)")
        }
    }

    @Test(arguments: BundleSamples.documents)
    func documentsOfEveryFormatAreFoundByTheirWords(_ document: BundleSamples.Document) throws {
        let hits = try document.form.answer(document.query)["hits"]?.elements ?? []
        #expect(Set(hits.compactMap { $0["path"]?.string }) == document.found)
        let hit = try #require(hits.first { $0["path"]?.string == document.path })
        for member in ["title", "date", "tags", "identifier"] {
            #expect(hit[member] == document.expected[member], "\(member)")
        }
        #expect(hit["author"] == document.expected["authors"])
        guard let number = document.expected["query_page"], number != .null else { return }
        let page = try #require(hit["pages"]?[0])
        #expect(page["page"] == number)
        let snippet = Array((page["snippet"]?.string ?? "").unicodeScalars)
        let phrase = document.query.trimmingCharacters(in: ["\""])
        let words = phrase == document.query ? Set(phrase.split(separator: " ").map(String.init)) : [phrase]
        let marks = page["marks"]?.elements ?? []
        #expect(!marks.isEmpty)
        for mark in marks {
            let (start, end) = (mark[0]?.int ?? -1, mark[1]?.int ?? -1)
            try #require(0 <= start)
            try #require(start < end)
            try #require(end <= snippet.count)
            let marked = String(String.UnicodeScalarView(snippet[start..<end])).lowercased()
            #expect(words.contains(marked), "\(marked)")
        }
    }

    @Test(arguments: BundleSamples.documents.filter { !($0.expected["absent"]?.elements ?? []).isEmpty })
    func bundlesOfEveryFormatGiveNothingThatIsNotTheirs(_ document: BundleSamples.Document) throws {
        for word in document.expected["absent"]?.elements.compactMap(\.string) ?? [] {
            #expect(try document.form.program().run(["find", word]).exitCode == 1, "\(word)")
        }
    }

    @Test(arguments: BundleSamples.others)
    func statusSaysWhatBecameOfBundlesThatFailed(_ other: BundleSamples.Other) throws {
        let program = try BundleSamples.Form.samples.program()
        let all = try program.run(["find", "--json", "--all", "--limit", "100000", "-zqzqzq"]).json()
        let paths = (all["hits"]?.elements ?? []).compactMap { $0["path"]?.string }
        #expect(paths.count > 60)
        #expect(!paths.contains { $0.hasPrefix(other.file) })
        let failures = (try program.run(["status", "--json"]).json()["failures"]?.elements ?? []).filter {
            $0["path"]?.string?.hasPrefix(other.file) == true
        }
        if other.outcome == "skipped" {
            #expect(failures.isEmpty)
        } else {
            #expect(failures.map { $0["code"] } == [other.expected["code"]])
            let path = failures.first?["path"]?.string ?? ""
            #expect(path.contains(other.expected["names"]?.string ?? other.file))
        }
        if let word = other.expected["absent"]?.string { #expect(try program.run(["find", word]).exitCode == 1) }
    }

    @Test func lockedBundlesAreOpenedWithThePassword() throws {
        let program = try Program()
        let locked = BundleSamples.others.filter { $0.outcome == "locked" }
        #expect(locked.count == 3)
        for other in locked {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: BundleSamples.path + "/" + other.file))
            try program.folder.write(bytes, to: "archive/" + other.file)
        }
        let password = try #require(BundleSamples.expected["password"]?.string)
        let passwords = try program.folder.write("mistaken\n\(password)\n".utf8, to: "passwords")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: passwords)
        let outcome = try program.run(["index", "--passwords", passwords, program.folder.path + "/archive"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains(password))
        for other in locked {
            let expected = try #require(other.expected["document"])
            let shown = try program.run(["show", "--json", #require(expected["path"]?.string)]).json()
            for member in ["title", "date", "page_count"] { #expect(shown[member] == expected[member], "\(member)") }
            let phrase = Self.joined(expected["pages"]?[0]?["contains"])
            let text = Self.joined(shown["pages"]?[0]?["text"])
            #expect(!phrase.isEmpty)
            #expect(text.contains(phrase))
        }
        try Self.expectNowhere(password, in: program.index)
    }

    @Test(arguments: [BundleSamples.Form.samples, .folders])
    func paperlessBundlesGiveAwayNoCredentials(form: BundleSamples.Form) throws {
        let program = try form.program()
        let secret = try #require(BundleSamples.expected["secret"]?.string)
        let paperless = BundleSamples.documents.filter { $0.form == form && $0.format == "paperless" }
        #expect(paperless.count >= 4)
        for document in paperless {
            let raw = try program.run(["show", "--raw", document.path])
            #expect(raw.exitCode == 0)
            #expect(raw.output.contains("title"), "\(document.path)")
            #expect(!raw.output.contains(secret), "\(document.path)")
        }
        #expect(try program.run(["find", "\"\(secret)\""]).exitCode == 1)
        try Self.expectNowhere(secret, in: program.index)
    }

    private static func expectNowhere(_ secret: String, in folder: String) throws {
        var bytes = 0
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            let path = folder + "/" + name
            guard try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType == .typeRegular
            else { continue }
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            bytes += data.count
            #expect(data.range(of: Data(secret.utf8)) == nil, "\(name)")
        }
        #expect(bytes > 0)
    }

    /// On one line: pages break lines where they like.
    static func joined(_ text: JSON?) -> String {
        (text?.string ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
