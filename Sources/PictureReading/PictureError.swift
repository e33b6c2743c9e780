package struct PictureError: Error, Equatable, CustomStringConvertible {
    package enum Kind: Sendable, Equatable {
        /// It ends too early, or its bytes are invalid.
        case damaged
        /// It has more pages than allowed, or needs too much memory.
        case tooLarge
        case unsupported
    }

    package let kind: Kind
    /// Without a capital letter and a full stop, to be put into a sentence.
    package let reason: String

    package init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    package var description: String { reason }
}
