import Foundation

/// What has a form in JSON. An absent value is null, so that every object of a kind has the same keys.
protocol JSONValue {
    var json: String { get }
}

/// A JSON object whose members keep their order.
struct JSONObject: JSONValue, ExpressibleByDictionaryLiteral {
    private let members: [(String, any JSONValue)]

    init(_ members: [(String, any JSONValue)]) { self.members = members }

    init(dictionaryLiteral members: (String, any JSONValue)...) { self.init(members) }

    /// Counts or sizes by name, in the order of names.
    init(_ numbers: [String: some JSONValue]) {
        self.init(numbers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    static func + (left: JSONObject, right: JSONObject) -> JSONObject { JSONObject(left.members + right.members) }

    var json: String { "{" + members.map { $0.json + ":" + $1.json }.joined(separator: ",") + "}" }
}

extension Array: JSONValue where Element: JSONValue {
    var json: String { "[" + map(\.json).joined(separator: ",") + "]" }
}

extension Optional: JSONValue where Wrapped: JSONValue {
    var json: String { self?.json ?? "null" }
}

extension Range: JSONValue where Bound == Int {
    var json: String { [lowerBound, upperBound].json }
}

extension Int: JSONValue {
    var json: String { String(self) }
}

extension Int64: JSONValue {
    var json: String { String(self) }
}

extension Bool: JSONValue {
    var json: String { String(self) }
}

extension Double: JSONValue {
    /// JSON has no infinity; six digits behind the point are enough for scores and times.
    var json: String {
        guard isFinite else { return "null" }
        let rounded = (self * 1e6).rounded() / 1e6
        if rounded == rounded.rounded(), abs(rounded) < 1e15 { return "\(Int64(rounded)).0" }
        return "\(rounded)"
    }
}

extension String: JSONValue {
    /// RFC 8259, section 7. Characters that harm terminals or scripts are escaped although they need not be.
    var json: String {
        var result = "\""
        for scalar in unicodeScalars {
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
}
