internal import BundleConventions
internal import CivilCalendar
internal import ExtractionProtocol
import Foundation

/// Converts an Outlook message (`.msg`) to an Internet message, which is then read like any other. [MS-OXMSG] and
/// [MS-OXPROPS] name the properties.
struct OutlookMessage {
    private let file: CompoundFile
    private let limits: ExtractionLimits
    private let collector: ContentCollector
    private var boundaries = 0
    private var messages = 0

    /// Depth of nested messages. One level more than ``MailParts`` reads, so that it can be reported.
    private static let mostNested = MailParts.mostNested + 1
    private static let mostRecipients = 10_000
    /// At all depths together: a damaged file may refer to a message from within it.
    private static let mostMessages = 1_000

    static func content(of file: BundleFile, limits: ExtractionLimits) throws -> DocumentContent {
        guard file.byteCount <= limits.mailBytes
        else { throw BundleError.limit("mailBytes", of: limits.mailBytes, "the message has \(file.byteCount) bytes") }
        let compound = try CompoundFile(file, limits: limits)
        guard try compound.children(of: 0)["__properties_version1.0"] != nil else {
            throw BundleError(.unsupported, "this is a file of an Office program, but no message of Outlook")
        }
        var message = OutlookMessage(
            file: compound, limits: limits, collector: ContentCollector(memoryBytes: limits.memoryBytes))
        try message.write(0, headerBytes: 32, depth: 0)
        return message.collector.finish()
    }

    private func put(_ lines: String...) throws { try put(Array(lines.map { $0 + "\r\n" }.joined().utf8)) }

    private func put(_ bytes: [UInt8]) throws {
        // Entries may share their bytes.
        guard collector.count + Int64(bytes.count) <= limits.mailBytes
        else { throw BundleError.limit("mailBytes", of: limits.mailBytes, "the message has more bytes than allowed") }
        try bytes.withUnsafeBytes(collector.append)
    }

    private mutating func boundary() -> String {
        boundaries += 1
        // Cannot occur in the output, which has only single-line headers and Base64.
        return "=_docsearch_\(boundaries)_"
    }

    private mutating func write(_ storage: Int, headerBytes: Int, depth: Int) throws {
        messages += 1
        guard messages <= Self.mostMessages
        else { throw BundleError(.limit, "it has more than \(Self.mostMessages) messages within it") }
        let properties = try OutlookProperties(of: storage, in: file, headerBytes: headerBytes)
        try writeHeaders(properties)
        let mixed = boundary()
        try put("Content-Type: multipart/mixed; boundary=\"\(mixed)\"", "")
        try writeBody(properties, in: mixed)
        for attachment in properties.storages("__attach_version1.0_") {
            let own = try OutlookProperties(of: attachment, in: file, headerBytes: 8, encoding: properties.encoding)
            if let inner = own.storage(0x3701), try file.children(of: inner)["__properties_version1.0"] != nil {
                guard depth < Self.mostNested else { continue }
                try put("--\(mixed)", "Content-Type: message/rfc822", "")
                try write(inner, headerBytes: 24, depth: depth + 1)
            } else {
                // Objects embedded by other programs, and links, have only a name.
                try put("--\(mixed)")
                if let signed = try signed(own) {
                    try put(signed)
                    try put("")
                } else {
                    try writeAttachment(own, own.stream(0x3701, type: 0x0102))
                }
            }
        }
        try put("--\(mixed)--", "")
    }

    // MARK: - Parts

    private mutating func writeBody(_ properties: OutlookProperties, in mixed: String) throws {
        let plain = try properties.text(0x1000, most: limits.markupBytes)
        let html = try html(properties)
        // Rich text is used only when there is no other form.
        let hasText = html != nil || plain?.contains { !$0.isWhitespace } == true
        let rich = hasText ? nil : try properties.binary(0x1009, most: limits.markupBytes)
        let choice = boundary()
        try put("--\(mixed)", "Content-Type: multipart/alternative; boundary=\"\(choice)\"", "")
        if let text = rich.flatMap({ RichText.plain($0, most: limits.markupBytes) }) ?? plain {
            try put("--\(choice)", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "")
            try putEncoded(Array(text.utf8))
        }
        if let html {
            let charset = html.charset.map { "; charset=\($0)" } ?? ""
            try put("--\(choice)", "Content-Type: text/html\(charset)", "Content-Transfer-Encoding: base64", "")
            try putEncoded(html.bytes)
        }
        try put("--\(choice)--", "")
    }

    private func html(_ properties: OutlookProperties) throws -> (bytes: [UInt8], charset: String?)? {
        if let bytes = try properties.binary(0x1013, most: limits.markupBytes), !bytes.isEmpty {
            let page = properties.number(0x3FDE)
            return (bytes, page == 65001 ? "utf-8" : page.flatMap { OutlookProperties.encoding(ofPage: $0) })
        }
        return try properties.text(0x1013, most: limits.markupBytes)?.nonEmpty.map {
            (bytes: Array($0.utf8), charset: "utf-8")
        }
    }

    private func writeAttachment(_ properties: OutlookProperties, _ stream: Int?) throws {
        let name = try [0x3707, 0x3704, 0x3001].compactMap { try properties.line($0) }.first
        let type = try properties.line(0x370E).map { $0.lowercased() }.flatMap { Self.isType($0) ? $0 : nil }
        try put("Content-Type: \(type ?? "application/octet-stream")", "Content-Transfer-Encoding: base64")
        let isInText = properties.isTrue(0x7FFE) || (properties.number(0x3714) ?? 0) & 4 != 0
        let id = try properties.line(0x3712)?.filter { !"<> ".contains($0) }.nonEmpty
        if let id { try put("Content-ID: <\(id)>") }
        let file = name.map { "; filename*=UTF-8''\(Self.escaped($0))" } ?? ""
        try put("Content-Disposition: \(isInText && id != nil ? "inline" : "attachment")\(file)", "")
        guard let stream else { return try put("") }
        // Encoded in whole lines.
        var waiting: [UInt8] = []
        try self.file.read(stream) { piece in
            waiting.append(contentsOf: piece)
            guard waiting.count >= 64 * Self.lineBytes else { return }
            let count = waiting.count / Self.lineBytes * Self.lineBytes
            try putEncoded(Array(waiting[..<count]))
            waiting.removeFirst(count)
        }
        try putEncoded(waiting)
        try put("")
    }

