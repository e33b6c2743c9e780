import Foundation

/// A mail of a mailbox.
struct TestMail {
    /// Of its `Message-ID`.
    var id: Int?
    /// Minutes after noon; nil for a mail without a date.
    var minute: Int?
    var text: String
    var type = "text/plain"
    var file: (name: String, bytes: [UInt8])?

    init(
        _ id: Int, _ text: String, minute: Int? = nil, type: String = "text/plain",
        file: (name: String, bytes: [UInt8])? = nil
    ) {
        (self.id, self.minute, self.text, self.type, self.file) = (id, minute, text, type, file)
    }

    private var lines: String {
        let id = id.map { "Message-ID: <\($0)@example.org>\n" } ?? ""
        let date = minute.map { "Date: Tue, 3 Jun 2003 12:\($0 < 10 ? "0" : "")\($0):00 +0000\n" } ?? ""
        let head = "From: ada@example.org\nSubject: Birds\n\(date)\(id)MIME-Version: 1.0\n"
        guard let file else { return "\(head)Content-Type: \(type)\n\n\(text)\n" }
        let encoded = Data(file.bytes).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
        return
            "\(head)Content-Type: multipart/mixed; boundary=next\n\n--next\nContent-Type: text/plain\n\n\(text)\n"
            + "--next\nContent-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n"
            + "Content-Disposition: attachment; filename=\(file.name)\n\n\(encoded)\n--next--\n"
    }

    /// By itself.
    var bytes: [UInt8] { Array(lines.utf8) }

    static func box(_ mails: some Sequence<TestMail>) -> [UInt8] {
        Array(mails.map { "From ada@example.org Tue Jun  3 18:30:05 2003\n\($0.lines)\n" }.joined().utf8)
    }
}
