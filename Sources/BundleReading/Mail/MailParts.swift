internal import CGMime
import Glibc

/// The parts of a message in its order: attachments, pieces of its text, and what keeps some of it from being read.
struct MailParts {
    /// A piece of text, or a message that begins within the message.
    enum Piece {
        case text(TextPart)
        /// Borrowed from the message.
        case message(UnsafeMutablePointer<GMimeMessage>)
    }

    /// Borrowed from the message.
    struct TextPart {
        let part: UnsafeMutablePointer<GMimePart>
        let isHTML: Bool
        /// For each list of alternatives that it is in, its number and that of the alternative.
        let choices: [(list: Int, alternative: Int)]
    }

    private(set) var attachments: [MailAttachment] = []
    private(set) var pieces: [Piece] = []
    /// `S/MIME`, `OpenPGP`: what parts of it are signed or encrypted with.
    private(set) var signatures: [String] = []
    private(set) var encryptions: [String] = []

    /// Messages within messages.
    private static let mostNested = 8
    /// Lists of alternatives within each other.
    private static let mostChoices = 16

    private struct Step {
        let part: UnsafeMutablePointer<GMimeObject>
        let depth: Int
        let choices: [(list: Int, alternative: Int)]
    }

    /// Walks through the parts with a list of what is to do, as they may be nested as deep as a message is long.
    init(of message: UnsafeMutablePointer<GMimeMessage>) {
        var lists = 0
        var rest: [Step] = []
        if let part = g_mime_message_get_mime_part(message) { rest.append(Step(part: part, depth: 0, choices: [])) }
        while let step = rest.popLast() {
            if cgmime_is_leaf(step.part) != 0 {
                take(step)
            } else if let enclosed = cgmime_message(step.part) {
                guard step.depth < Self.mostNested else { continue }
                pieces.append(.message(enclosed))
                guard let part = g_mime_message_get_mime_part(enclosed) else { continue }
                rest.append(Step(part: part, depth: step.depth + 1, choices: step.choices))
            } else {
                note(MailAttachment.type(of: step.part), step.part)
                let isChoice =
                    MailAttachment.type(of: step.part) == "multipart/alternative"
                    && step.choices.count < Self.mostChoices
                if isChoice { lists += 1 }
                for index in (0..<cgmime_child_count(step.part)).reversed() {
                    guard let child = cgmime_child(step.part, index) else { continue }
                    let choice = isChoice ? [(list: lists, alternative: Int(index))] : []
                    rest.append(Step(part: child, depth: step.depth, choices: step.choices + choice))
                }
            }
        }
    }

    private mutating func take(_ step: Step) {
        let type = MailAttachment.type(of: step.part)
        note(type, step.part)
        // It is of no use without the part that it signs.
        if Self.isSignature(type) { return }
        let part = UnsafeMutableRawPointer(step.part).assumingMemoryBound(to: GMimePart.self)
        if let attachment = MailAttachment(step.part, number: attachments.count + 1) { attachments.append(attachment) }
        guard type == "text/plain" || type == "text/html", g_mime_part_is_attachment(part) == 0 else { return }
        pieces.append(.text(TextPart(part: part, isHTML: type == "text/html", choices: step.choices)))
    }

    private static func isSignature(_ type: String) -> Bool {
        ["application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"].contains(type)
    }

    /// Takes note of what signs and what encrypts (RFC 1847, RFC 3156, RFC 8551).
    private mutating func note(_ type: String, _ part: UnsafeMutablePointer<GMimeObject>) {
        switch type {
        case "application/pgp-signature": add("OpenPGP", to: \.signatures)
        case "application/pkcs7-signature", "application/x-pkcs7-signature": add("S/MIME", to: \.signatures)
        case "application/pgp-encrypted": add("OpenPGP", to: \.encryptions)
        case "application/pkcs7-mime", "application/x-pkcs7-mime":
            let kind = g_mime_object_get_content_type_parameter(part, "smime-type").map { String(cString: $0) }
            add("S/MIME", to: kind?.lowercased() == "signed-data" ? \.signatures : \.encryptions)
        default: break
        }
    }

    private mutating func add(_ name: String, to list: WritableKeyPath<MailParts, [String]>) {
        if !self[keyPath: list].contains(name) { self[keyPath: list].append(name) }
    }
}
