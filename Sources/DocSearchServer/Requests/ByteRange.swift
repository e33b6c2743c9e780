/// The requested byte range of a file (RFC 9110, 14). Hummingbird takes `bytes=-500` for the first bytes, and refuses what
/// is to be passed over.
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
        guard let match = header.wholeMatch(of: /(?i:bytes)=[ \t]*([0-9]*)[ \t]*-[ \t]*([0-9]*)[ \t]*/) else {
            return .all
        }
        // A longer number is beyond the end of every file.
        func number(_ digits: Substring) -> Int64? { digits.isEmpty ? nil : Int64(digits) ?? .max }
        switch (number(match.output.1), number(match.output.2)) {
        case (nil, nil): return .all
        case (nil, let last?): return last == 0 || count == 0 ? .outside : .part(max(0, count - last)..<count)
        case (let first?, let last?) where last < first: return .all
        case (let first?, let last): return first >= count ? .outside : .part(first..<min(last ?? .max, count - 1) + 1)
        }
    }
}
