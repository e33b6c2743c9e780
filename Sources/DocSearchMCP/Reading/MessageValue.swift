import AnswerForms
import Foundation

/// A JSON value that a client sent.
package enum MessageValue: Sendable, Equatable, Decodable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([MessageValue])
    case object([String: MessageValue])

    /// Questions need a few. Reading recurses, and each level takes a part of the stack.
    private static let mostDepth = 32
    /// A value takes a hundred times the memory of its two bytes, and some 70 microseconds. Commas in strings count.
    private static let mostCommas = 5_000

    /// Throws ``ProtocolError``. `bytes` have a limited length.
    package init(reading bytes: [UInt8]) throws {
        guard bytes.count(where: { $0 == UInt8(ascii: ",") }) <= Self.mostCommas
        else { throw ProtocolError.unreadable("it has too many values") }
        let data = Data(bytes)
        do {
            if let name = try RepeatedMember.first(in: data, mostDepth: Self.mostDepth) {
                throw ProtocolError.unreadable("an object has the member \"\(name.prefix(100))\" twice")
            }
            self = try JSONDecoder().decode(MessageValue.self, from: data)
        } catch is DecodingError {
            throw ProtocolError.unreadable(
                "it is not valid JSON in UTF-8, or is nested more than \(Self.mostDepth) deep")
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Each `try?` tests for a type.
        if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode([MessageValue].self) {
            self = .array(value)
        } else {
            // Only an object is left, or a number such as 1e999.
            self = .object(try container.decode([String: MessageValue].self))
        }
    }

    package var string: String? { if case .string(let value) = self { value } else { nil } }
    package var object: [String: MessageValue]? { if case .object(let members) = self { members } else { nil } }

    /// `7.0` is an integer, too (json-schema.org).
    var integer: Int? {
        switch self {
        case .integer(let value): Int(value)
        case .number(let value): Int(exactly: value)
        default: nil
        }
    }
}
