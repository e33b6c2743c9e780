import DocSearchTestSupport
import Foundation
import Testing

/// An archive with documents to feed, and a folder that it is fed into.
struct FeedFixture {
    let program: Program
    /// Where the feed is; nil beside the archive.
    var place: String?

    var folder: String { place ?? program.folder.path + "/feed" }

    /// Documents 1 to 4: open, closed and draft letters of two pages, and one with rights, an author, a date and tags.
    init() throws {
        program = try Program()
        for name in ["closed", "draft", "open"] {
            try program.folder.write(
                PDFWriter(texts: ["heron \(name) on the weir", "plover \(name) <b>&\"\\"]).bytes,
                to: "archive/\(name).pdf")
        }
        try program.folder.write(PDFWriter(texts: ["charter of the town"]).bytes, to: "archive/charter.pdf")
        let metadata = """
            {"title":"The charter","author":["Ottilie Harnwick","Edith Marrowby"],"date":"1931-03","tags":["council"],
             "language":"German","rights":"CC BY 4.0"}
            """
        try program.folder.write(metadata.utf8, to: "archive/charter.json")
        try run(["index", "--ocr", "never", program.folder.path + "/archive"])
    }

    func number(_ query: String) throws -> Int {
        try #require(try program.run(["find", "--json", "--hidden", query]).json()["hits"]?[0]?["id"]?.int)
    }

    @discardableResult
    func run(_ arguments: [String], exitCode: Int32 = 0) throws -> Outcome {
        let outcome = try program.run(arguments)
        #expect(outcome.exitCode == exitCode, "\(arguments): \(outcome.errors)")
        return outcome
    }

    @discardableResult
    func feed(_ more: [String] = ["--public"], to engine: String = "opensearch", exitCode: Int32 = 0) throws -> Outcome
    {
        try run(["export", "--to", engine, "--dir", folder] + more, exitCode: exitCode)
    }

    func files(_ ending: String = "ndjson") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix("." + ending) && $0.first?.isNumber == true }.sorted()
    }

    func removeFiles() throws {
        for file in try files() { try FileManager.default.removeItem(atPath: folder + "/" + file) }
    }

    /// What an engine has that was sent all files of the folder in their order, by id, without `feed`.
    func sent(to documents: [String: JSON] = [:]) throws -> [String: JSON] {
        var documents = documents
        for file in try files() {
            let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
            #expect(text.hasSuffix("\n"))
            var lines = try text.split(separator: "\n").map { try JSON(Data($0.utf8)) }[...]
            while let action = lines.popFirst() {
                if let id = action["delete"]?["_id"]?.string {
                    documents[id] = nil
                } else {
                    let id = try #require(action["index"]?["_id"]?.string)
                    let next = lines.popFirst()
                    let object = try #require(next)
                    #expect(object["id"]?.string == id)
                    #expect(object["feed"] == action["index"]?["version"])
                    documents[id] = object.without("feed")
                }
            }
        }
        return documents
    }

    /// What a feed of the same index into a new folder has.
    func whole(_ more: [String] = ["--public"]) throws -> [String: JSON] {
        let name = "whole-" + UUID().uuidString
        try run(["export", "--to", "opensearch", "--dir", name] + more)
        let path = program.folder.path + "/" + name
        var documents: [String: JSON] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: path) where file.hasSuffix(".ndjson") {
            for line in try String(contentsOfFile: path + "/" + file, encoding: .utf8).split(separator: "\n") {
                let object = try JSON(Data(line.utf8))
                if let id = object["id"]?.string { documents[id] = object.without("feed") }
            }
        }
        return documents
    }
}

extension JSON {
    func without(_ key: String) -> JSON {
        guard case .object(var members) = self else { return self }
        members[key] = nil
        return .object(members)
    }
}
