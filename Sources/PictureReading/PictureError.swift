package struct PictureError: Error, Equatable, CustomStringConvertible {
    package enum Kind: Sendable, Equatable {
        case damaged
        case tooLarge
        case unsupported
    }

    package let kind: Kind
    /// Without a capital letter and a full stop.
    package let reason: String

    package init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    package var description: String { reason }
}
