internal import BundleConventions
internal import ExtractionProtocol
import Glibc

/// Finds messages line by line, and checks that they are safe for GMime, which keeps all headers and parts in memory.
struct MailScanner {
    struct Message: Equatable {
        let start: Int64
        var end: Int64
        var refusal: BundleError?
        var hasOpenHeaders = false
        /// It is the last one, and the separator of another message follows.
        var isBeforeLostMessage = false
        /// It contains zeros, which no mail does without announcing them: the original bytes are lost.
        var hasZeros = false
        var isBinary = false
    }

    private(set) var messages: [Message] = []

    private let limits: ExtractionLimits
    private let isMailbox: Bool
    private var position: Int64
    private var opening: [UInt8] = []
    private var lineBytes = 0
    /// Colons of the current line, if it may belong to a list of addresses.
    private var lineColons = 0
    private var lineHasZeros = false
    private static let binary = Array("binary".utf8)
    private static let openingBytes = 256
    private static let message = Array("message/".utf8)
    private static let digest = Array("multipart/digest".utf8)

    private var isAfterBlank = true
    /// Offset of a line that looks like a separator of messages; the next line decides.
    private var separator: Int64?
    /// No blank line precedes it, so the next line must meet more conditions.
    private var isSeparatorDense = false
    private var isSeparatorDated = false
    private var isBeforeBody = true

    /// After the start of a message, a possible boundary of a part, or headers that announce a message. GMime takes the
    /// lines up to the next blank one for headers, and skips those that are not.
    private var isInHeaders = false
    private var announcesMessage = false
    /// The parts of a digest are messages without announcing it.
    private var hasDigest = false
    /// The memory that the headers so far need.
    private var headerBytes = 0
    /// Least memory for a header, however short: GMime keeps an object for each.
    private static let leastCost = 64
    private var parts = 0

    private var isInAddresses = false
    /// Colons in that list. A group of addresses has one, and GMime reads nested groups by recursion.
    private var colons = 0
    private static let mostColons = 2000
    private static let addressFields: Set<String> = ["from", "sender", "reply-to", "to", "cc", "bcc"]
    private static let addressInitials = Set("fsrtcb FSRTCB\t".utf8)

    static func messages(
        in file: BundleFile, part: Range<Int64>, isMailbox: Bool, limits: ExtractionLimits
    ) throws -> [Message] {
        var scanner = MailScanner(limits: limits, isMailbox: isMailbox, position: part.lowerBound)
        if !isMailbox { scanner.begin(at: part.lowerBound) }
        try file.forEachPiece(from: part.lowerBound, to: part.upperBound) { try scanner.take($0) }
        let endsInSeparator = scanner.isAfterBlank && scanner.mayBeginSeparator
        if scanner.lineBytes > 0 { try scanner.endLine(bytes: scanner.lineBytes) }
        scanner.end(at: part.upperBound)
        if let last = scanner.messages.indices.last {
            scanner.messages[last].hasOpenHeaders = scanner.isBeforeBody
            let isBeforeMessage = isMailbox && (endsInSeparator || scanner.separator != nil && scanner.isSeparatorDated)
            scanner.messages[last].isBeforeLostMessage = isBeforeMessage
        }
        return scanner.messages
    }

    private init(limits: ExtractionLimits, isMailbox: Bool, position: Int64) {
        self.limits = limits
        self.isMailbox = isMailbox
        self.position = position
    }

    private mutating func take(_ piece: UnsafeRawBufferPointer) throws {
        guard let base = piece.baseAddress else { return }
        var start = 0
        while start < piece.count {
            let found = memchr(base + start, 0x0A, piece.count - start).map { UnsafeRawPointer($0) - base + 1 }
            let end = found ?? piece.count
            let wanted = Self.openingBytes - opening.count
            if wanted > 0 { opening.append(contentsOf: piece[start..<min(end, start + wanted)]) }
            lineBytes += end - start
            if memchr(base + start, 0, end - start) != nil { lineHasZeros = true }
            if let first = opening.first, Self.addressInitials.contains(first) {
                lineColons += piece[start..<end].count { $0 == 0x3A }
            }
            if found != nil { try endLine(bytes: lineBytes) }
            start = end
        }
    }

