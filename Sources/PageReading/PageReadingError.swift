package struct PageReadingError: Error, Equatable, CustomStringConvertible {
    package enum Kind: Sendable, Equatable {
        case locked
        case damaged
        case page
        case tooLarge
        /// A page could not be rendered after others were in this process: cairo keeps a font face that failed, and
        /// fails every page that has it, in any file. Only another process can tell whose fault it is.
        case compromised
        case environment
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
