/// An annotation finds its document by bytes, place and identifier at the time of the annotation.
struct DocumentAnchor: Sendable, Hashable {
    /// For a record, the hash of its bundle.
    var contentHash: String
    /// Absolute, because a root that is removed and added again has another number.
    var rootPath: String
    /// Below the root; nil once the place is no evidence any more.
    var path: String?
    var identifier: String?

    struct Candidate: Sendable, Hashable {
        var id: Int64
        var anchor: DocumentAnchor
        /// Another record with the bytes of its bundle, which all records in it share.
        var isOtherRecord = false
        /// A mail of a mailbox, or a file of one, whose place another may have taken.
        var isNumbered = false
    }

    /// The best candidate by these rules:
    ///
    /// | in its place | same bytes | same identifier | |
    /// |---|---|---|---|
    /// | yes | yes | any | where it was |
    /// | no | yes | any | moved or renamed; of several, as ``moved(among:)`` says |
    /// | yes | no | yes, or one of them has none | new bytes in its place |
    /// | no | no | yes, of one document alone | new bytes in another place |
    ///
    /// Mails of a mailbox have numbers for places, so they and their files count as in place only with the same
    /// identifier.
    ///
    /// Nil when no rule applies.
    func placed(among candidates: [Candidate]) -> Candidate? {
        if let found = withTheSameBytes(among: candidates) { return found }
        let named = candidates.filter { identifier != nil && $0.anchor.identifier == identifier }
        if let inPlace = candidates.first(where: isInPlace), !inPlace.isNumbered || named.contains(inPlace) {
            let agrees = identifier == nil || inPlace.anchor.identifier == nil || named.contains(inPlace)
            if agrees { return inPlace }
        }
        return named.count == 1 ? named[0] : nil
    }

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

    /// Records of a bundle have the same bytes.
    func isSameRecord(as other: DocumentAnchor) -> Bool {
        if path != nil, path == other.path { return true }
        if identifier != nil || other.identifier != nil { return identifier == other.identifier }
        return PathText.name(path ?? "") == PathText.name(other.path ?? "")
    }

    private func isInPlace(_ candidate: Candidate) -> Bool {
        guard let path, let other = candidate.anchor.path else { return false }
        return ExactText(candidate.anchor.rootPath) == ExactText(rootPath) && ExactText(other) == ExactText(path)
    }

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
