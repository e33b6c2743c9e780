/// The members that a JSON object may have. Others are mostly misspelt: their values would be passed over for years.
package struct KnownMembers {
    private let names: [String]
    /// What a member is called in a message: a member, a limit.
    private let noun: String

    package init(_ names: [String], noun: String = "member") { (self.names, self.noun) = (names, noun) }

    /// Throws a `DecodingError` that names the first member, by the alphabet, that is none of these, and the nearest.
    package func refuseOthers(in decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        let unknown = members.allKeys.filter { !names.contains($0.stringValue) }
        guard let first = unknown.min(by: { $0.stringValue < $1.stringValue }) else { return }
        let all = names.sorted().joined(separator: ", ")
        let known = nearest(to: first.stringValue).map { "the nearest is \"\($0)\"" } ?? "the \(noun)s are \(all)"
        throw DecodingError.dataCorruptedError(
            forKey: first, in: members, debugDescription: "there is no such \(noun); \(known)")
    }

    /// The known name that is spelt most like it; nil when none is much like it.
    private func nearest(to name: String) -> String? {
        let distance = SpellingDistance(name.lowercased().unicodeScalars)
        let limit = max(1, Double(name.unicodeScalars.count / 3))
        let found = names.compactMap { known in
            distance.to(known.lowercased().unicodeScalars, limit: limit).map { (known, $0) }
        }
        return found.min { $0.1 < $1.1 }?.0
    }
}

/// A member of a JSON object, known or not.
struct MemberName: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
