internal import ExtractionProtocol
internal import Markup

/// The text of a description that is written in HTML, in lines.
enum HTMLText {
    private static let lineBreaks: Set<String> = [
        "p", "br", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "blockquote", "hr",
    ]
    private static let silent: Set<String> = ["script", "style", "head", "title"]

    /// Throws ``BundleError`` when the HTML is over a limit.
    static func plain(_ html: String, limits: ExtractionLimits) throws -> String {
        guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
            return lines(html)
        }
        // What the HTML says of its encoding was true of its file.
        return try plain(TextDecoding.utf8Mark + Array(html.utf8), limits: limits)
    }

    /// Of bytes in whatever encoding they name. Throws ``BundleError`` when the HTML is over a limit, or that is not known.
    static func plain(_ html: [UInt8], limits: ExtractionLimits) throws -> String {
        let collected = Collected()
        try BundleMarkup.read(as: .html, limits: limits) { feed in
            try html.withUnsafeBytes(feed)
        } handler: { event in
            switch event {
            case .start(let name, _):
                if silent.contains(name) { collected.silence += 1 }
                if lineBreaks.contains(name) { collected.text += "\n" }
            case .text(let text):
                // Line ends of the source are blanks.
                if collected.silence == 0 { collected.text += String(text.map { $0.isNewline ? " " : $0 }) }
            case .end(let name):
                if silent.contains(name) { collected.silence -= 1 }
                if lineBreaks.contains(name) { collected.text += "\n" }
            }
        }
        return lines(collected.text)
    }

    private final class Collected {
        var text = ""
        var silence = 0
    }

    /// Without blank lines and superfluous blanks.
    private static func lines(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline)
            .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
