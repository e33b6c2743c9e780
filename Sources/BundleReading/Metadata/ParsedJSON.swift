internal import ExtractionProtocol
import Foundation
internal import Markup

enum ParsedJSON: Codable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([ParsedJSON])
    case object([String: ParsedJSON])

    /// Keys whose values may be as long as the document, or mean nothing to readers; left out of ``rawText``.
    static let bulkyKeys: Set<String> = ["fullText", "extractedData", "pageProcessingStates"]

    /// A value takes a hundred times the memory of its two bytes. Commas in strings count: 300,000 in 16 MiB of prose.
    private static let maximumCommas = 2_000_000

    init(parsing bytes: [UInt8]) throws {
        guard bytes.count(where: { $0 == UInt8(ascii: ",") }) <= Self.maximumCommas
        else { throw BundleError(.limit, "this JSON has more than \(Self.maximumCommas) values") }
        do {
            let text = TextDecoding.text(of: bytes)
            self = try JSONDecoder().decode(ParsedJSON.self, from: Data(text.utf8))
        } catch {
            throw BundleError(.damaged, "it is not valid JSON")
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Each `try?` tests for a type. None is left for a number such as 1e999.
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
        } else if let value = try? container.decode([ParsedJSON].self) {
            self = .array(value)
        } else if let value = try? container.decode([String: ParsedJSON].self) {
            self = .object(value)
        } else {
            self = .null
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    var rawText: String? {
        var value = self
        if case .object(let members) = self { value = .object(members.filter { !Self.bulkyKeys.contains($0.key) }) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding fails only for numbers that are not finite, which decoding cannot give.
        guard let data = try? encoder.encode(value) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}

extension ParsedJSON {
    var object: [String: ParsedJSON]? { if case .object(let members) = self { members } else { nil } }

    var array: [ParsedJSON]? { if case .array(let values) = self { values } else { nil } }

    subscript(key: String) -> ParsedJSON? { object?[key] }

    /// Text without surrounding white space; numbers as text. Nil when empty or of another type.
    var text: String? {
        switch self {
        case .string(let value): value.trimmingWhiteSpace().nonEmpty
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .array(let values): values.lazy.compactMap(\.text).first
        case .null, .bool, .object: nil
        }
    }

    var count: Int? {
        switch self {
        case .integer(let value): value >= 0 ? Int(value) : nil
        case .number(let value): value >= 0 ? Int(exactly: value) : nil
        case .string: text.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
        case .null, .bool, .array, .object: nil
        }
    }
}
