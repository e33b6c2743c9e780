extension DecisionRecord {
    /// The members are always the same, in the same order.
    var line: String {
        var line = Self.members([("{\"id\":", decision.id), (",\"kind\":", decision.kind.rawValue)])
        line += ",\"page\":\(decision.page > 0 ? String(decision.page) : "null")".utf8
        line += Self.members([(",\"value\":", decision.value)])
        line += ",\"created\":\(decision.created),\"modified\":\(decision.modified)".utf8
        line += Self.members([(",\"author\":", decision.author)])
        if let subject {
            line += Self.members([
                (",\"subject\":{\"content_hash\":", subject.contentHash), (",\"root_path\":", subject.rootPath),
                (",\"path\":", subject.path), (",\"identifier\":", subject.identifier), (",\"title\":", subject.title),
            ])
            line += "}".utf8
        } else {
            line += ",\"subject\":null".utf8
        }
        let annotation = annotation
        // A line that would exceed an import's limit has none.
        if line.count + annotation.count < LineReader.limit { line += annotation }
        return String(decoding: line + "}\n".utf8, as: UTF8.self)
    }

    static func members(_ members: [(name: String, value: String?)]) -> [UInt8] {
        members.reduce(into: []) { line, member in
            line += member.name.utf8
            if let value = member.value { JSONString.append(value, to: &line) } else { line += "null".utf8 }
        }
    }
}
