import DocSearchTestSupport
import Foundation
import Testing

@Suite struct BundlesCommandTests {
    private static let members = [
        ("path", "string"), ("format", "string|null"), ("documents", "array"), ("problems", "array"),
        ("skipped", "string|null"), ("fixity", "object|null"), ("awaited", "object"), ("passed_over", "object"),
    ]
    private static let documentMembers = [
        ("entry", "string"), ("title", "string"), ("author", "array"), ("date", "string|null"), ("tags", "array"),
        ("identifier", "string|null"), ("language", "string|null"), ("description", "string|null"),
        ("page_count", "integer|null"), ("claimed_page_count", "integer|null"), ("has_content", "bool"),
        ("text", "string|null"), ("details", "array"),
    ]
    private static let problemMembers = [
        ("entry", "string|null"), ("page", "integer|null"), ("code", "string"), ("reason", "string"),
    ]

    private func bundles(_ arguments: String..., input: String? = nil) throws -> Outcome {
        try Program().run(["bundles"] + arguments, input: input)
    }

    private func sample(_ name: String) -> String { SampleArchive.path + "/" + name }

    // MARK: - What it says

    @Test func bundlesCommandDescribesTheSamplesAsTheyAreIndexed() throws {
        let outcome = try bundles("--json", SampleArchive.path)
        #expect(outcome.exitCode == 3)
        let found = try outcome.jsonLines()
        let paths = found.compactMap { $0["path"]?.string }
        #expect(paths == paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        #expect(paths.count == 20)
        for bundle in found {
            for (key, types) in Self.members { #expect(bundle.has(key, types), "\(key)") }
            #expect(bundle.keys.count == Self.members.count)
            for document in bundle["documents"]?.elements ?? [] {
                for (key, types) in Self.documentMembers { #expect(document.has(key, types), "\(key)") }
                #expect(document.keys.count == Self.documentMembers.count)
            }
            for problem in bundle["problems"]?.elements ?? [] {
                for (key, types) in Self.problemMembers { #expect(problem.has(key, types), "\(key)") }
            }
        }
        var documents: [String: JSON] = [:]
        for bundle in found {
            let path = (bundle["path"]?.string ?? "").dropFirst(SampleArchive.path.count + 1)
            for document in bundle["documents"]?.elements ?? [] {
                let entry = document["entry"]?.string ?? ""
                documents[entry.isEmpty ? String(path) : "\(path)!/\(entry)"] = document
            }
        }
        let expected = try SampleArchive.expected()["documents"]?.elements ?? []
        #expect(documents.count == expected.count)
        for expected in expected {
            let path = expected["path"]?.string ?? ""
            let document = try #require(documents[path], "\(path)")
            #expect(document["title"] == expected["title"], "\(path)")
            #expect(document["author"] == expected["authors"], "\(path)")
            #expect(document["tags"] == expected["tags"], "\(path)")
            #expect(document["identifier"] ?? .null == expected["identifier"] ?? .null, "\(path)")
            let date = document["date"]?.string ?? ""
            #expect(date.hasPrefix(expected["date"]?.string ?? ""), "\(path)")
            if document["has_content"] == .bool(true) {
                #expect(document["page_count"] == expected["page_count"], "\(path)")
            }
        }
    }

    @Test func bundlesCommandSaysWhatIsWrong() throws {
        let found = try bundles(
            "--json", sample("reports/1955-burial-register.zip"), sample("reports/1961-closed-session.pdf"),
            sample("no/such.zip")
        ).jsonLines()
        #expect(
            found.map { $0["problems"]?.elements.compactMap { $0["code"]?.string } } == [
                ["damaged"], ["locked"], ["environment"],
            ])
        #expect(found[2]["problems"]?[0]?["reason"]?.string?.contains("No such file") == true)
        #expect(found.allSatisfy { $0["documents"]?.elements.isEmpty == true })
    }

    @Test func bundlesCommandOpensNoDocumentForMetadataAlone() throws {
        let program = try Program()
        let metadata = #"{"title": "The lock-keeper's book", "author": "Ann Wade", "date": "1884-07"}"#
        let zip = ZipWriter([.init("broken.pdf", "%PDF- and no more"), .init("metadata.json", metadata)])
        try program.folder.write(zip.bytes, to: "box.zip")
        let opened = try program.run(["bundles", "--json", "box.zip"])
        #expect(opened.exitCode == 3)
        #expect(try opened.json()["documents"]?.elements.isEmpty == true)
        #expect(try opened.json()["problems"]?[0]?["entry"]?.string == "broken.pdf")
        let closed = try program.run(["bundles", "--json", "--metadata-only", "box.zip"])
        #expect(closed.exitCode == 0)
        let document = try #require(try closed.json()["documents"]?[0])
        #expect(document["title"]?.string == "The lock-keeper's book")
        #expect(document["author"] == .array([.string("Ann Wade")]))
        #expect(document["date"]?.string == "1884-07")
        #expect(document["page_count"] == .null)
        #expect(document["has_content"] == .bool(true))
    }

    @Test func bundlesCommandTellsWhereTextComesFrom() throws {
        let found = try bundles(
            "--json", "--metadata-only", sample("letters/1962-bandstand.yianazip"),
            sample("minutes/1934-committees.zip")
        ).jsonLines()
        #expect(found[0]["documents"]?[0]?["text"]?.string == "metadata")
        #expect(found[0]["documents"]?[0]?["has_content"] == .bool(false))
        let texts = found[1]["documents"]?.elements.map { $0["text"] ?? .null } ?? []
        #expect(texts.contains(.string("plain")))
        #expect(texts.contains(.null))
    }

    @Test func bundlesCommandSkipsABundleWithoutFault() throws {
        let program = try Program()
        try program.folder.write(ZipWriter([.init("table.csv", "a,b")]).bytes, to: "table.zip")
        let outcome = try program.run(["bundles", "table.zip"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.contains("skipped: "))
        let bundle = try program.run(["bundles", "--json", "table.zip"]).json()
        #expect(bundle["skipped"]?.string?.isEmpty == false)
        #expect(bundle["problems"]?.elements.isEmpty == true)
    }

    @Test func bundlesCommandTriesPasswords() throws {
        let program = try Program()
        try program.folder.write("goose\nswan".utf8, to: "passwords")
        let file = program.folder.path + "/passwords"
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let locked = sample("reports/1961-closed-session.pdf")
        let outcome = try program.run(["bundles", "--json", "--passwords", file, locked])
        #expect(outcome.exitCode == 0, "\(outcome.output)")
        #expect(try (outcome.json()["documents"]?[0]?["page_count"]?.int ?? 0) > 0)
        #expect(!outcome.output.contains("goose"))
    }

    @Test func bundlesCommandIsReadable() throws {
        let outcome = try bundles(SampleArchive.path)
        #expect(outcome.exitCode == 3)
        for words in [
            "minutes/1958-tramway-enquiry.yianazip: a document of Yiana", "content.pdf · ",
            "letters/1962-bandstand.yianazip: a document of Yiana, its metadata alone", "text from its metadata",
            "damaged: ", "locked: ", "20 bundles, 19 documents, 2 with problems",
        ] {
            #expect(outcome.output.contains(words), "\(words)")
        }
    }

    // MARK: - What it is given

    @Test func bundlesCommandKeepsTheOrderOfManyFiles() throws {
        let program = try Program()
        var names: [String] = []
        for number in 0..<300 {
            let name = "\(number * 7919 % 300).zip"
            let metadata = #"{"title": "Paper \#(number)"}"#
            let padding = [UInt8](repeating: 0x20, count: number % 10 == 0 ? 200_000 : 10)
            let zip = ZipWriter([.init("a.pdf", Array("%PDF-".utf8) + padding), .init("a.json", metadata)])
            try program.folder.write(zip.bytes, to: name)
            names.append(name)
        }
        let outcome = try program.run(
            ["bundles", "--json", "--metadata-only", "--jobs", "3", "--files-from", "-"],
            input: names.joined(separator: "\n") + "\n\n")
        #expect(outcome.exitCode == 0)
        let found = try outcome.jsonLines()
        #expect(found.compactMap { $0["path"]?.string } == names)
        #expect(
            found.compactMap { $0["documents"]?[0]?["title"]?.string } == (0..<300).map { "Paper \($0)" })
    }

    @Test func bundlesCommandTakesAFolderForABundle() throws {
        let program = try Program()
        let pdf = try SampleArchive.bytes("letters/1949-library-gift.pdf")
        try program.folder.write(
            "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n".utf8, to: "all/bag/bagit.txt")
        try program.folder.write(pdf, to: "all/bag/data/gift.pdf")
        try program.folder.write(pdf, to: "all/plain/gift.pdf")
        try program.folder.write(#"{"title": "A gift of books"}"#.utf8, to: "all/plain/gift.json")
        let bag = try program.run(["bundles", "--json", "all/bag"]).jsonLines()
        #expect(bag.map { $0["path"]?.string } == ["all/bag"])
        #expect(bag.first?["documents"]?[0]?["entry"]?.string == "data/gift.pdf")
        let all = try program.run(["bundles", "--json", "all"]).jsonLines()
        #expect(all.map { $0["path"]?.string } == ["all/bag", "all/plain/gift.pdf"])
        #expect(all.last?["documents"]?[0]?["title"]?.string == "A gift of books")
        let alone = try program.run(["bundles", "--json", "all/plain/gift.pdf"]).json()
        #expect(alone["documents"]?[0]?["title"]?.string == "A gift of books")
    }

    @Test func bundlesCommandNeedsTheListThatIsNamed() throws {
        let outcome = try Program().run(["bundles", "--files-from", "no-such-list"])
        #expect(outcome.exitCode == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("no-such-list"))
    }

    // MARK: - What may not get out

    @Test(arguments: [[], ["--json"], ["--metadata-only"], ["--metadata-only", "--json"]])
    func bundlesCommandLetsNoHarmfulTextOut(options: [String]) throws {
        let program = try Program()
        let harm = "\u{1B}]0;owned\u{7} \u{202E}fdp\u{9B}31m\u{7F}"
        let sidecar: [String: Any] = [
            "title": "T\(harm)", "author": ["A\(harm)"], "tags": ["t\(harm)"], "description": "D\(harm)",
            "identifier": "I\(harm)", "language": "L\(harm)",
        ]
        let pdf = try SampleArchive.bytes("letters/1949-library-gift.pdf")
        let zip = ZipWriter([
            .init("p\(harm).pdf", Array(pdf)),
            .init("p\(harm).json", Array(try JSONSerialization.data(withJSONObject: sidecar))),
            .init("b\(harm).pdf", "%PDF-1.4 and no more"),
        ])
        try program.folder.write(zip.bytes, to: "f\(harm)/z\(harm).zip")
        try program.folder.write("no PDF".utf8, to: "f\(harm)/n\(harm).pdf")
        let outcome = try program.run(["bundles"] + options + ["f\(harm)", "nothing\(harm)"])
        #expect(outcome.exitCode == 3)
        #expect(outcome.output.contains("fdp"))
        #expect(harmfulScalars(in: outcome.output).isEmpty, "\(outcome.output.debugDescription)")
        #expect(harmfulScalars(in: outcome.errors).isEmpty)
    }
}
