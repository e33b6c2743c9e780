import Foundation

/// A list kept in a column, an element a line.
enum LineList {
    static func encode(_ elements: [String]) -> String {
        elements.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }.joined(separator: "\n")
    }

    static func decode(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init)
    }
}

/// Small values kept as JSON text in a column.
enum JSONText {
    static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func decode<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        } catch {
            throw DocSearchError(.damagedIndex, "The index holds an unreadable value (\(error)).")
        }
    }
}
