extension DecisionRecord {
    /// The line of an export, with its line feed. The members are always the same, in the same order.
    var line: String {
        var line: [UInt8] = []
        Self.add([("{\"id\":", decision.id), (",\"kind\":", decision.kind.rawValue)], to: &line)
        line += ",\"page\":\(decision.page > 0 ? String(decision.page) : "null")".utf8
        Self.add([(",\"value\":", decision.value)], to: &line)
        line += ",\"created\":\(decision.created),\"modified\":\(decision.modified)".utf8
        Self.add([(",\"author\":", decision.author)], to: &line)
        if let subject {
            Self.add(
                [
                    (",\"subject\":{\"content_hash\":", subject.contentHash), (",\"root_path\":", subject.rootPath),
                    (",\"path\":", subject.path), (",\"identifier\":", subject.identifier),
                    (",\"title\":", subject.title),
                ], to: &line)
            line += "}".utf8
        } else {
            line += ",\"subject\":null".utf8
        }
        let annotation = annotation
        // A line that were longer than what an import reads has none.
        if line.count + annotation.count < LineReader.limit { line += annotation }
        line += "}\n".utf8
        return String(decoding: line, as: UTF8.self)
    }

    static func add(_ members: [(String, String?)], to line: inout [UInt8]) {
        for (name, value) in members {
            line += name.utf8
            if let value { JSONString.append(value, to: &line) } else { line += "null".utf8 }
        }
    }
}