    /// The parts of a message that is signed in the clear, with header fields of their own ([MS-OXOSMIME] 2.1.3).
    private func signed(_ properties: OutlookProperties) throws -> [UInt8]? {
        guard try properties.line(0x370E)?.lowercased() == "multipart/signed",
            let bytes = try properties.binary(0x3701, most: Int(clamping: limits.mailBytes)),
            let field = MailLine.fieldName(bytes.prefix(100)), field.hasPrefix("content-") || field == "mime-version"
        else { return nil }
        return bytes
    }

    /// Bytes in a line of base64 (RFC 2045, 6.8).
    private static let lineBytes = 57

    private func putEncoded(_ bytes: [UInt8]) throws {
        // Piece by piece, so that what exceeds the limit is not encoded.
        for start in stride(from: 0, to: bytes.count, by: 1024 * Self.lineBytes) {
            let piece = Data(bytes[start..<min(bytes.count, start + 1024 * Self.lineBytes)])
            let inLines: Data.Base64EncodingOptions = [
                .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
            ]
            try put(piece.base64EncodedString(options: inLines))
        }
    }

    /// True for the type of a single part without characters that could end the field.
    private static func isType(_ text: String) -> Bool {
        text.wholeMatch(of: /(?!multipart\/|message\/)[a-z0-9.+\-]+\/[a-z0-9.+\-]+/) != nil
    }

    /// As in RFC 5987.
    private static func escaped(_ name: String) -> String {
        name.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["."])) ?? ""
    }

    // MARK: - Header fields

    private func writeHeaders(_ properties: OutlookProperties) throws {
        let posted = try properties.text(0x007D, most: limits.mailHeaderBytes).map(Self.fields) ?? [:]
        // The second has no `Re:`.
        if let subject = try properties.line(0x0037) ?? properties.line(0x0E1D) { try put("Subject: \(subject)") }
        // PidTagSentRepresenting…: the person on whose behalf it was sent.
        let name = try properties.line(0x0042) ?? properties.line(0x0C1A)
        let addresses = try [0x5D02, 0x5D01, 0x0065, 0x0C1F].compactMap { try properties.line($0) }
        let sender = Self.mailbox(name, addresses.first { $0.contains("@") }) ?? posted["from"]
        if let sender { try put("From: \(sender)") }
        if let date = try posted["date"] ?? Self.date(properties) { try put("Date: \(date)") }
        if let id = try properties.line(0x1035) ?? posted["message-id"] { try put("Message-ID: \(id)") }
        try writeRecipients(properties)
        try put("MIME-Version: 1.0")
    }

    private func writeRecipients(_ properties: OutlookProperties) throws {
        var lists: [String: [String]] = [:]
        for storage in properties.storages("__recip_version1.0_").prefix(Self.mostRecipients) {
            let own = try OutlookProperties(of: storage, in: file, headerBytes: 8, encoding: properties.encoding)
            let address = try [0x39FE, 0x3003].compactMap { try own.line($0) }.first { $0.contains("@") }
            guard let recipient = Self.mailbox(try own.line(0x3001), address) else { continue }
            let kind = own.number(0x0C15) == 2 ? "Cc" : own.number(0x0C15) == 3 ? "Bcc" : "To"
            lists[kind, default: []].append(recipient)
        }
        for kind in ["To", "Cc", "Bcc"] {
            if let list = lists[kind] { try put("\(kind): \(list.joined(separator: ", "))") }
        }
    }

    private static func mailbox(_ name: String?, _ address: String?) -> String? {
        let address = address.map { $0.filter { !"<>\", ".contains($0) } }
        guard let name, name != address else { return address.map { "<\($0)>" } }
        let quoted = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(quoted)\"" + (address.map { " <\($0)>" } ?? "")
    }

    /// The time of sending, else of arrival, else of making: of drafts and appointments. Only the posted fields have the
    /// sender's time zone.
    private static func date(_ properties: OutlookProperties) throws -> String? {
        guard let seconds = properties.time(0x0039) ?? properties.time(0x0E06) ?? properties.time(0x3007),
            abs(seconds) < 1e11
        else { return nil }
        return CivilInstant(secondsSinceEpoch: seconds, zone: 0).map(posted)
    }

    private static func posted(_ time: CivilInstant) -> String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let clock = time.description.split(separator: "T").last?.dropLast() ?? ""
        return "\(time.day.day) \(months[time.day.month - 1]) \(time.day.year) \(clock) +0000"
    }

    private static func fields(_ text: String) -> [String: String] {
        var fields: [String: String] = [:]
        var name: String?
        for line in text.split(whereSeparator: \.isNewline) {
            if line.first == " " || line.first == "\t" {
                if let name { fields[name]? += " " + line.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            } else if let colon = line.firstIndex(of: ":") {
                let found = line[..<colon].lowercased()
                name = fields[found] == nil ? found : nil
                let value = line[line.index(after: colon)...].split(whereSeparator: \.isWhitespace)
                if name != nil { fields[found] = value.joined(separator: " ") }
            }
        }
        return fields.filter { !$0.value.isEmpty }
    }
}
