internal import CGMime
internal import CivilCalendar
internal import ExtractionProtocol

/// What a message says of itself: `Subject` is the title, `From` the authors and their addresses, `Date` the date, `Message-ID` the identifier.
enum MailMetadata {
    /// More senders than this are not listed.
    private static let mostSenders: Int32 = 32
    /// Characters of a subject or name; the rest is cut.
    private static let longestLine = 2000

    static func metadata(of message: UnsafeMutablePointer<GMimeMessage>) -> DocumentMetadata {
        var metadata = DocumentMetadata()
        metadata.setTitle(text(g_mime_message_get_subject(message)))
        (metadata.authors, metadata.authorAddresses) = senders(of: message)
        metadata.identifier = text(g_mime_message_get_message_id(message))
        // Borrowed; null when there is none or it cannot be read.
        if let date = g_mime_message_get_date(message) {
            metadata.date = CivilInstant(secondsSinceEpoch: Double(g_date_time_to_unix(date)))?.description
        }
        return metadata
    }

    /// Their names, or their addresses where they have none; and the addresses of those that have a name.
    private static func senders(
        of message: UnsafeMutablePointer<GMimeMessage>
    ) -> (names: [String], addresses: [String]) {
        guard let list = g_mime_message_get_from(message) else { return ([], []) }
        var names: [String] = []
        var addresses: [String] = []
        for index in 0..<min(Self.mostSenders, internet_address_list_length(list)) {
            guard let sender = internet_address_list_get_address(list, index) else { continue }
            let address = text(cgmime_address(sender))
            guard let name = text(internet_address_get_name(sender)) ?? address else { continue }
            if !names.contains(name) { names.append(name) }
            if let address, address != name, !addresses.contains(address) { addresses.append(address) }
        }
        // One that stands without a name as well is shown.
        return (names, addresses.filter { !names.contains($0) })
    }

    /// Nil when null or blank.
    private static func text(_ text: UnsafePointer<CChar>?) -> String? {
        text.flatMap { line($0).nonEmpty }
    }

    /// A header's text in one line, without control characters but for those that are not blank.
    static func line(_ text: UnsafePointer<CChar>) -> String {
        String(cString: text).prefix(longestLine).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
