/// Tells what XML is by its outermost element.
package enum MarkupRoot {
    /// The name of the first element, without its prefix, in the beginning of a file; nil when there is none in it.
    package static func name(in head: [UInt8]) -> String? {
        var rest = Substring(TextDecoding.text(of: head))
        while let start = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: start)...]
            // Declarations, instructions, comments: what is in them is no element.
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