    private mutating func endLine(bytes: Int) throws {
        let isBlank = bytes <= 2 && opening.allSatisfy { $0 == 0x0A || $0 == 0x0D }
        if let separator {
            self.separator = nil
            // Such a line is not always a separator: people begin paragraphs with "From".
            let begins =
                isSeparatorDense
                ? MailLine.fieldName(opening) != nil
                : MailLine.isHeader(opening) || MailLine.isSeparator(opening)
                    || opening.starts(with: MailLine.quotedSeparator)
            if begins {
                end(at: separator)
                guard messages.count < limits.entries
                else { throw BundleError.limit("entries", of: limits.entries, "this mailbox has more messages") }
                begin(at: position)
            }
        }
        // Some programs omit the blank line. Then the time distinguishes the line from a sentence.
        if isMailbox, MailLine.isSeparator(opening) {
            isSeparatorDated = MailLine.hasTime(opening[...])
            if isAfterBlank || !isBeforeBody && isSeparatorDated {
                (separator, isSeparatorDense) = (position, !isAfterBlank)
            }
        }
        if !messages.isEmpty { look(isBlank: isBlank, bytes: bytes) }
        if isBlank { isBeforeBody = false }
        isAfterBlank = isBlank
        position += Int64(bytes)
        opening.removeAll(keepingCapacity: true)
        (lineBytes, lineColons, lineHasZeros) = (0, 0, false)
    }

    /// The file ends within what may be a separator.
    private var mayBeginSeparator: Bool {
        !opening.isEmpty && (opening.starts(with: MailLine.separator) || MailLine.separator.starts(with: opening))
    }

    private mutating func begin(at start: Int64) {
        messages.append(Message(start: start, end: start))
        (isInHeaders, announcesMessage, hasDigest, isInAddresses) = (true, false, false, false)
        (headerBytes, parts, colons) = (0, 0, 0)
        isBeforeBody = true
    }

    private mutating func end(at end: Int64) {
        guard let last = messages.indices.last else { return }
        messages[last].end = end
        let bytes = end - messages[last].start
        if bytes > limits.mailBytes {
            refuse(.limit("mailBytes", of: limits.mailBytes, "the message has \(bytes) bytes"))
        }
    }

    private mutating func refuse(_ error: BundleError) {
        let last = messages.count - 1
        if messages[last].refusal == nil { messages[last].refusal = error }
    }

    // MARK: Headers and parts

    private mutating func look(isBlank: Bool, bytes: Int) {
        let last = messages.count - 1
        if lineHasZeros, !messages[last].isBinary { messages[last].hasZeros = true }
        if isInHeaders, MailLine.holds(Self.binary, opening) { messages[last].isBinary = true }
        let name = MailLine.fieldName(opening)
        let isContinued = MailLine.isContinuation(opening)
        lookForAddresses(name, isContinued: isContinued)
        guard isInHeaders else {
            if opening.starts(with: [0x2D, 0x2D]) { beginPart() }
            return
        }
        let isLong = bytes > Self.openingBytes
        if name != nil || isContinued || isLong { headerBytes += name == nil ? bytes : max(bytes, Self.leastCost) }
        if headerBytes > limits.mailHeaderBytes {
            refuse(.limit("mailHeaderBytes", of: limits.mailHeaderBytes, "the headers have more bytes than allowed"))
        }
        // A long line may announce it beyond the examined part.
        if isLong || MailLine.holds(Self.message, opening) { announcesMessage = true }
        if MailLine.holds(Self.digest, opening) { hasDigest = true }
        guard isBlank else { return }
        isInHeaders = announcesMessage || hasDigest
        (headerBytes, announcesMessage) = (0, false)
    }

    private mutating func beginPart() {
        parts += 1
        if parts > limits.entries {
            refuse(.limit("entries", of: limits.entries, "the message may have more parts than allowed"))
        }
        (isInHeaders, headerBytes, announcesMessage) = (true, 0, false)
    }

    private mutating func lookForAddresses(_ name: String?, isContinued: Bool) {
        if !isContinued {
            isInAddresses = name.map(Self.addressFields.contains) ?? false
            colons = 0
        }
        guard isInAddresses else { return }
        colons += lineColons
        if colons > Self.mostColons {
            refuse(BundleError(.limit, "a list of addresses in its headers has too many groups"))
        }
    }
}
