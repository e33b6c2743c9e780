import Foundation

/// A line of an export. The subject is in words, so that another index can find the document.
struct AnnotationRecord: Hashable, Sendable {
    struct Subject: Hashable, Sendable, Decodable {
        var contentHash: String
        var rootPath: String
        var path: String
        var identifier: String?
        var title: String

        enum CodingKeys: String, CodingKey {
            case contentHash = "content_hash"
            case rootPath = "root_path"
            case path, identifier, title
        }
    }

    static let header = #"{"docsearch":"decisions","version":1}"#

    var annotation: Annotation
    var subject: Subject?
}

// MARK: - Writing

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

// MARK: - Reading

extension AnnotationRecord {
    init(_ line: Data, _ decoder: JSONDecoder) throws {
        let stored: Stored = try Self.decode(line, decoder)
        let id = stored.id.lowercased()
        guard UUID(uuidString: id)?.uuidString.lowercased() == id else { throw LineRefusal("its \"id\" is not a UUID") }
        self.init(
            annotation: Annotation(
                id: id, kind: Annotation.Kind(rawValue: stored.kind), page: stored.page ?? 0, value: stored.value,
                created: stored.created, modified: stored.modified, author: stored.author), subject: stored.subject)
        do {
            try AnnotationLimits.check(annotation)
        } catch let error as DocSearchError where error.code == .usage {
            throw LineRefusal(AnnotationLimits.reason(error))
        }
        try checkSubject()
    }

    static func isHeader(_ line: Data, _ decoder: JSONDecoder) throws -> Bool {
        // Reading the line as an annotation tells damaged lines from others.
        guard let head = try? decoder.decode(Head.self, from: line), head.docsearch == "decisions" else { return false }
        guard head.version == 1 else { throw LineRefusal("it was made by a newer docsearch") }
        return true
    }

    private static let longest = 65_536

    private func checkSubject() throws {
        guard let subject else {
            guard Annotation.Kind.ofDocuments.contains(annotation.kind) else { return }
            throw LineRefusal("it does not say which document it belongs to")
        }
        guard ![.question, .exclusion].contains(annotation.kind) else {
            throw LineRefusal("a \(annotation.kind.rawValue) does not belong to a document")
        }
        for text in [subject.contentHash, subject.rootPath, subject.path, subject.identifier ?? "", subject.title]
        where text.utf8.count > Self.longest {
            throw LineRefusal("a part of its \"subject\" has more than \(Self.longest) bytes")
        }
        guard !subject.contentHash.isEmpty || !subject.path.isEmpty || subject.identifier != nil else {
            throw LineRefusal("it does not say which document it belongs to")
        }
    }

    private struct Head: Decodable {
        var docsearch: String
        var version: Int
    }

    private struct Stored: Decodable {
        var id: String
        var kind: String
        var page: Int?
        var value: String
        var created: Int64
        var modified: Int64
        var author: String
        var subject: Subject?
    }

    private static func decode(_ line: Data, _ decoder: JSONDecoder) throws -> Stored {
        do {
            return try decoder.decode(Stored.self, from: line)
        } catch DecodingError.keyNotFound(let key, _) {
            throw LineRefusal("\"\(key.stringValue)\" is missing")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            guard let key = context.codingPath.last else { throw LineRefusal("it is not a JSON object") }
            throw LineRefusal("\"\(key.stringValue)\" has a value of another type")
        } catch {
            throw LineRefusal("it is not JSON")
        }
    }
}

/// The reason for skipping a line, as the second half of a sentence.
struct LineRefusal: Error {
    var reason: String

    init(_ reason: String) { self.reason = reason }
}

extension Annotation.Kind {
    fileprivate static let ofDocuments = single.union([.tag, .withoutTag, .note, .highlight, .correction])
}
