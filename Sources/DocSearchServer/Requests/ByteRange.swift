/// The requested byte range of a file (RFC 9110, 14).
package enum ByteRange: Equatable, Sendable {
    /// No range, several ranges, or an invalid one.
    case all
    case part(Range<Int64>)
    /// No requested byte exists.
    case outside

    /// `tag` has no quotation marks. A range of another version is not served (`If-Range`).
    package static func of(_ visit: Visit, count: Int64, tag: String) -> ByteRange {
        // Only GET has ranges (RFC 9110, 14.2).
        guard !visit.isHead, let header = visit.headers["range"] else { return .all }
        if let version = visit.headers["if-range"], version != "\"\(tag)\"" { return .all }
        return parse(header, count: count)
    }

    package static func parse(_ header: String, count: Int64) -> ByteRange {
        let parts = header.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes", !parts[1].contains(",") else { return .all }
        let ends = parts[1].filter { $0 != " " && $0 != "\t" }.split(
            separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return .all }
        func number(_ text: some StringProtocol) -> Int64? {
            // A longer number is beyond the end of every file.
            guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
            return Int64(text) ?? .max
        }
        if ends[0].isEmpty {
            guard let last = number(ends[1]) else { return .all }
            return last == 0 || count == 0 ? .outside : .part(max(0, count - last)..<count)
        }
        guard let first = number(ends[0]) else { return .all }
        if !ends[1].isEmpty {
            guard let last = number(ends[1]), last >= first else { return .all }
            return first >= count ? .outside : .part(first..<(last >= count ? count : last + 1))
        }
        return first >= count ? .outside : .part(first..<count)
    }
}
