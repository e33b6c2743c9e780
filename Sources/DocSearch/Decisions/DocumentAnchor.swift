/// What a decision hangs on and is found by again: a document's bytes, place and identifier as they were.
struct DocumentAnchor: Sendable, Hashable {
    /// Of a record, that of its bundle.
    var contentHash: String
    /// The absolute path of the root: a root that is removed and named again has another number.
    var rootPath: String
    /// The path form below the root; nil where the place says nothing any more.
    var path: String?
    var identifier: String?

    /// A document that the anchor may mean.
    struct Candidate: Sendable, Hashable {
        var id: Int64
        var anchor: DocumentAnchor
        /// Whether it has the bytes of its bundle, as all records of that have, and is another one of them.
        var isOtherRecord = false
        /// Whether it is a mail of a mailbox or a file of one, in whose place another one may be.
        var isNumbered = false
    }

    /// What speaks for a candidate, the best first.
    ///
    /// | in its place | same bytes | same identifier | |
    /// |---|---|---|---|
    /// | yes | yes | any | where it was |
    /// | no | yes | any | moved or renamed; of several, as ``moved(among:)`` says |
    /// | yes | no | yes, or one of them has none | new bytes in its place |
    /// | no | no | yes, of one document alone | new bytes in another place |
    ///
    /// Mails of a mailbox, whose places are numbers, and their files count as in place only with the same identifier.
    ///
    /// Nil when no candidate is any of these.
    func placed(among candidates: [Candidate]) -> Candidate? {
        if let found = withTheSameBytes(among: candidates) { return found }
        let named = candidates.filter { identifier != nil && $0.anchor.identifier == identifier }
        if let inPlace = candidates.first(where: isInPlace), !inPlace.isNumbered || named.contains(inPlace) {
            let agrees = identifier == nil || inPlace.anchor.identifier == nil || named.contains(inPlace)
            if agrees { return inPlace }
        }
        return named.count == 1 ? named[0] : nil
    }

    /// The document that is where this one was, with the same bytes or new ones.
    func inItsPlace(among candidates: [Candidate]) -> Candidate? {
        guard let found = candidates.first(where: isInPlace), !found.isOtherRecord, !found.isNumbered
        else { return nil }
        let identifiers = [identifier, found.anchor.identifier]
        return identifiers.contains(nil) || identifiers[0] == identifiers[1] ? found : nil
    }

    /// The first two rows of the table.
    func withTheSameBytes(among candidates: [Candidate]) -> Candidate? {
        guard !contentHash.isEmpty else { return nil }
        let sameBytes = candidates.filter { $0.anchor.contentHash == contentHash && !$0.isOtherRecord }
        return sameBytes.first(where: isInPlace) ?? moved(among: sameBytes)
    }

    /// Whether a record of a bundle with the same bytes may be this one: by its place, its identifier, or else its name.
    func isSameRecord(as other: DocumentAnchor) -> Bool {
        if path != nil, path == other.path { return true }
        if identifier != nil || other.identifier != nil { return identifier == other.identifier }
        return PathText.name(path ?? "") == PathText.name(other.path ?? "")
    }

    private func isInPlace(_ candidate: Candidate) -> Bool {
        guard let path, let other = candidate.anchor.path else { return false }
        return ExactText(candidate.anchor.rootPath) == ExactText(rootPath) && ExactText(other) == ExactText(path)
    }

    /// Of several with the same bytes: the same identifier, the same root, the same file name, then the first path.
    private func moved(among candidates: [Candidate]) -> Candidate? {
        candidates.min { one, other in key(one).lexicographicallyPrecedes(key(other)) }
    }

    private func key(_ candidate: Candidate) -> [String] {
        let anchor = candidate.anchor
        return [
            identifier != nil && anchor.identifier == identifier ? "0" : "1", anchor.rootPath == rootPath ? "0" : "1",
            PathText.name(anchor.path ?? "") == PathText.name(path ?? "") ? "0" : "1", anchor.rootPath,
            anchor.path ?? "",
        ]
    }
}
