/// Counts files that a walk passes over because of their names, by extension.
struct PassedOver: Sendable {
    private(set) var count = 0
    /// In lower case and without the point; empty for names without one, or with one that is too long.
    private(set) var endings: [String: Int] = [:]

    private static let mostBytes = 8

    mutating func add(_ name: ArraySlice<UInt8>) {
        count += 1
        let end = name.dropFirst().lastIndex(of: UInt8(ascii: ".")).map { name[($0 + 1)...] } ?? []
        let ending = end.count <= Self.mostBytes ? String(decoding: end, as: UTF8.self).lowercased() : ""
        endings[ending, default: 0] += 1
    }
}
