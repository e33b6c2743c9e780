import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import BundleReading

/// Writes mails, wrong ones too. Lines end with CR and LF, as they travel.
struct MailWriter {
    struct Part {
        /// Header lines without their ends.
        var headers: [String]
        var body: String

        init(_ headers: [String], _ body: String) {
            self.headers = headers
            self.body = body
        }

        /// An attachment in base64, with its name as it stands in the header.
        init(file: String?, type: String = "application/pdf", _ bytes: [UInt8] = Fixture.pdf) {
            headers = ["Content-Type: \(type)", "Content-Transfer-Encoding: base64"]
            headers.append("Content-Disposition: attachment" + (file.map { "; filename=\($0)" } ?? ""))
            body = Data(bytes).base64EncodedString(options: [.lineLength76Characters, .endLineWithCarriageReturn])
        }

        static func text(_ text: String = "See the attached file.") -> Part { Part(["Content-Type: text/plain"], text) }

        static func message(_ mail: MailWriter, disposition: String? = nil) -> Part {
            Part(
                ["Content-Type: message/rfc822"] + (disposition.map { ["Content-Disposition: \($0)"] } ?? []), mail.text
            )
        }

        var lines: String { (headers + ["", body]).joined(separator: "\r\n") }
    }

    var headers = [
        "From: Ada Lovelace <ada@example.org>", "To: clerk@example.org", "Subject: Minutes of June",
        "Date: Tue, 3 Jun 2003 18:30:05 +0200", "Message-ID: <17@example.org>", "MIME-Version: 1.0",
    ]
    var parts: [Part] = []
    var boundary = "=_next"

    init(_ parts: [Part] = [], subject: String? = nil) {
        self.parts = parts
        if let subject { set("Subject", subject) }
    }

    /// Replaces a header, or removes it.
    mutating func set(_ name: String, _ value: String?) {
        headers.removeAll { $0.hasPrefix("\(name):") }
        if let value { headers.append("\(name): \(value)") }
    }

    var text: String {
        let type = "Content-Type: multipart/mixed; boundary=\"\(boundary)\""
        let bodies = parts.map { "--\(boundary)\r\n\($0.lines)\r\n" }.joined()
        return (headers + [type, "", bodies]).joined(separator: "\r\n") + "--\(boundary)--\r\n"
    }
}

func mail(
    _ bytes: [UInt8], isMailbox: Bool = false, _ change: (inout ExtractionLimits) -> Void = { _ in }
) throws -> MailContainer {
    try MailContainer(
        BundleFile(content(bytes)), isMailbox: isMailbox, path: "", budget: ReadingBudget(limits: limits(change)))
}

func content(_ bytes: [UInt8]) throws -> DocumentContent {
    let collector = ContentCollector(memoryBytes: .max)
    try bytes.withUnsafeBytes { try collector.append($0) }
    return collector.finish()
}

func mail(_ writer: MailWriter, _ change: (inout ExtractionLimits) -> Void = { _ in }) throws -> MailContainer {
    try mail(Array(writer.text.utf8), change)
}

extension MailContainer {
    /// The bytes of the attachment at an index.
    func bytes(_ index: Int) throws -> [UInt8] { try bytes(of: entries[index], limit: .document(ExtractionLimits())) }

    var names: [String] { entries.map(\.name) }
}
