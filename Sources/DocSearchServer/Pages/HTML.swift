import DocSearch

/// A fragment of a page. Literals are markup, and every interpolated text is escaped, so that text from documents
/// cannot become markup.
package struct HTML: Sendable, ExpressibleByStringInterpolation, Equatable {
    package private(set) var source: String

    package init(stringLiteral markup: StaticString) { source = markup.description }

    package init(stringInterpolation: StringInterpolation) { source = stringInterpolation.source }

    package static let none: HTML = ""

    package init(text: String) { source = HTML.escaped(text) }

    static func + (left: HTML, right: HTML) -> HTML { "\(left)\(right)" }

    static func when(_ condition: Bool, _ html: @autoclosure () -> HTML) -> HTML { condition ? html() : .none }

    static func removal(of value: String, at address: String, named name: String) -> HTML {
        "<form class=\"plain\" method=\"post\" action=\"\(address)\"><input type=\"hidden\" name=\"remove\" value=\"\(value)\"><button class=\"link\" aria-label=\"\(name)\">×</button></form>"
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var source = ""

        package init(literalCapacity: Int, interpolationCount: Int) { source.reserveCapacity(literalCapacity * 2) }

        package mutating func appendLiteral(_ markup: StaticString) { source += markup.description }
        package mutating func appendInterpolation(_ text: String) { source += HTML.escaped(text) }
        package mutating func appendInterpolation(_ number: some BinaryInteger) { source += String(number) }
        package mutating func appendInterpolation(_ number: Double) {
            let hundredths = (max(-1e9, min(1e9, number.isFinite ? number : 0)) * 100).rounded()
            source += "\(hundredths / 100)"
        }
        package mutating func appendInterpolation(_ html: HTML) { source += html.source }
        package mutating func appendInterpolation(_ html: HTML?) { source += html?.source ?? "" }
        package mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { source += part.source } }
    }

    /// Control characters cannot be displayed, and those that change the direction of text would affect the text after
    /// them, so each becomes U+FFFD.
    static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: result += "&amp;"
            case 0x3C: result += "&lt;"
            case 0x3E: result += "&gt;"
            case 0x22: result += "&quot;"
            case 0x27: result += "&#39;"
            case 0x09, 0x0A: result.unicodeScalars.append(scalar)
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF:
                result.unicodeScalars.append("\u{FFFD}")
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// In ranges of Unicode scalars, in order.
    package static func marked(_ text: String, at marks: [Range<Int>], class name: StaticString = "hit") -> HTML {
        guard !marks.isEmpty else { return HTML(text: text) }
        let scalars = Array(text.unicodeScalars)
        func part(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
        // A single growing string, because a page of 4 MiB may have a mark on every other word.
        var result = HTML.none
        result.source.reserveCapacity(text.utf8.count + marks.count * 32)
        var position = 0
        for range in marks where range.lowerBound >= position && range.upperBound <= scalars.count {
            let mark: HTML = "<mark class=\"\(HTML(stringLiteral: name))\">\(part(range))</mark>"
            result.source += escaped(part(position..<range.lowerBound)) + mark.source
            position = range.upperBound
        }
        result.source += escaped(part(position..<scalars.count))
        return result
    }
}

extension [HTML] {
    func joined(separator: HTML) -> HTML { "\(first)\(dropFirst().map { separator + $0 })" }
}
