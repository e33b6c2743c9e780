internal import CGMime
import Glibc
internal import Markup

struct MailParts {
    enum Piece {
        case text(TextBody)
        /// A list without a part, because its boundary is missing or not stated.
        case undivided(String)
        /// Borrowed from the message.
        case message(UnsafeMutablePointer<GMimeMessage>)
    }

    /// Borrowed from the message.
    struct TextBody {
        let part: UnsafeMutablePointer<GMimePart>
        let isHTML: Bool
        /// Preference among alternatives: plain text comes first.
        let rank: Int
        /// For each list of alternatives around it, the list's number and the alternative's.
        let choices: [(list: Int, alternative: Int)]
    }

    private let charset: String?
    private(set) var attachments: [MailAttachment] = []
    private(set) var pieces: [Piece] = []
    private(set) var signatures: [String] = []
    private(set) var encryptions: [String] = []
    /// Methods of wrappers that contain the text.
    private(set) var opaqueSignatures: [String] = []
    private(set) var tooDeep = 0

    /// A multipart body in which no part was found has lines that look like a boundary.
    var hidesParts: Bool {
        pieces.contains { piece in
            guard case .undivided(let text) = piece else { return false }
            let lines = text.split(whereSeparator: \.isNewline)
            return zip(lines, lines.dropFirst()).contains {
                $0.hasPrefix("--") && $1.prefix(8).lowercased() == "content-"
            }
        }
    }

    static let mostNested = 8
    private static let mostChoices = 16

    private struct Step {
        let part: UnsafeMutablePointer<GMimeObject>
        let message: UnsafeMutablePointer<GMimeMessage>?
        let depth: Int
        let choices: [(list: Int, alternative: Int)]
    }

    /// Walks through the parts without recursion, because their depth may be as large as the message.
    /// `charset` is that of names where the text says none.
    init(of message: UnsafeMutablePointer<GMimeMessage>, charset guessed: String?) {
        charset = EncodedWords.bodyCharset(of: message) ?? guessed
        var lists = 0
        var rest: [Step] = []
        if let part = g_mime_message_get_mime_part(message) {
            rest.append(Step(part: part, message: nil, depth: 0, choices: []))
        }
        while let step = rest.popLast() {
            if cgmime_is_leaf(step.part) != 0 {
                take(step)
            } else if let enclosed = cgmime_message(step.part) {
                guard step.depth < Self.mostNested else {
                    tooDeep += 1
                    continue
                }
                pieces.append(.message(enclosed))
                guard let part = g_mime_message_get_mime_part(enclosed) else { continue }
                rest.append(Step(part: part, message: enclosed, depth: step.depth + 1, choices: step.choices))
            } else {
                note(MailAttachment.type(of: step.part), step.part)
                let isChoice =
                    MailAttachment.type(of: step.part) == "multipart/alternative"
                    && step.choices.count < Self.mostChoices
                if isChoice { lists += 1 }
                if cgmime_child_count(step.part) == 0, let text = cgmime_prologue(step.part) {
                    pieces.append(
                        .undivided(
                            TextDecoding.text(of: Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))))
                }
                for index in (0..<cgmime_child_count(step.part)).reversed() {
                    guard let child = cgmime_child(step.part, index) else { continue }
                    let choice = isChoice ? [(list: lists, alternative: Int(index))] : []
                    rest.append(
                        Step(part: child, message: step.message, depth: step.depth, choices: step.choices + choice))
                }
            }
        }
    }

    private mutating func take(_ step: Step) {
        MailAttachment.mendType(of: step.part)
        let type = MailAttachment.type(of: step.part)
        note(type, step.part)
        // Useless without the part that it signs.
        if Self.signatureTypes[type] != nil || type == "application/pgp-encrypted" { return }
        let part = UnsafeMutableRawPointer(step.part).assumingMemoryBound(to: GMimePart.self)
        if var attachment = MailAttachment(step.part, number: attachments.count + 1, charset: charset) {
            attachment.message = step.message
            attachments.append(attachment)
        }
        guard Self.isText(type), g_mime_part_is_attachment(part) == 0 else { return }
        let isHTML = ["html", "enriched", "richtext"].contains(where: type.contains)
        let rank = type == "text/plain" ? 2 : type == "text/html" ? 1 : 0
        pieces.append(.text(TextBody(part: part, isHTML: isHTML, rank: rank, choices: step.choices)))
    }

    /// True for parts that people read: text of any kind (RFC 2046, 4.1.4), and delivery reports.
    static func isText(_ type: String) -> Bool {
        type.hasPrefix("text/") && type != "text/rtf" || reports.contains(type)
    }

    private static let reports: Set<String> = [
        "message/delivery-status", "message/disposition-notification", "message/feedback-report",
        "message/global-delivery-status",
    ]

    private static let signatureTypes = [
        "application/pgp-signature": "OpenPGP", "application/pkcs7-signature": "S/MIME",
        "application/x-pkcs7-signature": "S/MIME",
    ]

    /// Records signatures and encryption (RFC 1847, RFC 3156, RFC 8551).
    private mutating func note(_ type: String, _ part: UnsafeMutablePointer<GMimeObject>) {
        if let method = Self.signatureTypes[type] { add(method, to: \.signatures) }
        switch type {
        case "application/pgp-encrypted": add("OpenPGP", to: \.encryptions)
        case "application/pkcs7-mime", "application/x-pkcs7-mime":
            let kind = g_mime_object_get_content_type_parameter(part, "smime-type").map { String(cString: $0) }
            switch kind?.lowercased() {
            case "signed-data":
                add("S/MIME", to: \.signatures)
                add("S/MIME", to: \.opaqueSignatures)
            case "certs-only": break
            default: add("S/MIME", to: \.encryptions)
            }
        default: break
        }
    }

    private mutating func add(_ name: String, to list: WritableKeyPath<MailParts, [String]>) {
        if !self[keyPath: list].contains(name) { self[keyPath: list].append(name) }
    }
}
