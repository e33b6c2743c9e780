import BundleConventions

/// Some kinds of names.
struct KindSet: OptionSet, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }
    init(_ kind: NameKind) { rawValue = 1 << kind.rawValue }
}
