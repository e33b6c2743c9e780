import DocSearch

extension HighlightCommand {
    /// A highlight on one line, safe for a terminal.
    static func line(_ highlight: Highlight) -> String {
        var about = ["highlight \(highlight.id.prefix(8))"] + [highlight.label, highlight.color].compactMap { $0 }
        switch highlight.anchor {
        case nil: about.append("adrift")
        case let anchor? where anchor.sureness < 1: about.append("\(Int(anchor.sureness * 100)) % sure")
        default: break
        }
        let comment = highlight.comment.map { " – \($0)" } ?? ""
        let quote = highlight.quote.exact.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return TerminalText.safe("\(about.joined(separator: ", ")): “\(quote)”\(comment)")
    }
}

extension PageText {
    /// A part of the text in brackets, with some words around it, on one line.
    func excerpt(_ range: Range<Int>) -> String {
        let scalars = Array(text.unicodeScalars)
        func part(_ range: Range<Int>) -> String {
            String(String.UnicodeScalarView(scalars[range])).split(whereSeparator: \.isWhitespace).joined(
                separator: " ")
        }
        let before = part(max(0, range.lowerBound - 24)..<range.lowerBound)
        let behind = part(range.upperBound..<min(scalars.count, range.upperBound + 24))
        return "…\(before) [\(part(range))] \(behind)…"
    }
}
