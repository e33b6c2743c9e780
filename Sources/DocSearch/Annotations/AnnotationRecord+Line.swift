extension AnnotationRecord {
    /// The members are always the same, in the same order.
    var line: String {
        var line = Self.members([("{\"id\":", annotation.id), (",\"kind\":", annotation.kind.rawValue)])
        line += ",\"page\":\(annotation.page > 0 ? String(annotation.page) : "null")".utf8
        line += Self.members([(",\"value\":", annotation.value)])
        line += ",\"created\":\(annotation.created),\"modified\":\(annotation.modified)".utf8
        line += Self.members([(",\"author\":", annotation.author)])
        if let subject {
            line += Self.members([
                (",\"subject\":{\"content_hash\":", subject.contentHash), (",\"root_path\":", subject.rootPath),
                (",\"path\":", subject.path), (",\"identifier\":", subject.identifier), (",\"title\":", subject.title),
            ])
            line += "}".utf8
        } else {
            line += ",\"subject\":null".utf8
        }
        let webAnnotation = webAnnotation
        // A line that would exceed an import's limit has none.
        if line.count + webAnnotation.count < LineReader.limit { line += webAnnotation }
        return String(decoding: line + "}\n".utf8, as: UTF8.self)
    }

    static func members(_ members: [(name: String, value: String?)]) -> [UInt8] {
        members.reduce(into: []) { line, member in
            line += member.name.utf8
            if let value = member.value { JSONString.append(value, to: &line) } else { line += "null".utf8 }
        }
    }
}
