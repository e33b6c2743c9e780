import Foundation

/// A name for matching: Unicode scalars in NFC. Files from other systems have letters in other normal forms, and typed
/// patterns must match them all the same.
struct PatternName: Sendable, Hashable {
    let scalars: [UInt32]

    init(_ name: some StringProtocol) {
        scalars =
            name.utf8.allSatisfy { $0 < 0x80 }
            ? name.utf8.map(UInt32.init)
            : String(name).precomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
    }

    var text: String { String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init))) }

    static func parts(_ path: String) -> [PatternName] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { PatternName(String(decoding: $0, as: UTF8.self)) }
    }
}

/// A pattern for one name, between two slashes: letters, `*`, `?` and `[...]`.
struct NamePattern: Sendable, Hashable {
    private enum Element: Sendable, Hashable {
        case scalar(UInt32)
        case any
        case star
        case set(ScalarSet)
    }

    private var elements: [Element] = []

    static let star = NamePattern(elements: [.star])

    private init(elements: [Element]) { self.elements = elements }

    init(_ text: String) throws(PatternRefusal) {
        var rest = Array(text.precomposedStringWithCanonicalMapping.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "*": if elements.last != .star { elements.append(.star) }
            case "?": elements.append(.any)
            case "[": elements.append(.set(try ScalarSet(&rest)))
            case "\\":
                guard let next = rest.popFirst() else { throw PatternRefusal("it ends with a backslash") }
                elements.append(.scalar(next.value))
            default: elements.append(.scalar(scalar.value))
            }
        }
    }

    func matches(_ name: PatternName) -> Bool {
        name.scalars[...].fit(elements, isStar: { $0 == .star }) { scalar, element in
            switch element {
            case .scalar(let own): own == scalar
            case .any, .star: true
            case .set(let set): set.contains(scalar)
            }
        }
    }
}

extension ArraySlice {
    /// Stars match any number of elements. Takes at most as many steps as the product of both lengths, because only the
    /// last star is tried again.
    func fit<Part>(_ pattern: [Part], isStar: (Part) -> Bool, fits: (Element, Part) -> Bool) -> Bool {
        var (part, index) = (0, startIndex)
        var star: (part: Int, index: Int)?
        while index < endIndex {
            if part < pattern.count {
                if isStar(pattern[part]) {
                    star = (part, index)
                    part += 1
                    continue
                }
                if fits(self[index], pattern[part]) {
                    part += 1
                    index += 1
                    continue
                }
            }
            guard let last = star else { return false }
            star = (last.part, last.index + 1)
            (part, index) = (last.part + 1, last.index + 1)
        }
        return pattern[part...].allSatisfy(isStar)
    }
}

private struct ScalarSet: Sendable, Hashable {
    private var ranges: [ClosedRange<UInt32>] = []
    private var classes: [String] = []
    private var isInverted = false

    private static let knownClasses = [
        "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit",
    ]

    init(_ rest: inout ArraySlice<Unicode.Scalar>) throws(PatternRefusal) {
        if rest.first == "!" || rest.first == "^" {
            isInverted = true
            rest.removeFirst()
        }
        var isFirst = true
        while let scalar = rest.popFirst() {
            // A `]` in first place is a member.
            if scalar == "]", !isFirst { return }
            isFirst = false
            if scalar == "[", rest.first == ":" {
                try addClass(&rest)
                continue
            }
            let start = try Self.member(scalar, &rest)
            guard rest.first == "-", let end = rest.dropFirst().first, end != "]" else {
                ranges.append(start...start)
                continue
            }
            rest.removeFirst(2)
            let last = try Self.member(end, &rest)
            if start <= last { ranges.append(start...last) }
        }
        throw PatternRefusal("a [ has no ]")
    }

    private static func member(
        _ scalar: Unicode.Scalar, _ rest: inout ArraySlice<Unicode.Scalar>
    ) throws(PatternRefusal) -> UInt32 {
        guard scalar == "\\" else { return scalar.value }
        guard let next = rest.popFirst() else { throw PatternRefusal("a [ has no ]") }
        return next.value
    }

    private mutating func addClass(_ rest: inout ArraySlice<Unicode.Scalar>) throws(PatternRefusal) {
        let name = rest.dropFirst().prefix { $0 != ":" }
        let end = rest.dropFirst(1 + name.count)
        guard end.starts(with: [":", "]"]) else { throw PatternRefusal("a [: has no :]") }
        let text = name.reduce(into: "") { $0.unicodeScalars.append($1) }
        guard Self.knownClasses.contains(text) else { throw PatternRefusal("[:\(text):] is not a class of characters") }
        classes.append(text)
        rest = end.dropFirst(2)
    }

    func contains(_ scalar: UInt32) -> Bool {
        let isMember = ranges.contains { $0.contains(scalar) } || classes.contains { Self.isOf($0, scalar) }
        return isMember != isInverted
    }

    private static func isOf(_ name: String, _ value: UInt32) -> Bool {
        guard let scalar = Unicode.Scalar(value) else { return false }
        let properties = scalar.properties
        let isDigit = (0x30...0x39).contains(value)
        let isBlank = scalar == " " || scalar == "\t"
        let isControl = properties.generalCategory == .control
        switch name {
        case "alpha": return properties.isAlphabetic
        case "digit": return isDigit
        case "alnum": return properties.isAlphabetic || isDigit
        case "upper": return properties.isUppercase
        case "lower": return properties.isLowercase
        case "space": return properties.isWhitespace
        case "blank": return isBlank
        case "xdigit": return properties.isASCIIHexDigit
        case "cntrl": return isControl
        case "print": return !isControl
        case "graph": return !isControl && !properties.isWhitespace
        default: return !isControl && !properties.isWhitespace && !properties.isAlphabetic && !isDigit
        }
    }
}

/// The reason why a pattern is invalid, as the second half of a sentence.
struct PatternRefusal: Error {
    var reason: String

    init(_ reason: String) { self.reason = reason }
}
