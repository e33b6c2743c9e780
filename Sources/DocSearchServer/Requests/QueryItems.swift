import DocSearch

/// The parameters of an address or a form. Hummingbird's leave names encoded and take no plus for a blank.
package struct QueryItems: Sendable, Equatable {
    package var items: [(name: String, value: String)]

    package init(_ items: [(name: String, value: String)] = []) { self.items = items }

    /// Each takes memory and a line in a page. Our forms have far fewer.
    private static let most = 1000

    /// Invalid UTF-8 becomes U+FFFD, and a `%` without two digits stays. Everything from the thousandth pair on is one
    /// pair.
    package init(encoded: some StringProtocol) {
        items = encoded.split(separator: "&", maxSplits: Self.most - 1).map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                PercentCoding.decoded(parts[0], plusIsBlank: true),
                parts.count > 1 ? PercentCoding.decoded(parts[1], plusIsBlank: true) : ""
            )
        }
    }

    package subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    package func values(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    package var encoded: String {
        items.map { "\(PercentCoding.encoded($0.name))=\(PercentCoding.encoded($0.value))" }.joined(separator: "&")
    }

    package func number(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw ProblemDetails.badParameter(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    package func number(_ name: String, _ range: ClosedRange<Int>, usually: Int) throws -> Int {
        try number(name, range) ?? usually
    }

    package static let mostCharacters = 2000
    static let pages = 1...10_000_000

    package func text(_ name: String) throws -> String? {
        guard let text = self[name], !text.isEmpty else { return nil }
        guard text.unicodeScalars.count <= Self.mostCharacters
        else { throw ProblemDetails.badParameter(name, "up to 2,000 characters") }
        try QueryCost.check([text])
        return text
    }

    package func question() throws -> String {
        guard let text = try text("q"), text.contains(where: { $0.isLetter || $0.isNumber })
        else { throw ProblemDetails.badParameter("q", "a query with a letter or a digit") }
        return text
    }

    package func choice<Value: RawRepresentable & CaseIterable>(_ name: String, usually: Value) throws -> Value
    where Value.RawValue == String {
        guard let text = self[name] else { return usually }
        guard let value = Value(rawValue: text)
        else {
            throw ProblemDetails.badParameter(name, "one of " + Value.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return value
    }

    package func flag(_ name: String) throws -> Bool {
        switch self[name] {
        case nil, "0", "false": return false
        case "1", "true", "on": return true
        default: throw ProblemDetails.badParameter(name, "true or false")
        }
    }

    package static func == (left: QueryItems, right: QueryItems) -> Bool {
        left.items.elementsEqual(right.items) { $0.name == $1.name && $0.value == $1.value }
    }
}

/// RFC 3986, 2.1. Foundation and Hummingbird decode nothing of a text with one invalid escape in it.
package enum PercentCoding {
    package static func decoded(_ text: some StringProtocol, plusIsBlank: Bool = false) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let high = digit(rest[rest.startIndex]), let low = digit(rest[rest.startIndex + 1])
            {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(plusIsBlank && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

    package static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            if unreserved.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? { Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init) }
}

extension QueryCost {
    package static func check(_ queries: [String]) throws {
        guard queries.reduce(0, { $0 + of($1) }) > most else { return }
        throw ProblemDetails(
            400, "This query is too broad",
            "This query has too many words, or too many short beginnings such as \"a*\". Write longer beginnings, or ask in several queries."
        )
    }
}
