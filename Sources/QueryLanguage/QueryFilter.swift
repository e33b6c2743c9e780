/// A condition on a document's facts rather than its words.
package struct QueryFilter: Sendable, Equatable {
    package enum Condition: Sendable, Equatable {
        case date(CivilDateRange)
        /// A part of the path form, capitals and small letters alike.
        case path(String)
        /// A language code as metadata has it, without its region.
        case language(String)
        /// A form of bundle.
        case format(String)
        case pageCount(NumberRange)
        /// Where the text of one page at least comes from.
        case origin(String)
    }

    package var condition: Condition
    package var isExcluded: Bool
    /// The filter as typed, with its `-` and field name, in Unicode scalars of the query.
    package var range: Range<Int>

    package init(condition: Condition, isExcluded: Bool = false, range: Range<Int>) {
        self.condition = condition
        self.isExcluded = isExcluded
        self.range = range
    }

    /// The filter in the canonical form, without its exclusion.
    var canonicalText: String {
        switch condition {
        case .date(let dates): "date:\(dates)"
        case .path(let part): Self.isPlain(part) ? "path:\(part)" : "path:\"\(part)\""
        case .language(let code): "lang:\(code)"
        case .format(let name): "format:\(name)"
        case .pageCount(let range): "pages:\(range)"
        case .origin(let name): "origin:\(name)"
        }
    }

    /// Whether the text reads back without quotation marks.
    private static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.isLetterOrDigit || $0.isMark || "-_./".unicodeScalars.contains($0) }
    }
}

/// From one whole number to another, both included.
package struct NumberRange: Sendable, Hashable, CustomStringConvertible {
    package var from: Int?
    package var to: Int?

    package init(from: Int?, to: Int?) {
        self.from = from
        self.to = to
    }

    /// `>100`, `<=20`, `12`, `10..20`, `10..` or `..20`; nil for anything else, and for a range without a number in it.
    init?(typed text: String) {
        let comparisons: [(String, (Int) -> NumberRange)] = [
            (">=", { NumberRange(from: $0, to: nil) }), ("<=", { NumberRange(from: nil, to: $0) }),
            (">", { NumberRange(from: $0 + 1, to: nil) }), ("<", { NumberRange(from: nil, to: $0 - 1) }),
        ]
        for (sign, range) in comparisons where text.hasPrefix(sign) {
            guard let number = Self.number(text.dropFirst(sign.count)) else { return nil }
            self = range(number)
            return
        }
        if let number = Self.number(text[...]) {
            self.init(from: number, to: number)
            return
        }
        guard let dots = text.utf8.firstIndex(of: UInt8(ascii: ".")), text[dots...].hasPrefix("..") else { return nil }
        let (low, high) = (text[..<dots], text[dots...].dropFirst(2))
        let (from, to) = (Self.number(low), Self.number(high))
        guard from != nil || low.isEmpty, to != nil || high.isEmpty, from != nil || to != nil,
            from ?? 0 <= to ?? .max
        else { return nil }
        self.init(from: from, to: to)
    }

    /// Nine digits are more than any document has pages, and never overflow.
    private static func number(_ text: Substring) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    package var description: String {
        if let from, from == to { return "\(from)" }
        return (from.map { "\($0)" } ?? "") + ".." + (to.map { "\($0)" } ?? "")
    }
}

/// Reads the value of a field that looks at facts other than dates.
enum FilterReader {
    /// Nil when the field has no such value.
    static func read(_ value: String, of field: FieldName) -> QueryFilter.Condition? {
        switch field {
        case .path: value.isEmpty ? nil : .path(value)
        case .lang: isCode(value) ? .language(value.lowercased()) : nil
        case .format: isCode(value) ? .format(value.lowercased()) : nil
        case .pages: NumberRange(typed: value).map { .pageCount($0) }
        case .origin:
            ["ocr", "text-layer", "sidecar"].contains(value.lowercased()) ? .origin(value.lowercased()) : nil
        default: nil
        }
    }

    private static func isCode(_ text: String) -> Bool {
        (1...20).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "-")
            } && text.utf8.first != UInt8(ascii: "-")
    }
}
