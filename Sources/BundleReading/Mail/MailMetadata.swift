internal import CGMime
internal import CivilCalendar
internal import ExtractionProtocol

/// What a message says of itself: `Subject` is the title, `From` the author, `Date` the date, `Message-ID` the identifier.
enum MailMetadata {
    /// More senders than this are not listed.
    private static let mostSenders: Int32 = 32
    /// Characters of a subject or name; the rest is cut.
    private static let longestLine = 2000

    static func metadata(of message: UnsafeMutablePointer<GMimeMessage>) -> DocumentMetadata {
        var metadata = DocumentMetadata()
        metadata.setTitle(text(g_mime_message_get_subject(message)))
        metadata.authors = senders(of: message)
        metadata.identifier = text(g_mime_message_get_message_id(message))
        // Borrowed; null when there is none or it cannot be read.
        if let date = g_mime_message_get_date(message) {
            metadata.date = CivilInstant(secondsSinceEpoch: Double(g_date_time_to_unix(date)))?.description
        }
        return metadata
    }

    /// Their names, or their addresses where they have none.
    private static func senders(of message: UnsafeMutablePointer<GMimeMessage>) -> [String] {
        guard let list = g_mime_message_get_from(message) else { return [] }
        var senders: [String] = []
        for index in 0..<min(Self.mostSenders, internet_address_list_length(list)) {
            guard let address = internet_address_list_get_address(list, index),
                let sender = text(internet_address_get_name(address)) ?? text(cgmime_address(address)),
                !senders.contains(sender)
            else { continue }
            senders.append(sender)
        }
        return senders
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
