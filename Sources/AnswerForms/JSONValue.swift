import DocSearch
import Foundation

/// An absent value is null, so that all objects of a kind have the same keys.
package protocol JSONValue: Sendable {
    var json: String { get }
}

/// Members keep their order.
package struct JSONObject: JSONValue, ExpressibleByDictionaryLiteral {
    private let members: [(String, any JSONValue)]

    package init(_ members: [(String, any JSONValue)]) { self.members = members }

    package init(dictionaryLiteral members: (String, any JSONValue)...) { self.init(members) }

    package init(_ numbers: [String: some JSONValue]) {
        self.init(numbers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    package static func + (left: JSONObject, right: JSONObject) -> JSONObject {
        JSONObject(left.members + right.members)
    }

    package var json: String { "{" + members.map { $0.json + ":" + $1.json }.joined(separator: ",") + "}" }
}

extension Array: JSONValue where Element: JSONValue {
    package var json: String { "[" + map(\.json).joined(separator: ",") + "]" }
}

extension Optional: JSONValue where Wrapped: JSONValue {
    package var json: String { self?.json ?? "null" }
}

extension Range: JSONValue where Bound == Int {
    package var json: String { [lowerBound, upperBound].json }
}

extension JSONValue where Self: FixedWidthInteger {
    package var json: String { String(self) }
}

extension Int: JSONValue {}
extension Int64: JSONValue {}
extension Bool: JSONValue { package var json: String { String(self) } }

extension Double: JSONValue {
    /// JSON has no infinity. Six digits after the point are enough for scores and times.
    package var json: String {
        guard isFinite else { return "null" }
        let rounded = (self * 1e6).rounded() / 1e6
        if rounded == rounded.rounded(), abs(rounded) < 1e15 { return "\(Int64(rounded)).0" }
        return "\(rounded)"
    }
}

extension String: JSONValue {
    package var json: String { JSONString.quoted(self) }
}
