internal import BundleConventions
internal import ExtractionProtocol

/// Attachments are named `scan.pdf` in a message and `message-3/scan.pdf` in a mailbox. The texts of the messages are
/// files that are not among the entries. Only one message at a time is in memory.
final class MailContainer: Container {
    private(set) var entries: [BundleEntry] = []
    private(set) var problems: [BundleError] = []
    private(set) var letters: [Letter] = []
    let budget: ReadingBudget
    private var parts: [(letter: Int, attachment: Int)] = []
    private let messages: [MailScanner.Message]
    private let file: BundleFile
    private let path: String
    private let isMailbox: Bool
    private var open: (number: Int, message: MailMessage)?
    /// Metadata bytes, because the metadata of all messages stays in memory.
    private var detailBytes = 0

    struct Letter {
        let number: Int
        /// `message-3` in a mailbox; empty for a message by itself.
        let folder: String
        let metadata: DocumentMetadata
        let text: BundleEntry
        let attachments: Range<Int>
        let inText: Set<Int>
        let inner: [Int: DocumentMetadata]
    }

    /// Beyond the numbers of all attachments.
    private static let firstText: UInt64 = 1 << 40

    init(_ file: BundleFile, part: Range<Int64>? = nil, isMailbox: Bool, path: String, budget: ReadingBudget) throws {
        (self.file, self.path, self.isMailbox, self.budget) = (file, path, isMailbox, budget)
        let kind = isMailbox ? "mailbox" : "message"
        messages = try MailScanner.messages(
            in: file, part: part ?? 0..<file.byteCount, isMailbox: isMailbox, limits: budget.limits)
        budget.begin(container: path, byteCount: file.byteCount)
        try budget.count(entries: Int64(messages.count), in: kind, container: path)
        var names: [String] = []
        for (number, range) in messages.enumerated() {
            let folder = isMailbox ? "\(BundleNames.message)\(number + 1)" : ""
            do {
                let message = try MailMessage(range, of: file)
                try budget.count(entries: Int64(message.parts.attachments.count), in: kind, container: path)
                add(message, number: number, folder: folder, names: &names)
                problems += Self.unread(message.parts).map { BundleError($0, $1, entry: folder.nonEmpty) }
                if range.hasZeros { problems.append(BundleError(.damaged, Self.zeros, entry: folder.nonEmpty)) }
                // A file can only have been cut at its end.
                if number == messages.count - 1,
                    message.isCut || range.isBeforeLostMessage || isMailbox && range.hasOpenHeaders
                {
                    problems.append(BundleError(.damaged, Self.cut, entry: folder.nonEmpty))
                }
            } catch let error as BundleError where isMailbox && range.refusal != nil || error.code == .damaged {
                guard isMailbox else { throw error }
                problems.append(error.naming(folder))
            }
        }
        entries = BundleEntry.numbered(names, budget.limits)
    }

    private func add(_ message: MailMessage, number: Int, folder: String, names: inout [String]) {
        let first = names.count
        let attachments = message.parts.attachments
        for (index, attachment) in attachments.enumerated() {
            names.append(isMailbox ? "\(folder)/\(attachment.name)" : attachment.name)
            parts.append((letters.count, index))
        }
        let inText = attachments.indices.filter { attachments[$0].isInText }.map { first + $0 }
        var (metadata, inner) = (message.metadata, message.inner)
        detailBytes += ([metadata] + inner.values).flatMap(\.details).reduce(0) { $0 + $1.byteCount }
        let most = max(0, min(budget.limits.recordBytes, Int.max / 64)) * ExtractionLimits.recordsOfBundle
        if detailBytes > most {
            metadata.details = []
            inner = [:]
            problems.append(
                .limit(
                    "\(ExtractionLimits.recordsOfBundle) × recordBytes", of: most,
                    "with it there are too many recipients and names of attachments, which were left out",
                    entry: folder.nonEmpty))
        }
        letters.append(
            Letter(
                number: number, folder: folder, metadata: metadata,
                text: BundleEntry(index: Self.firstText + UInt64(number), name: isMailbox ? folder : "message"),
                attachments: first..<names.count, inText: Set(inText), inner: inner))
    }

    private static let zeros = "there are zeros in the message, in the place of what was written there"
    private static let cut = "the message has no end: the rest of it is missing, and what may have followed"

    private static func unread(_ parts: MailParts) -> [(ProblemFrame.Code, String)] {
        var reasons: [(ProblemFrame.Code, String)] = parts.encryptions.map { method in
            let what = "it is encrypted with \(method), which docsearch does not decrypt"
            return (.unsupported, "\(what): save it decrypted and index that")
        }
        reasons += parts.opaqueSignatures.map { method in
            let what = "a part of it is enclosed in its signature (\(method)), which docsearch cannot open"
            return (.unsupported, "\(what): save it without the signature and index that")
        }
        if parts.tooDeep > 0 {
            let messages = parts.tooDeep == 1 ? "1 message lies" : "\(parts.tooDeep) messages lie"
            reasons.append((.limit, "\(messages) within more than \(MailParts.mostNested) others and were not read"))
        }
        if parts.hidesParts {
            reasons.append((.damaged, "its parts are not divided as it says, so attachments may be missing"))
        }
        return reasons
    }

    /// The metadata of the message that holds the attachment, which may be a nested one. It does not describe the files
    /// beside the mail.
    func metadata(of entry: BundleEntry) -> DocumentMetadata {
        guard let part = part(of: entry) else { return DocumentMetadata() }
        let letter = letters[part.letter]
        var metadata = letter.inner[part.attachment] ?? letter.metadata
        metadata.details.removeAll { $0.kind != .person }
        return metadata
    }

    func unpack(_ entry: BundleEntry, limit: ByteLimit, _ consume: ByteConsumer) throws {
        var bytes = CountedBytes(of: entry.index, in: path, budget, limit: limit)
        try readParts(of: entry) { piece in
            try bytes.add(piece.count, of: nil)
            try consume(piece)
        }
    }

    private func readParts(of entry: BundleEntry, _ consume: ByteConsumer) throws {
        if entry.index >= Self.firstText {
            guard let number = Int(exactly: entry.index - Self.firstText), messages.indices.contains(number)
            else { throw BundleError.gone }
            do {
                let text = try MailText.text(of: message(number), limits: budget.limits)
                return try Array(text.utf8).withUnsafeBytes(consume)
            } catch let partial as PartialText {
                try Array(partial.text.utf8).withUnsafeBytes(consume)
                throw partial
            }
        }
        guard let part = part(of: entry) else { throw BundleError.gone }
        let message = try message(letters[part.letter].number)
        guard message.parts.attachments.indices.contains(part.attachment) else { throw BundleError.gone }
        try MailMessage.read(message.parts.attachments[part.attachment].part, consume)
    }

    private func part(of entry: BundleEntry) -> (letter: Int, attachment: Int)? {
        Int(exactly: entry.index).flatMap { parts.indices.contains($0) ? parts[$0] : nil }
    }

    /// Attachments are read in order, so only the last message is kept.
    private func message(_ number: Int) throws -> MailMessage {
        if let open, open.number == number { return open.message }
        // First, so that two are never in memory.
        open = nil
        let message = try MailMessage(messages[number], of: file)
        open = (number, message)
        return message
    }
}
