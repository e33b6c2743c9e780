/// The allowed members of a JSON object. Others are mostly misspelt, and their values would be ignored for years.
package struct KnownMembers {
    private let names: [String]
    /// The word for a member in messages: a member, a limit.
    private let noun: String

    package init(_ names: [String], noun: String = "member") { (self.names, self.noun) = (names, noun) }

    /// Throws a `DecodingError` that names the first unknown member, in alphabetical order, and the most similar known
    /// one.
    package func refuseOthers(in decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        let unknown = members.allKeys.filter { !names.contains($0.stringValue) }
        guard let first = unknown.min(by: { $0.stringValue < $1.stringValue }) else { return }
        throw DecodingError.dataCorruptedError(
            forKey: first, in: members, debugDescription: "there is no such \(noun); \(advice(on: first.stringValue))")
    }

    /// Advice on an unknown name, as part of a sentence.
    package func advice(on name: String) -> String {
        let all = names.sorted().joined(separator: ", ")
        return nearest(to: name).map { "the nearest is \"\($0)\"" }
            ?? (names.count == 1 ? "the only \(noun) is \(all)" : "the \(noun)s are \(all)")
    }

    /// The known name with the most similar spelling; nil when none is similar.
    private func nearest(to name: String) -> String? {
        let distance = SpellingDistance(name.lowercased().unicodeScalars)
        let limit = max(1, Double(name.unicodeScalars.count / 3))
        let found = names.compactMap { known in
            distance.to(known.lowercased().unicodeScalars, limit: limit).map { (known, $0) }
        }
        return found.min { $0.1 < $1.1 }?.0
    }
}

struct MemberName: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
