package enum MarkupRoot {
    /// The local name. Nil when the beginning of a file contains no element.
    package static func name(in head: [UInt8]) -> String? {
        var rest = Substring(TextDecoding.text(of: head))
        while let start = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: start)...]
            // Declarations, instructions and comments contain no element.
            if rest.hasPrefix("!--") {
                guard let end = rest.firstRange(of: "-->") else { return nil }
                rest = rest[end.upperBound...]
            } else if rest.hasPrefix("!") || rest.hasPrefix("?") {
                guard let end = rest.firstIndex(of: ">") else { return nil }
                rest = rest[end...]
            } else {
                let name = rest.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
                return name.split(separator: ":").last.map(String.init)
            }
        }
        return nil
    }
}
