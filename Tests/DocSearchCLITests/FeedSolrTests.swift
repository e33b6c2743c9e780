import DocSearchTestSupport
import Foundation
import FoundationXML
import Testing

/// No Solr: its JSON commands and its schema, held against each other.
@Suite struct FeedSolrTests {
    private static func elements(_ name: String, _ schema: XMLDocument) throws -> [[String: String]] {
        try schema.nodes(forXPath: "//\(name)").compactMap { node in
            guard let attributes = (node as? XMLElement)?.attributes else { return nil }
            return Dictionary(
                attributes.map { ($0.name ?? "", $0.stringValue ?? "") }, uniquingKeysWith: { first, _ in first })
        }
    }

    private static func schema(_ fixture: FeedFixture) throws -> XMLDocument {
        try XMLDocument(data: Data(contentsOf: URL(fileURLWithPath: fixture.folder + "/schema.xml")))
    }

    private func commands(_ fixture: FeedFixture) throws -> [JSON] {
        try fixture.files("json").map { try JSON(Data(contentsOf: URL(fileURLWithPath: fixture.folder + "/" + $0))) }
    }

    @Test func everyMemberIsAFieldOfItsSchema() throws {
        let fixture = try FeedFixture()
        try fixture.feed(["--public", "--public-url", "https://archive.example"], to: "solr")
        let schema = try Self.schema(fixture)
        let types = Set(try Self.elements("fieldType", schema).compactMap { $0["name"] })
        let fields = try Self.elements("field", schema)
        for field in try fields + Self.elements("dynamicField", schema) {
            #expect(types.contains(field["type"] ?? ""), "\(field)")
        }
        let names = Set(fields.compactMap { $0["name"] })
        for copy in try Self.elements("copyField", schema) {
            #expect(names.isSuperset(of: [copy["source"] ?? "", copy["dest"] ?? ""]), "\(copy)")
        }
        let lists = Set(fields.filter { $0["multiValued"] == "true" }.compactMap { $0["name"] })
        let documents = try commands(fixture).flatMap { $0["add"]?.elements ?? [] }
        #expect(documents.count == 7)
        for document in documents {
            #expect(names.isSuperset(of: document.keys), "\(document.keys.subtracting(names))")
            for key in document.keys { #expect((document[key]?.type == "array") == lists.contains(key), "\(key)") }
        }
        #expect(try schema.nodes(forXPath: "//uniqueKey").first?.stringValue == "id")
    }

    @Test func tombstonesAndDocumentsAreCommandsOfOneFile() throws {
        let fixture = try FeedFixture()
        try fixture.feed(to: "solr")
        let draft = try fixture.number("draft")
        try fixture.run(["hide", String(draft)])
        try fixture.run(["tag", String(fixture.number("open")), "+river"])
        try fixture.feed(to: "solr")
        let command = try #require(try commands(fixture).last)
        #expect(command["delete"] == .array([.string("\(draft)-1"), .string("\(draft)-2")]))
        #expect(command["add"]?.elements.map { $0["tags"] } == Array(repeating: .array([.string("river")]), count: 2))
        var engine: [String: JSON] = [:]
        for command in try commands(fixture) {
            for id in command["delete"]?.elements ?? [] { engine[id.string ?? ""] = nil }
            for document in command["add"]?.elements ?? [] {
                engine[document["id"]?.string ?? ""] = document.without("feed")
            }
        }
        #expect(try engine == fixture.whole(), "the same documents as for OpenSearch")
    }
}
