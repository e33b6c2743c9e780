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

    /// A note in the form of the W3C Web Annotation Data Model, for other programs; nothing for other kinds.
    private var annotation: [UInt8] {
        guard decision.kind == .note, let subject else { return [] }
        var line: [UInt8] = []
        let page = decision.page > 0 ? "#page=\(decision.page)" : ""
        Self.add(
            [
                (",\"annotation\":{\"@context\":", "http://www.w3.org/ns/anno.jsonld"),
                (",\"id\":", "urn:uuid:\(decision.id)"), (",\"type\":", "Annotation"),
                (",\"motivation\":", "commenting"),
                (",\"created\":", Self.date(decision.created)), (",\"modified\":", Self.date(decision.modified)),
                (",\"creator\":{\"type\":", "Person"), (",\"name\":", decision.author),
                ("},\"body\":{\"type\":", "TextualBody"), (",\"value\":", decision.value),
                (",\"format\":", "text/plain"),
                ("},\"target\":{\"source\":", Self.reference(subject.path) + page),
            ], to: &line)
        return line + "}}".utf8
    }

    private static func add(_ members: [(String, String?)], to line: inout [UInt8]) {
        for (name, value) in members {
            line += name.utf8
            if let value { JSONString.append(value, to: &line) } else { line += "null".utf8 }
        }
    }

    private static func date(_ milliseconds: Int64) -> String {
        DocumentDate(secondsSinceEpoch: milliseconds / 1000, precision: .instant).description
    }

    /// A path form as a relative reference: what no such reference may have is written in percent (RFC 3987).
    private static func reference(_ path: String) -> String {
        var reference = ""
        for scalar in path.unicodeScalars {
            switch scalar {
            case "\u{0}"..."\u{20}", "\u{7F}"..."\u{A0}", "%", "#", "?", "\"", "<", ">", "\\", "^", "`", "{", "|", "}",
                "[",
                "]", ":":
                for byte in String(scalar).utf8 {
                    let digits = String(byte, radix: 16, uppercase: true)
                    reference += "%" + (digits.count < 2 ? "0" : "") + digits
                }
            default: reference.unicodeScalars.append(scalar)
            }
        }
        return reference
    }
}
