/// A value of the metadata for which there is no common field, with what its source calls it.
package struct MetadataDetail: Codable, Sendable, Hashable {
    package enum Kind: String, Codable, Sendable, CaseIterable {
        /// Another identifier of the document.
        case identifier
        /// A person or body with another role than that of an author, which is the label.
        case person
        /// Said of the package and not of what is in it.
        case package
        /// The name of a file that the document holds or came with.
        case attachment
        /// What somebody has written about a page, in a note or beside a passage that was marked.
        case annotation
        /// Anything else.
        case other
    }

    package var kind: Kind
    /// For people: `URN`, `Editor`, `To`, `Bagging-Date`.
    package var label: String
    package var value: String

    package init(_ kind: Kind, called label: String, _ value: String) {
        self.kind = kind
        self.label = label
        self.value = value
    }

    /// As it is searched and counted.
    package var byteCount: Int { label.utf8.count + value.utf8.count }
}

extension [MetadataDetail] {
    /// Each once, where it stands first, without blank ones.
    package var eachOnce: [MetadataDetail] {
        var seen: Set<MetadataDetail> = []
        return filter { !$0.value.allSatisfy(\.isWhitespace) && seen.insert($0).inserted }
    }

    package mutating func add(_ kind: MetadataDetail.Kind, called label: String, _ value: String?) {
        guard let value, !value.allSatisfy(\.isWhitespace) else { return }
        append(MetadataDetail(kind, called: label, value))
    }
}
