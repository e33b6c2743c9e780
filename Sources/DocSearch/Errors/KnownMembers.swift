/// The members that a JSON object of the configuration file may have. An unknown one is mostly a known one
/// misspelt: without a word, its value would be passed over for years.
package struct KnownMembers {
    private let names: [String]
    /// What a member is called in a message: a member, a limit.
    private let noun: String

    package init(_ names: [String], noun: String = "member") {
        self.names = names
        self.noun = noun
    }

    /// Throws a `DecodingError` that names the first member, by the alphabet, that is none of these, and the nearest that
    /// is.
    package func refuseOthers(in decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        let unknown = members.allKeys.filter { !names.contains($0.stringValue) }
        guard let first = unknown.min(by: { $0.stringValue < $1.stringValue }) else { return }
        throw DecodingError.dataCorruptedError(
            forKey: first, in: members, debugDescription: complaint(first.stringValue))
    }

    private func complaint(_ name: String) -> String {
        let known = nearest(to: name).map { "the nearest is \"\($0)\"" } ?? "the \(noun)s are \(list)"
        return "there is no such \(noun); \(known)"
    }

    private var list: String { names.sorted().joined(separator: ", ") }

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
