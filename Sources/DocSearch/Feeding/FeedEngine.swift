/// A search engine that can be fed.
public enum FeedEngine: String, Sendable, Hashable, CaseIterable {
    /// OpenSearch and Elasticsearch: lines for `_bulk`.
    case openSearch = "opensearch"
    /// Apache Solr: commands for `/update`.
    case solr

    var fileEnding: String {
        switch self {
        case .openSearch: "ndjson"
        case .solr: "json"
        }
    }

    /// The description of the fields, for the engine.
    var description: (name: String, text: String) {
        switch self {
        case .openSearch: ("mapping.json", FeedField.mapping)
        case .solr: ("schema.xml", FeedField.schema)
        }
    }

    /// `documents` are JSON objects. Later versions win, in whatever order an engine that compares them is sent the files.
    func file(tombstones: [String], documents: [(id: String, object: Range<Int>)], in objects: [UInt8], version: Int64)
        -> [UInt8]
    {
        var file: [UInt8] = []
        file.reserveCapacity(objects.count + documents.count * 90 + tombstones.count * 90)
        switch self {
        case .openSearch:
            func action(_ name: String, _ id: String) {
                let line = #"{"\#(name)":{"_id":"\#(id)","version":\#(version),"version_type":"external_gte"}}"#
                file += line.utf8
                file.append(UInt8(ascii: "\n"))
            }
            for id in tombstones { action("delete", id) }
            for document in documents {
                action("index", document.id)
                file += objects[document.object]
                file.append(UInt8(ascii: "\n"))
            }
        case .solr:
            var commands: [String] = []
            if !tombstones.isEmpty {
                commands.append(#""delete":["# + tombstones.map { "\"\($0)\"" }.joined(separator: ",") + "]")
            }
            if !documents.isEmpty { commands.append(#""add":["#) }
            file += ("{" + commands.joined(separator: ",\n")).utf8
            for (number, document) in documents.enumerated() {
                file += (number == 0 ? "\n" : ",\n").utf8
                file += objects[document.object]
            }
            file += (documents.isEmpty ? "}\n" : "\n]}\n").utf8
        }
        return file
    }
}
