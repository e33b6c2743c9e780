internal import CGMime
internal import ExtractionProtocol

enum MailMetadata {
    private static let mostSenders = 32
    private static let mostRecipients = 10_000
    /// Characters of a subject or name; the rest is cut.
    private static let longestLine = 2000

    static func metadata(of message: UnsafeMutablePointer<GMimeMessage>, _ parts: MailParts) -> DocumentMetadata {
        var metadata = own(of: message)
        for attachment in parts.attachments { metadata.details.add(.attachment, called: "Attachment", attachment.name) }
        for name in parts.signatures { metadata.details.add(.other, called: "Signed with", name) }
        for name in parts.encryptions { metadata.details.add(.other, called: "Encrypted with", name) }
        metadata.details = metadata.details.eachOnce
        return metadata
    }

    static func own(of message: UnsafeMutablePointer<GMimeMessage>) -> DocumentMetadata {
        EncodedWords.join(in: message)
        var metadata = DocumentMetadata()
        metadata.details = recipients(of: message).eachOnce
        metadata.setTitle(text(g_mime_message_get_subject(message)))
        (metadata.authors, metadata.authorAddresses) = senders(of: message)
        metadata.identifier = text(g_mime_message_get_message_id(message))
        metadata.date = header("Date", of: message).flatMap { MailDate.normalized($0) }
        return metadata
    }

    static func heading(of message: UnsafeMutablePointer<GMimeMessage>) -> String {
        EncodedWords.join(in: message)
        return ["From", "Date", "To", "Cc", "Subject"].compactMap { name in
            let value = name == "Subject" ? text(g_mime_message_get_subject(message)) : header(name, of: message)
            return value.map { "\(name): \($0)" }
        }.joined(separator: "\n")
    }

    private static func header(_ name: String, of message: UnsafeMutablePointer<GMimeMessage>) -> String? {
        let object = UnsafeMutableRawPointer(message).assumingMemoryBound(to: GMimeObject.self)
        guard let value = g_mime_object_get_header(object, name) else { return nil }
        return decoded(value)
    }

    private static func decoded(_ value: UnsafePointer<CChar>) -> String? {
        guard let decoded = g_mime_utils_header_decode_text(MailEngine.options, value) else { return text(value) }
        defer { g_free(decoded) }
        return text(decoded)
    }

    private static func recipients(of message: UnsafeMutablePointer<GMimeMessage>) -> [MetadataDetail] {
        let fields = [("To", GMIME_ADDRESS_TYPE_TO), ("Cc", GMIME_ADDRESS_TYPE_CC), ("Bcc", GMIME_ADDRESS_TYPE_BCC)]
        var found: [MetadataDetail] = []
        for (label, type) in fields {
            let list = g_mime_message_get_addresses(message, type)
            for one in people(label, list, of: message).prefix(mostRecipients) {
                let (name, address) = (one.name, one.address)
                let both = name.flatMap { name in address.map { $0 == name ? name : "\(name) <\($0)>" } }
                found.add(.person, called: label, both ?? name ?? address)
            }
        }
        return found
    }

    /// The addresses of a list, each group before its members (RFC 5322, 3.4). All are borrowed.
    private static func addresses(
        in list: UnsafeMutablePointer<InternetAddressList>
    ) -> [UnsafeMutablePointer<InternetAddress>] {
        var found: [UnsafeMutablePointer<InternetAddress>] = []
        // Without recursion, because hostile mails nest groups.
        var open = [list]
        while let list = open.popLast() {
            for index in 0..<max(0, internet_address_list_length(list)) {
                guard let one = internet_address_list_get_address(list, index) else { continue }
                found.append(one)
                if let members = cgmime_group_members(one) { open.append(members) }
            }
        }
        return found
    }

    private static func senders(
        of message: UnsafeMutablePointer<GMimeMessage>
    ) -> (names: [String], addresses: [String]) {
        var names: [String] = []
        var addresses: [String] = []
        var people = people("From", g_mime_message_get_from(message), of: message)
        if people.isEmpty {
            people = Self.people(
                "Sender", g_mime_message_get_addresses(message, GMIME_ADDRESS_TYPE_SENDER), of: message)
        }
        for sender in people.prefix(Self.mostSenders) {
            let address = sender.address
            let named = sender.name.flatMap { MailSenders.isPlaceholder($0) ? nil : $0 }
            guard let name = named ?? address, !MailSenders.isPlaceholder(name) else { continue }
            if !names.contains(name) { names.append(name) }
            if let address, address != name, !addresses.contains(address) { addresses.append(address) }
        }
        // An address that is also listed without a name is shown already.
        return (names, addresses.filter { !names.contains($0) })
    }

    /// Where GMime finds no people, or takes encoded names for addresses, the field is read as it is written.
    private static func people(
        _ field: String, _ list: UnsafeMutablePointer<InternetAddressList>?,
        of message: UnsafeMutablePointer<GMimeMessage>
    ) -> [MailSenders.Sender] {
        let found = list.map { addresses(in: $0) } ?? []
        let people = found.map {
            let address = text(cgmime_address($0))
            let name = text(internet_address_get_name($0)).map(MailSenders.tidied)
            return MailSenders.Sender(name: name ?? address.flatMap(MailSenders.nameInAddress), address: address)
        }
        let object = UnsafeMutableRawPointer(message).assumingMemoryBound(to: GMimeObject.self)
        // All are borrowed.
        guard let headers = g_mime_object_get_header_list(object),
            let header = g_mime_header_list_get_header(headers, field),
            let raw = g_mime_header_get_raw_value(header).map({ String(cString: $0) })
        else { return people }
        let isMisread = people.contains { person in
            [person.name, person.address].contains { $0?.contains("=?") == true }
                || person.address.map { !$0.contains("@") && raw.contains("=?") } ?? false
        }
        guard people.isEmpty || isMisread || MailSenders.isUnusual(raw) else { return people }
        return MailSenders.senders(in: raw, most: mostRecipients) { decoded($0) }
    }

    private static func text(_ text: UnsafePointer<CChar>?) -> String? { text.flatMap { line($0).nonEmpty } }

    static func line(_ text: UnsafePointer<CChar>) -> String {
        String(cString: text).prefix(longestLine).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
