import ExtractionProtocol

/// The description of a bundle may be lost while its documents are still there.
extension KeptTexts {
    /// Formats are in the order in which they are tried: a later one means that the earlier one's description is missing.
    func lostFormat(of known: KnownDocument, _ new: BundleFormat?) -> String? {
        guard let format = known.format ?? format, let new, Self.isPlainer(new, than: format) else { return nil }
        return "the bundle was \(format.rawValue), and is \(new.rawValue)"
    }

    /// The bundle's parts look like documents of their own without it, and would be shown to those who
    /// may not see what they are parts of.
    func hasLostDescription(_ new: BundleFormat?) -> Bool {
        guard !isEmpty, isDescribed, let format, let new else { return false }
        return Self.isPlainer(new, than: format)
    }

    /// Parts of its documents may look like new ones.
    var mayLoseParts: Bool { !isEmpty && isDescribed }

    static func leftOut(_ entry: String) -> ProblemFrame {
        ProblemFrame(
            .damaged, at: .content, of: entry,
            "it is new, and left out as long as documents of this bundle keep their earlier text: it may be a part of one. "
                + "Use another copy of the bundle, or take it as it is with docsearch reread")
    }

    /// Nil unless the document's own bytes are as they were. People edit sidecars, and mails have rules of their own.
    func lostDescription(of known: KnownDocument, _ frame: DocumentFrame, lost fields: [String]) -> String? {
        if isDescribed {
            return known.isUndescribed(frame, lost: fields) ? "nothing of its description is left" : nil
        }
        let isGone = !isOfMails && !fields.isEmpty && known.hasLostSidecar(frame)
        return isGone ? "the file that described it is gone" : nil
    }

    func isAboutDescription(_ problem: ProblemFrame, of bundle: CollectedBundle) -> Bool {
        let entry = problem.address.entry
        return isDescribed && problem.stage == .bundle && known[entry] == nil && !bundle.entries.contains(entry)
    }

    private var isOfMails: Bool { format == .mail || format == .mailbox }

    var isDescribed: Bool { !isOfMails && format.flatMap(Self.rank) != nil }

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
