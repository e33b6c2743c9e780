internal import CGMime
internal import ExtractionProtocol
internal import Markup

struct MailText {
    private let message: MailMessage
    private let limits: ExtractionLimits
    private var read: [(text: String, part: MailParts.TextBody)?] = []
    private var failures: [(error: BundleError, part: MailParts.TextBody)] = []

    /// Throws ``PartialText`` when only some of it can be read.
    static func text(of message: MailMessage, limits: ExtractionLimits) throws -> String {
        var text = MailText(message: message, limits: limits)
        return try text.joined()
    }

    private mutating func joined() throws -> String {
        var left = limits.markupBytes
        for piece in message.parts.pieces {
            guard case .text(let part) = piece else {
                read.append(nil)
                continue
            }
            do {
                let text = try text(of: part, left: &left)
                read.append(text.isEmpty ? nil : (text, part))
            } catch let error as BundleError {
                failures.append((error, part))
                read.append(nil)
            }
        }
        let chosen = chosen
        var result: [String] = []
        for (piece, found) in zip(message.parts.pieces, read) {
            switch piece {
            case .undivided(let text): result.append(text.trimmingWhiteSpace())
            case .message(let inner): result.append(MailMetadata.heading(of: inner))
            case .text:
                guard let found, found.part.choices.allSatisfy({ chosen[$0.list] == $0.alternative }) else { continue }
                result.append(found.text)
            }
        }
        let text = result.filter { !$0.isEmpty }.joined(separator: "\n\n")
        // A part is not lost if another alternative has the same content.
        let lost = failures.first { failure in
            failure.part.choices.allSatisfy { chosen[$0.list] == nil || chosen[$0.list] == $0.alternative }
        }
        guard let lost else { return text }
        guard !text.isEmpty else { throw lost.error }
        throw PartialText(text: text, reason: lost.error)
    }

    /// For each list of alternatives the first with plain text, else the first with HTML, else the first with any.
    private var chosen: [Int: Int] {
        var chosen: [Int: (alternative: Int, rank: Int)] = [:]
        for found in read.compactMap({ $0 }) {
            for choice in found.part.choices where found.part.rank > chosen[choice.list]?.rank ?? -1 {
                chosen[choice.list] = (choice.alternative, found.part.rank)
            }
        }
        return chosen.mapValues(\.alternative)
    }

    private mutating func text(of part: MailParts.TextBody, left: inout Int) throws -> String {
        var bytes: [UInt8] = []
        // GMime returns "us-ascii" for a part without a charset.
        let object = UnsafeMutableRawPointer(part.part).assumingMemoryBound(to: GMimeObject.self)
        let charset = g_mime_object_get_content_type_parameter(object, "charset").map { String(cString: $0) }
        let (most, limit) = (left, limits.markupBytes)
        try MailMessage.read(part.part) { piece in
            guard bytes.count + piece.count <= most
            else { throw BundleError.limit("markupBytes", of: limit, "its text has more bytes than allowed") }
            bytes.append(contentsOf: piece)
        }
        left -= bytes.count
        let isSaid = charset.map { !MailCharset.isSilent($0) } ?? false
        let converted =
            charset.flatMap { MailCharset.text(of: bytes, label: $0) }
            ?? (isSaid || part.isHTML ? nil : guessed(bytes))
        if converted == nil, let charset, MailCharset.encoding(of: charset) != nil,
            String(validating: bytes, as: UTF8.self) == nil
        {
            let reason = "its encoding, \(charset), is not supported, so letters outside ASCII may be wrong"
            failures.append((BundleError(.unsupported, reason), part))
        }
        guard part.isHTML else { return (converted ?? TextDecoding.text(of: bytes)).trimmingWhiteSpace() }
        // The mail's charset takes precedence over the HTML's, which may come from another file. Converted text is
        // UTF-8.
        if let converted { return try html(TextDecoding.utf8Mark + Array(converted.utf8)) }
        let isUTF8 = isSaid && String(validating: bytes, as: UTF8.self) != nil
        return try html(isUTF8 ? TextDecoding.utf8Mark + bytes : bytes)
    }

    /// A text that does not say its charset, where it is not UTF-8.
    private func guessed(_ bytes: [UInt8]) -> String? {
        if String(validating: bytes, as: UTF8.self) != nil { return MailCharset.escapedText(of: bytes) }
        guard !TextDecoding.isDamagedUTF8(bytes) else { return nil }
        return (message.charset ?? MailCharset.guessed(bytes)).flatMap { MailCharset.text(of: bytes, label: $0) }
    }

    /// The text of HTML, however deep its elements and however large its inline pictures.
    private func html(_ bytes: [UInt8]) throws -> String {
        do {
            return try HTMLText.plain(bytes, limits: limits)
        } catch let error as BundleError where error.code == .limit || error.code == .unsupported {
            let flat = HTMLText.flattened(bytes)
            if error.code == .limit { return try HTMLText.plain(flat, limits: limits) }
            return try HTMLText.plain(TextDecoding.utf8Mark + Array(TextDecoding.text(of: flat).utf8), limits: limits)
        }
    }
}

struct PartialText: Error {
    let text: String
    let reason: BundleError
}
