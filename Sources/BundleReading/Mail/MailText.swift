internal import CGMime
internal import ExtractionProtocol
internal import Markup

/// The text of a message: plain text where there is some, else what HTML says, and the text of messages within it behind
/// the fields that name them.
struct MailText {
    private let message: MailMessage
    private let limits: ExtractionLimits
    private var read: [(text: String, part: MailParts.TextPart)?] = []

    /// Throws ``BundleError`` when there is more than allowed.
    static func text(of message: MailMessage, limits: ExtractionLimits) throws -> String {
        var text = MailText(message: message, limits: limits)
        return try text.joined()
    }

    private init(message: MailMessage, limits: ExtractionLimits) {
        self.message = message
        self.limits = limits
    }

    private mutating func joined() throws -> String {
        var left = limits.markupBytes
        for piece in message.pieces {
            guard case .text(let part) = piece else {
                read.append(nil)
                continue
            }
            let text = try Self.text(of: part, in: message, limits: limits, left: &left)
            read.append(text.isEmpty ? nil : (text, part))
        }
        let chosen = chosen
        var result: [String] = []
        for (piece, found) in zip(message.pieces, read) {
            switch piece {
            case .message(let inner): result.append(MailMetadata.heading(of: inner))
            case .text:
                guard let found, found.part.choices.allSatisfy({ chosen[$0.list] == $0.alternative }) else { continue }
                result.append(found.text)
            }
        }
        return result.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// Of each list of alternatives the first with plain text, else the first with any.
    private var chosen: [Int: Int] {
        var chosen: [Int: (alternative: Int, isPlain: Bool)] = [:]
        for found in read.compactMap({ $0 }) {
            for choice in found.part.choices {
                let isPlain = !found.part.isHTML
                guard let known = chosen[choice.list] else {
                    chosen[choice.list] = (choice.alternative, isPlain)
                    continue
                }
                if isPlain, !known.isPlain { chosen[choice.list] = (choice.alternative, true) }
            }
        }
        return chosen.mapValues(\.alternative)
    }

    /// `left` are the bytes that all parts together may still have.
    private static func text(
        of part: MailParts.TextPart, in message: MailMessage, limits: ExtractionLimits, left: inout Int
    ) throws -> String {
        var bytes: [UInt8] = []
        // GMime's own answer is "us-ascii" where a part says nothing.
        let object = UnsafeMutableRawPointer(part.part).assumingMemoryBound(to: GMimeObject.self)
        let charset = g_mime_object_get_content_type_parameter(object, "charset").map { String(cString: $0) }
        var given = 0
        try message.read(part.part, charset: charset.flatMap(Self.converted)) { piece in
            given += piece.count
            guard given <= left else {
                throw BundleError.limit("markupBytes", of: limits.markupBytes, "its text has more bytes than allowed")
            }
            bytes.append(contentsOf: piece)
        }
        left -= given
        guard part.isHTML else { return TextDecoding.text(of: bytes).trimmingWhiteSpace() }
        // The mail's word counts more than that of the HTML, which may have been another file's; what was converted is UTF-8.
        let isSaid = charset.map { !Self.silent.contains($0.lowercased()) } ?? false
        let isUTF8 = isSaid && String(validating: bytes, as: UTF8.self) != nil
        return try HTMLText.plain(isUTF8 ? TextDecoding.utf8Mark + bytes : bytes, limits: limits)
    }

    /// Names that say no more than the bytes do.
    private static let silent: Set<String> = ["us-ascii", "ascii", "unknown-8bit", "x-unknown", ""]

    /// Nil for what need not be converted.
    private static func converted(_ charset: String) -> String? {
        silent.union(["utf-8", "utf8"]).contains(charset.lowercased()) ? nil : charset
    }
}
