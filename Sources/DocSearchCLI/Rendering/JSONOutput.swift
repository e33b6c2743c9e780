import Foundation

/// A JSON value whose keys keep their order. Absent values are written as null, so that every object of a kind has
/// the same keys.
enum JSONOutput {
    case object([(String, JSONOutput)])
    case array([JSONOutput])
    case string(String)
    case int(Int64)
    case double(Double)
    case bool(Bool)
    case null
    /// JSON text from elsewhere that is known to be valid.
    case raw(String)

    static func optional(_ text: String?) -> JSONOutput { text.map { .string($0) } ?? .null }
    static func optional(_ number: Double?) -> JSONOutput { number.map { .double($0) } ?? .null }
    static func optional(_ number: Int?) -> JSONOutput { number.map { .int(Int64($0)) } ?? .null }
    static func strings(_ texts: [String]) -> JSONOutput { .array(texts.map { .string($0) }) }

    var text: String {
        switch self {
        case .object(let members):
            "{" + members.map { Self.quoted($0.0) + ":" + $0.1.text }.joined(separator: ",") + "}"
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .string(let text): Self.quoted(text)
        case .int(let number): String(number)
        case .double(let number): Self.number(number)
        case .bool(let value): value ? "true" : "false"
        case .null: "null"
        case .raw(let text): text
        }
    }

    /// RFC 8259, section 7. Characters that harm terminals or scripts are escaped although they need not be.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            default:
                switch scalar.value {
                case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069:
                    let hex = String(scalar.value, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                default: result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }

    /// JSON has no infinity; six digits behind the point are enough for scores and times.
    private static func number(_ number: Double) -> String {
        guard number.isFinite else { return "null" }
        let rounded = (number * 1e6).rounded() / 1e6
        if rounded == rounded.rounded(), abs(rounded) < 1e15 { return "\(Int64(rounded)).0" }
        return "\(rounded)"
    }
}
