package struct MetadataDetail: Codable, Sendable, Hashable {
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case identifier
        /// A person or body with a role other than author; the label is the role.
        case person
        /// About the package, not its content.
        case package
        case attachment
        /// A note on a page, or a comment on a marked passage.
        case annotation
        case other
    }

    package var kind: Kind
    /// Shown to people: `URN`, `Editor`, `To`, `Bagging-Date`.
    package var label: String
    package var value: String

    package init(_ kind: Kind, called label: String, _ value: String) {
        (self.kind, self.label, self.value) = (kind, label, value)
    }

    package var byteCount: Int { label.utf8.count + value.utf8.count }
}

extension [MetadataDetail] {
    package var eachOnce: [MetadataDetail] {
        var seen: Set<MetadataDetail> = []
        return filter { !$0.value.allSatisfy(\.isWhitespace) && seen.insert($0).inserted }
    }

    package mutating func add(_ kind: MetadataDetail.Kind, called label: String, _ value: String?) {
        guard let value, !value.allSatisfy(\.isWhitespace) else { return }
        append(MetadataDetail(kind, called: label, value))
    }
}
