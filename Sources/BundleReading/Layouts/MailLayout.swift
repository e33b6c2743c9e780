internal import BundleConventions
internal import ExtractionProtocol

/// The messages of a mail or a mailbox: each is a document with its text, followed by its attached documents. A
/// message's recipients are details of its attachments, which keep the message for what they lack.
enum MailLayout: BundleLayout {
    private static let mostNamed = 5
    private static let imagesName = "images"

    static func findings(in folder: BundleFolder) throws -> LayoutFindings? {
        guard let mail = folder.container as? MailContainer else { return nil }
        var findings = LayoutFindings.nothing
        // The format of a plain collection is that of its file.
        findings.format = .zip
        findings.problems = mail.problems.map { $0.naming(folder.entryName("")) }
        let files = Dictionary(folder.files.map { ($0.entry.index, $0) }) { first, _ in first }
        for letter in mail.letters {
            let attached = letter.attachments.compactMap { files[UInt64($0)] }
            let (images, small) = images(among: attached, of: letter, in: folder)
            var message = BundledDocument(
                entry: name(of: letter, in: folder), files: .nowhere, metadata: letter.metadata,
                text: .file(FileReference(way: folder.way, entry: letter.text), .plain))
            if let omission = omission(small) { message.metadata.details.append(omission) }
            findings.documents.append(message)
            try addAttached(attached.filter { !$0.isImage }, images, of: letter, in: folder, to: &findings)
        }
        return findings
    }

    private static func name(of letter: MailContainer.Letter, in folder: BundleFolder) -> String {
        letter.folder.isEmpty ? folder.containerName : folder.entryName(letter.folder)
    }

    private static func addAttached(
        _ files: [BundleFolder.File], _ images: [BundleFolder.File], of letter: MailContainer.Letter,
        in folder: BundleFolder, to findings: inout LayoutFindings
    ) throws {
        var found = LayoutFindings.nothing
        if !files.isEmpty { found = try PlainLayout.findings(in: folder.with(files: files)) ?? .nothing }
        if !images.isEmpty {
            let images = NaturalOrder.sorted(images)
            let text = Sidecars(folder.with(files: files + images)).text(of: images)
            var document = ImagesLayout.document(of: images, text: text, in: folder)
            let name = letter.folder.isEmpty ? imagesName : "\(letter.folder)/\(imagesName)"
            document.entry = images.count == 1 ? folder.entryName(of: images[0]) : folder.entryName(name)
            found.documents.append(document)
        }
        guard let mail = folder.container as? MailContainer, let first = files.first ?? images.first else { return }
        // An attached mail states its own author and recipients.
        let mails = files.filter { [.eml, .emlx, .mbox, .msg].contains($0.type) }.map { folder.entryName(of: $0) }
        for index in found.documents.indices {
            let document = found.documents[index]
            if mails.contains(where: { document.entry == $0 || document.entry.hasPrefix($0 + PathForm.mark) }) {
                continue
            }
            let said = mail.metadata(of: attachment(of: document, in: folder) ?? first.entry)
            let (message, rest) = said.dividedForAttachments
            found.documents[index].metadata = document.metadata.completed(by: rest)
            found.documents[index].message = document.message?.completed(by: message) ?? message
        }
        findings.add(found)
    }

    private static func attachment(of document: BundledDocument, in folder: BundleFolder) -> BundleEntry? {
        document.files.references.first.flatMap { reference in
            reference.way.count > folder.way.count ? reference.way[folder.way.count] : reference.entry
        }
    }

    /// An image of unknown size may be a page.
    private static func images(
        among files: [BundleFolder.File], of letter: MailContainer.Letter, in folder: BundleFolder
    ) -> (pages: [BundleFolder.File], small: [BundleFolder.File]) {
        var (pages, small): ([BundleFolder.File], [BundleFolder.File]) = ([], [])
        for file in files where file.isImage {
            let isInText = Int(exactly: file.entry.index).map(letter.inText.contains) ?? false
            let head = folder.session.head(of: folder.reference(to: file), count: ImageMeasure.headBytes)
            let measure = ImageMeasure(of: head)
            if measure?.mayBePage(isInText: isInText) ?? true { pages.append(file) } else { small.append(file) }
        }
        return (pages, small)
    }

    private static func omission(_ images: [BundleFolder.File]) -> MetadataDetail? {
        guard !images.isEmpty else { return nil }
        let names = images.prefix(mostNamed).map { String($0.name) }.joined(separator: ", ")
        let rest = images.count > mostNamed ? " and \(images.count - mostNamed) more" : ""
        let count = images.count == 1 ? "1 image too small" : "\(images.count) images too small"
        return MetadataDetail(.other, called: "Left out", "\(count) to be a page: \(names)\(rest)")
    }
}

extension DocumentMetadata {
    /// The subject, the sender and the date, which an attachment may have of its own; and all other metadata.
    fileprivate var dividedForAttachments: (message: DocumentMetadata, rest: DocumentMetadata) {
        var (message, rest) = (DocumentMetadata(), self)
        message.setTitle(title)
        (message.authors, message.authorAddresses, message.date) = (authors, authorAddresses, date)
        (rest.title, rest.titleSource, rest.authors, rest.authorAddresses, rest.date) = (nil, nil, [], [], nil)
        return (message, rest)
    }
}
