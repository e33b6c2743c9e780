import Foundation

/// Finds Dublin Core title and creators in XMP metadata (ISO 16684-1).
///
/// A tolerant scan rather than an XML parser: broken packets are common, two fields are wanted, and nothing is
/// followed or expanded but the five entities of XML and character references.
enum XMPScanner {
    /// Metadata longer than this (UTF-8 bytes) is not looked at.
    private static let limit = 1 << 20

    static func title(_ xmp: String) -> String? { items(of: "dc:title", in: xmp).first }

    static func creators(_ xmp: String) -> [String] { items(of: "dc:creator", in: xmp) }

    private static func items(of element: String, in xmp: String) -> [String] {
        guard xmp.utf8.count <= limit, let open = xmp.range(of: "<\(element)"),
            let close = xmp.range(of: "</\(element)>", range: open.upperBound..<xmp.endIndex)
        else { return [] }
        var rest = xmp[open.upperBound..<close.lowerBound]
        var result: [String] = []
        while let item = rest.range(of: "<rdf:li"),
            let start = rest[item.upperBound...].firstIndex(of: ">"), result.count < 100
        {
            if rest[..<start].last == "/" {
                // An empty item.
                rest = rest[start...]
                continue
            }
            guard let end = rest.range(of: "</rdf:li>", range: start..<rest.endIndex) else { break }
            let text = decoded(rest[rest.index(after: start)..<end.lowerBound])
            if !text.isEmpty { result.append(text) }
            rest = rest[end.upperBound...]
        }
        // Some programs leave the list out.
        if result.isEmpty, let start = rest.firstIndex(of: ">") {
            let text = rest[rest.index(after: start)...]
            if !text.contains("<"), !decoded(text).isEmpty { result = [decoded(text)] }
        }
        return result
    }

    private static func decoded(_ text: Substring) -> String {
        var result = ""
        var rest = text
        while let ampersand = rest.firstIndex(of: "&") {
            result += rest[..<ampersand]
            rest = rest[ampersand...]
            guard let semicolon = rest.prefix(12).firstIndex(of: ";"),
                let character = character(rest[rest.index(after: ampersand)..<semicolon])
            else {
                result += "&"
                rest = rest.dropFirst()
                continue
            }
            result.append(character)
            rest = rest[rest.index(after: semicolon)...]
        }
        return (result + rest).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func character(_ name: Substring) -> Character? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let number =
                name.hasPrefix("#x")
                ? UInt32(name.dropFirst(2), radix: 16)
                : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
            return number.flatMap(Unicode.Scalar.init).map(Character.init)
        }
    }
}
