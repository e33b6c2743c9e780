import Foundation

/// A mistake that a decoder found in a file written by people, with its line and the members around it.
package struct JSONFault {
    private let error: DecodingError
    private let text: String
    package let path: [any CodingKey]

    package init(_ error: DecodingError, in text: String) {
        (self.error, self.text) = (error, text)
        switch error {
        case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
            .dataCorrupted(let found):
            path = found.codingPath
        @unknown default: path = []
        }
    }

    private var names: [String] { path.filter { $0.intValue == nil }.map(\.stringValue) }

    /// True when the text is JSON and the decoder does not say where it is wrong.
    package var isUnplaced: Bool { path.isEmpty && lineThatIsNotJSON == nil }

    /// Without a full stop.
    package var sentence: String {
        let place = [
            (names.isEmpty ? lineThatIsNotJSON : line).map { "line \($0)" },
            names.isEmpty ? nil : names.joined(separator: "."),
        ].compactMap(\.self).joined(separator: ", ")
        let description = self.description
        return (place.isEmpty ? "" : "\(place): ")
            + (description.hasSuffix(".") ? String(description.dropLast()) : description)
    }

    /// The decoder's own messages speak of Swift types.
    private var description: String {
        switch error {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            let kinds = [
                ("Array", "a list in brackets"), ("Dictionary", "an object in braces"), ("Int", "a whole number"),
                ("Double", "a number"), ("Bool", "true or false"), ("String", "a text in quotation marks"),
            ]
            let name = String(describing: type)
            return kinds.first { name.hasPrefix($0.0) }.map { "it must be \($0.1)" } ?? context.debugDescription
        case .keyNotFound(let key, _): return "the member \"\(key.stringValue)\" is missing"
        case .dataCorrupted(let context):
            let own = context.debugDescription
            let value = own.firstMatch(of: /^Cannot initialize .* from invalid String value (.*)$/)?.output.1
            return value.map { "it has no value \"\($0)\"" } ?? own
        @unknown default: return "\(error)"
        }
    }

    /// The decoder does not say where a text stops being JSON; Foundation's older parser does, in its message.
    private var lineThatIsNotJSON: Int? {
        do {
            _ = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            return nil
        } catch {
            let message = (error as NSError).userInfo["NSDebugDescription"] as? String ?? ""
            let offset = message.firstMatch(of: /character (\d+)/).flatMap { Int($0.output.1) } ?? text.utf8.count
            return 1 + text.utf8.prefix(offset).count { $0 == UInt8(ascii: "\n") }
        }
    }

    /// Found by the names of the members around it. In a list nothing tells one object from another, so a name must be
    /// the only one of its kind.
    private var line: Int? {
        let isInList = path.contains { $0.intValue != nil }
        var rest = text[...]
        for name in names {
            let pattern = "\"\(NSRegularExpression.escapedPattern(for: name))\"\\s*:"
            guard let found = rest.range(of: pattern, options: .regularExpression) else { return nil }
            rest = rest[found.upperBound...]
            if isInList, rest.range(of: pattern, options: .regularExpression) != nil { return nil }
        }
        return 1 + text[..<rest.startIndex].utf8.count { $0 == UInt8(ascii: "\n") }
    }
}
