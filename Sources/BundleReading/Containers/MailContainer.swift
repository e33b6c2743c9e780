internal import ExtractionProtocol

/// A mail message or a mailbox; its files are the attachments, those of messages within messages among them.
///
/// `scan.pdf` in a message, `message-3/scan.pdf` in the third message of a mailbox; `#2` follows names that come again.
/// Each message is in memory while it is read, one at a time.
package final class MailContainer: Container {
    let entries: [BundleEntry]
    /// Messages that cannot be read. In a mailbox only, where the rest can be.
    let problems: [BundleError]
    /// By the entries' indexes.
    private let places: [Place]
    private let metadata: [DocumentMetadata]
    private let messages: [MailScanner.Message]
    private let file: BundleFile
    /// Where it lies in the bundle, for the budget.
    private let path: String
    let budget: ReadingBudget
    private var open: (number: Int, message: MailMessage)?

    /// Of an attachment; both numbers from 0.
    private struct Place {
        let message: Int
        let attachment: Int
        /// In `metadata`.
        let metadata: Int
    }

    /// Has all in memory that reading mail needs. To be called before the process gives up its rights.
    package static func prepare() { MailEngine.prepare() }

    /// `part` is where in the file the mail is, when it is not all of it.
    ///
    /// Throws ``BundleError`` when nothing of it can be read or it has too many messages and attachments.
    init(
        _ file: BundleFile, part: Range<Int64>? = nil, isMailbox: Bool, path: String, budget: ReadingBudget
    ) throws {
        let kind = isMailbox ? "mailbox" : "message"
        messages = try MailScanner.messages(
            in: file, part: part ?? 0..<file.byteCount, isMailbox: isMailbox, limits: budget.limits)
        budget.begin(container: path)
        try budget.count(entries: Int64(messages.count), in: kind, container: path)
        var names: [String] = []
        var places: [Place] = []
        var metadata: [DocumentMetadata] = []
        var problems: [BundleError] = []
        for (number, range) in messages.enumerated() {
            let folder = isMailbox ? "message-\(number + 1)" : ""
            do {
                let message = try MailMessage(range, of: file)
                try budget.count(entries: Int64(message.attachments.count), in: kind, container: path)
                if !message.attachments.isEmpty { metadata.append(message.metadata) }
                for (index, attachment) in message.attachments.enumerated() {
                    names.append(isMailbox ? "\(folder)/\(attachment.name)" : attachment.name)
                    places.append(Place(message: number, attachment: index, metadata: metadata.count - 1))
                }
            } catch let error as BundleError where isMailbox && range.refusal != nil || error.code == .damaged {
                guard isMailbox else { throw error }
                problems.append(error.naming(folder))
            }
        }
        entries = Self.entries(names, limits: budget.limits)
        self.places = places
        self.metadata = metadata
        self.problems = problems
        self.file = file
        self.path = path
        self.budget = budget
    }

    private static func entries(_ names: [String], limits: ExtractionLimits) -> [BundleEntry] {
        // Names become alike where control characters are replaced, so they are told apart afterwards.
        let shown = names.map { name in
            name.utf8.count > limits.nameBytes
                ? ZipDirectory.shortened(name) : BundleEntry(index: 0, name: name).name
        }
        return UniqueNames.names(shown).enumerated().map { index, name in
            BundleEntry(index: UInt64(index), name: name, refusal: .longName(names[index], limits))
        }
    }

    /// What the message says that an attachment came with.
    func metadata(of entry: BundleEntry) -> DocumentMetadata {
        guard let place = place(of: entry) else { return DocumentMetadata() }
        return metadata[place.metadata]
    }

    func read(
        _ entry: BundleEntry, named name: String, limit: ByteLimit,
        _ consume: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        if let refusal = entry.refusal { throw BundleError(refusal.code, refusal.reason, entry: name) }
        try BundleError.naming(name) {
            guard let place = place(of: entry) else { throw BundleError(.changed, "it is no longer there") }
            let message = try message(place.message)
            guard message.attachments.indices.contains(place.attachment) else {
                throw BundleError(.changed, "it is no longer there")
            }
            budget.begin(container: path, entry: entry.index)
            var given: Int64 = 0
            try message.read(message.attachments[place.attachment]) { piece in
                given += Int64(piece.count)
                try limit.check(given)
                try budget.count(bytes: Int64(piece.count), container: path, entry: entry.index)
                try consume(piece)
            }
        }
    }

    private func place(of entry: BundleEntry) -> Place? {
        Int(exactly: entry.index).flatMap { places.indices.contains($0) ? places[$0] : nil }
    }

    /// Attachments are read in their order, so the last message is kept.
    private func message(_ number: Int) throws -> MailMessage {
        if let open, open.number == number { return open.message }
        // First, so that two are never in memory.
        open = nil
        let message = try MailMessage(messages[number], of: file)
        open = (number, message)
        return message
    }
}
