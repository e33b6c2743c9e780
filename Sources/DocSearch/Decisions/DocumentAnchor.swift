/// What a decision hangs on: a document by its bytes, its place and its identifier, as they were when it was said. By the
/// best of them it is found again.
struct DocumentAnchor: Sendable, Hashable {
    /// Empty for a record without bytes of its own.
    var contentHash: String
    var rootID: Int64
    /// The path form below the root.
    var path: String
    var identifier: String?

    /// A document that the anchor may mean.
    struct Candidate: Sendable, Hashable {
        var id: Int64
        var anchor: DocumentAnchor
    }

    /// What speaks for a candidate, the best first.
    ///
    /// | in its place | same bytes | same identifier | |
    /// |---|---|---|---|
    /// | yes | yes | any | where it was |
    /// | no | yes | any | moved or renamed; of several, as ``moved(among:)`` says |
    /// | yes | no | yes, or one of them has none | new bytes in its place |
    /// | no | no | yes | new bytes in another place |
    /// | yes | no | no, and no other document has it | another document in its place |
    ///
    /// Nil when no candidate is any of these.
    func placed(among candidates: [Candidate]) -> Candidate? {
        let inPlace = candidates.first(where: isInPlace)
        let sameBytes = contentHash.isEmpty ? [] : candidates.filter { $0.anchor.contentHash == contentHash }
        if let inPlace, contentHash.isEmpty || inPlace.anchor.contentHash == contentHash { return inPlace }
        if let moved = moved(among: sameBytes) { return moved }
        let named = candidates.filter { identifier != nil && $0.anchor.identifier == identifier }
        if let inPlace {
            let agrees = identifier == nil || inPlace.anchor.identifier == nil || named.contains(inPlace)
            return agrees || named.count != 1 ? inPlace : named[0]
        }
        return named.count == 1 ? named[0] : nil
    }

    private func isInPlace(_ candidate: Candidate) -> Bool {
        candidate.anchor.rootID == rootID && ExactText(candidate.anchor.path) == ExactText(path)
    }

    /// Of several with the same bytes: the same identifier, then the same root, then the same name of the file, then the
    /// first path of all.
    private func moved(among candidates: [Candidate]) -> Candidate? {
        candidates.min { one, other in key(one).lexicographicallyPrecedes(key(other)) }
    }

    private func key(_ candidate: Candidate) -> [String] {
        let anchor = candidate.anchor
        return [
            identifier != nil && anchor.identifier == identifier ? "0" : "1", anchor.rootID == rootID ? "0" : "1",
            PathText.name(anchor.path) == PathText.name(path) ? "0" : "1", anchor.path,
        ]
    }
}
