internal import ExtractionProtocol
internal import Markup

enum HTMLText {
    private static let lineBreaks: Set<String> = [
        "p", "br", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "blockquote", "hr",
    ]
    private static let silent: Set<String> = ["script", "style", "head", "title"]

    static func plain(_ html: String, limits: ExtractionLimits) throws -> String {
        guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") })
        else { return lines(html) }
        // The encoding in the HTML was that of its file.
        return try plain(TextDecoding.utf8Mark + Array(html.utf8), limits: limits)
    }

    static func plain(_ html: [UInt8], limits: ExtractionLimits) throws -> String {
        var (text, silence) = ("", 0)
        try BundleMarkup.read(as: .html, limits: limits, pieces: html.withUnsafeBytes) { event in
            switch event {
            case .start(let name, _):
                if silent.contains(name) { silence += 1 }
                if lineBreaks.contains(name) { text += "\n" }
            case .text(let found):
                // Line ends of the source are blanks.
                if silence == 0 { text += String(found.map { $0.isNewline ? " " : $0 }) }
            case .end(let name):
                if silent.contains(name) { silence -= 1 }
                if lineBreaks.contains(name) { text += "\n" }
            }
        }
        return lines(text)
    }

    private static func lines(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    // MARK: - HTML over a limit

    /// Reduces HTML over a limit to text, line breaks and encoding, in linear time.
    static func flattened(_ html: [UInt8]) -> [UInt8] {
        var flat: [UInt8] = []
        var index = 0
        // After a search without success, it is not repeated.
        var unclosed: Set<String> = []
        var mindsQuotes = true
        while index < html.count {
            guard html[index] == UInt8(ascii: "<"), index + 1 < html.count, isMarkup(html[index + 1]) else {
                flat.append(html[index])
                index += 1
                continue
            }
            let name = name(of: html[(index + 1)...])
            let end = end(ofTagAt: index, in: html, &mindsQuotes)
            if name == "meta", end - index < 1024 { flat += html[index..<end] }
            flat += lineBreaks.contains(name) ? Array("<br>".utf8) : [UInt8(ascii: " ")]
            index = end
            guard silent.contains(name), html[end - 1] == UInt8(ascii: ">"), !unclosed.contains(name), name != "head"
            else { continue }
            if let close = firstIndex(ofEndOf: name, in: html, from: end) {
                index = close
            } else {
                unclosed.insert(name)
            }
        }
        return flat
    }

    private static func isMarkup(_ byte: UInt8) -> Bool {
        isLetter(byte) || [UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?")].contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func name(of tag: ArraySlice<UInt8>) -> String {
        let name = tag.drop { $0 == UInt8(ascii: "/") }.prefix { isLetter($0) || (0x30...0x39).contains($0) }
        return String(decoding: name.prefix(16), as: UTF8.self).lowercased()
    }

    /// The position after its `>`, or the end. A `>` within quotes does not count, unless a quote is never closed.
    private static func end(ofTagAt start: Int, in html: [UInt8], _ mindsQuotes: inout Bool) -> Int {
        if html[start...].starts(with: "<!--".utf8) {
            return html.firstIndex(ofSequence: Array("-->".utf8), from: start + 4).map { $0 + 3 } ?? html.count
        }
        var quote: UInt8?
        if mindsQuotes {
            for index in start..<html.count {
                let byte = html[index]
                if let open = quote {
                    if byte == open { quote = nil }
                } else if byte == UInt8(ascii: ">") {
                    return index + 1
                } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    quote = byte
                }
            }
            mindsQuotes = false
        }
        return html[start...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? html.count
    }

    private static func firstIndex(ofEndOf name: String, in html: [UInt8], from start: Int) -> Int? {
        let end = Array("</\(name)".utf8)
        guard html.count - end.count >= start else { return nil }
        return (start...(html.count - end.count)).first { index in
            html[index] == end[0] && zip(html[index...], end).allSatisfy { $0 | 0x20 == $1 | 0x20 }
        }
    }
}
