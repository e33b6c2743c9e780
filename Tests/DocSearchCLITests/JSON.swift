import Foundation

/// A JSON value as a program wrote it, types included.
enum JSON: Decodable, Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    init(_ bytes: Data) throws {
        self = try JSONDecoder().decode(JSON.self, from: bytes)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    /// The member of an object; nil when there is none or this is no object.
    subscript(key: String) -> JSON? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    subscript(position: Int) -> JSON? {
        elements.indices.contains(position) ? elements[position] : nil
    }

    var keys: Set<String> { if case .object(let members) = self { Set(members.keys) } else { [] } }
    var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }
    var string: String? { if case .string(let text) = self { text } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
    var int: Int? { number.flatMap { Int(exactly: $0) } }

    /// `string`, `number`, `integer`, `bool`, `null`, `array` or `object`.
    var type: String {
        switch self {
        case .null: "null"
        case .bool: "bool"
        case .number: int == nil ? "number" : "integer"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// Whether the member is there and is of a type; types are separated by `|`.
    func has(_ key: String, _ types: String) -> Bool {
        guard let member = self[key] else { return false }
        return types.split(separator: "|").contains {
            $0 == member.type || ($0 == "number" && member.int != nil)
        }
    }
}
