import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import DocSearch

/// In each zip of the samples, and in the folder that it unpacks to, one file is harmed that says what the others are.
@Suite("No bundle of the samples dissolves with its description")
struct WorseDescriptionTests {
    @Test(
        .enabled(if: WorseSampleTests.hasSamples, "Samples are not there"),
        arguments: [FileHarm.webPage, .sentence, .cutByTenth, .zeroedHead, .zeroedFifth, .empty], [0, 1, 2, 3, 4])
    func documentsStayWhatTheyWere(harm: FileHarm, turn: Int) async throws {
        let archive = try TestArchive()
        let bundles = try WorsePartTests.Bundle.all()
        for bundle in bundles { try bundle.write(to: archive) { $0.bytes } }
        try await archive.update { $0.jobs = 2 }
        let before = try Self.facts(archive)
        let failedBefore = Set(try archive.index.status().failures.map { "\($0.path): \($0.reason)" })
        var harmed: [String: String] = [:]
        for bundle in bundles where turn < bundle.descriptions.count {
            let part = bundle.descriptions[turn]
            for path in [bundle.zip, bundle.folder] { harmed[path] = part }
            try bundle.write(to: archive) { $0.name == part ? harm.done(to: $0.bytes) : $0.bytes }
        }
        for isFull in [false, true] {
            let run = try await archive.update { ($0.jobs, $0.full) = (2, isFull) }
            let after = try Self.facts(archive)
            for (path, facts) in before {
                let lost = facts.subtracting(after[path] ?? [])
                let part = harmed.first { WorsePartTests.isIn($0.key, path) }?.value ?? "nothing"
                #expect(lost.isEmpty, "\(path), \(part), \(isFull)")
            }
            let said = try archive.index.status().failures.filter { !failedBefore.contains("\($0.path): \($0.reason)") }
            #expect(said.isEmpty || run.report.standingFailures > 0)
        }
    }

    /// Of each document: title, authors, tags and the format of its bundle.
    private static func facts(_ archive: TestArchive) throws -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        try archive.index.forEachDocument { document, _ in
            found[document.path] = Set([document.title] + document.authors + document.tags)
        }
        for format in BundleFormat.allCases {
            let paths = try archive.find("format:\(format.rawValue)") {
                ($0.limit, $0.showsCopies, $0.match) = (1000, true, .all)
            }
            for path in paths { found[path]?.insert("format \(format.rawValue)") }
        }
        return found
    }
}

/// An item of DSpace, as a folder and packed.
@Suite("Items of DSpace whose description is damaged")
struct DamagedItemTests {
    private static let contents = "a.pdf\tbundle:ORIGINAL\nb.pdf\tbundle:ORIGINAL\n"
    private static let page = "<!DOCTYPE html><html><body><h1>404 Not Found</h1></body></html>"

    @Test(arguments: [
        ("contents", nil), ("contents", ""), ("contents", page), ("contents", "Service Unavailable\n"),
        ("contents", String(repeating: "\0", count: contents.utf8.count)), ("contents", "a.pdf\tbun\0\0\0\0\0\0NAL\n"),
        ("contents", "a.pdf\tbundle:ORIGINAL\nb.pdf\tbundle:ORIG"),
        ("contents", "a.pdf\tbundle:ORIGINAL\nb.pdf\tbundle:"),
        ("contents", "a.pdf\tbundle:ORIGINAL\nb.p"), ("contents", "a.pdf\tbundle:ORIGINAL\n"),
        ("contents", "a.pdf\tbundle:OR\u{1}\u{7}\u{E9}NAL\nb.pdf\tbundle:ORIGINAL\n"), ("contents", "a."),
        ("dublin_core.xml", nil), ("dublin_core.xml", ""), ("dublin_core.xml", page),
        ("dublin_core.xml", "\0\0\0\0\0\0\0\0\0\0core><dcvalue element=\"title\">Marsh</dcvalue></dublin_core>"),
        ("dublin_core.xml", "<dublin_core><dcvalue element=\"title\">Marsh</dcvalue>"),
        ("dublin_core.xml", "<dublin_core></dublin_core>"),
    ])
    func documentsStayWhatTheyWere(name: String, left: String?) async throws {
        let archive = try TestArchive()
        func write(_ name: String? = nil, _ left: String? = nil) throws {
            var files: [String: [UInt8]] = [
                "contents": Array(Self.contents.utf8),
                "dublin_core.xml": Array(
                    ("<dublin_core><dcvalue element=\"title\">Marsh</dcvalue><dcvalue element=\"contributor\" "
                        + "qualifier=\"author\">Ann Lee</dcvalue></dublin_core>").utf8),
                "a.pdf": TestDocument("", pages: ["heron one"]).pdf,
                "b.pdf": TestDocument("", pages: ["heron two"]).pdf,
            ]
            if let name { files[name] = left.map { Array($0.utf8) } }
            let sorted = files.sorted { $0.key < $1.key }
            try archive.write(ZipWriter(sorted.map { .init($0.key, $0.value) }).bytes, to: "packed.zip")
            for (name, bytes) in sorted { try archive.write(bytes, to: "item/\(name)") }
            if let name, left == nil { try archive.remove("item/\(name)") }
        }
        func found() throws -> [String] {
            try ["heron", "author:lee", "title:marsh", "format:dspace-saf"].flatMap { query in
                try archive.find("\(query)") { $0.showsCopies = true }.sorted().map { "\(query): \($0)" }
            }
        }
        try write()
        try await archive.update()
        let before = try found()
        #expect(before.count == 16, "\(before)")
        try write(name, left)
        for isFull in [false, false, true] {
            let run = try await archive.update { $0.full = isFull }
            #expect(Set(before).subtracting(try found()).isEmpty)
            let said = try archive.index.status().failures.map(\.path)
            for bundle in ["item", "packed.zip"] { #expect(said.contains { $0.hasPrefix(bundle) }, "\(bundle)") }
            #expect(run.report.standingFailures > 0)
        }
        try write()
        #expect(try await archive.update().report.standingFailures == 0)
        #expect(try found() == before)
    }

    /// What makes up an item may be taken apart on purpose.
    @Test func rereadTakesTheFolderAsItIs() async throws {
        let archive = try TestArchive()
        let core = "<dublin_core><dcvalue element=\"title\">Marsh</dcvalue></dublin_core>"
        try archive.write(core.utf8, to: "item/dublin_core.xml")
        try archive.write("a.pdf\n".utf8, to: "item/contents")
        try await archive.read(["heron"], as: "item/a.pdf")
        try archive.remove("item/contents")
        let run = try await archive.update()
        #expect(run.failures.first?.reason.contains("docsearch reread") == true)
        #expect(try archive.find("heron") == ["item!/a.pdf"])
        let reread = try await archive.reread(bundlesAt: "item")
        #expect(reread.failures.isEmpty)
        #expect(try archive.find("heron") == ["item/a.pdf"])
        #expect(try await archive.update().report.standingFailures == 0)
    }
}
