import DocSearch

/// A value that begins with a dash, as in `--filter -author:zorn`, which the parser takes for an option.
enum DashedValue {
    /// Nil for other errors of the parser.
    static func error(for error: any Error, in arguments: [String]) -> DocSearchError? {
        let parts = DocSearchCommand.message(for: error).split(separator: "'", maxSplits: 2)
        guard parts.count > 1, parts[0] == "Missing value for ", let option = parts[1].split(separator: " ").first,
            let place = arguments.lastIndex(of: String(option)), let value = arguments.dropFirst(place + 1).first,
            value.count > 1, value.hasPrefix("-"), !value.hasPrefix("--")
        else { return nil }
        let isPlain = value.allSatisfy { $0.isLetter || $0.isNumber || "-_.:/=,@%+".contains($0) }
        let quoted = isPlain ? value : "'\(value.replacing("'", with: #"'\''"#))'"
        return DocSearchError(
            .usage, "\(option) has no value. If its value begins with a dash, write \(option)=\(quoted)", item: value)
    }
}
