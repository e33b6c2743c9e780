internal import ExtractionProtocol
import Foundation

/// The attachments of a mail, or of the mails of a mailbox: what a message says goes for the documents that came with
/// it, as far as they do not say it themselves.
enum MailLayout: BundleLayout {
    /// Bundles within each other that an attachment's message is looked for in; more than there can be.
    private static let mostWays = 16

    static func findings(in folder: BundleFolder) throws -> LayoutFindings? {
        guard let mail = folder.container as? MailContainer else { return nil }
        var findings = try PlainLayout.findings(in: folder) ?? .nothing
        // Of a plain collection the form of the file says more than the layout does.
        findings.format = .zip
        findings.problems += mail.problems.map { $0.naming(folder.entryName("")) }
        // Of images the folder is the document: every attachment in it came with the same message.
        let messages = Dictionary(
            folder.files.flatMap { file in
                [folder.entryName(of: file), ImagesLayout.entryName(ofImages: [file], in: folder)]
                    .map { ($0, mail.metadata(of: file.entry)) }
            }
        ) { first, _ in first }
        for index in findings.documents.indices {
            guard let message = message(of: findings.documents[index].entry, in: messages) else { continue }
            findings.documents[index].metadata = findings.documents[index].metadata.completed(by: message)
        }
        return findings
    }

    /// The message that an attachment came with; of a document in an attached zip, the zip's.
    private static func message(of entry: String, in messages: [String: DocumentMetadata]) -> DocumentMetadata? {
        var entry = entry
        // Names may be long, and have as many of these as they like.
        for _ in 0...mostWays {
            if let found = messages[entry] { return found }
            guard let inner = entry.range(of: "!/", options: .backwards) else { return nil }
            entry = String(entry[..<inner.lowerBound])
        }
        return nil
    }
}
