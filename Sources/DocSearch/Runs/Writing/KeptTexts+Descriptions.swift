import ExtractionProtocol

/// What says what the documents of a bundle are may be lost, while they are still there.
extension KeptTexts {
    /// A description that is found later in ``formats`` was there before, too.
    func lostFormat(of known: KnownDocument, _ new: BundleFormat?) -> String? {
        guard let format = known.format ?? format, let new, Self.isPlainer(new, than: format) else { return nil }
        return "the bundle was \(format.rawValue), and is \(new.rawValue)"
    }

    /// What described the bundle is not found. Its parts look like documents of their own then, and would be shown to those who
    /// may not see what they are parts of.
    func hasLostDescription(_ new: BundleFormat?) -> Bool {
        guard !isEmpty, isDescribed, let format, let new else { return false }
        return Self.isPlainer(new, than: format)
    }

    /// People take out sidecars, and mails have rules of their own.
    func lostDescription() -> String? { isDescribed ? "nothing of its description is left" : nil }

    private var isDescribed: Bool {
        format != .mail && format != .mailbox && format.flatMap(Self.rank) != nil
    }

    /// Those with descriptions, in the order in which they are looked for.
    private static let formats: [Set<BundleFormat>] = [
        [.mail, .mailbox], [.yianaZip, .yianaBinary, .yianaMetadata], [.bagit], [.ocfl], [.paperless],
        [.internetArchive], [.simpleArchive], [.mets], [.comic], [.hocr],
    ]

    private static func rank(of format: BundleFormat) -> Int? { formats.firstIndex { $0.contains(format) } }

    private static func isPlainer(_ new: BundleFormat, than format: BundleFormat) -> Bool {
        rank(of: format).map { $0 < rank(of: new) ?? .max } ?? false
    }
}
