internal import BundleConventions
package import ExtractionProtocol

/// Not for use from several threads at once.
package final class OpenedBundle {
    package let format: BundleFormat
    package let documents: [BundledDocument]
    /// Refused entries, by name; the rest is usable.
    package let problems: [BundleError]
    package let skipReason: String?
    /// Nothing is compared yet.
    package let statedFixity: [StatedFixity]
    /// Without awaited ones.
    package let missingFiles: Int
    package let missingStatedFiles: Int
    package let awaitedFiles: (count: Int, names: [String])
    /// Files within documents are added by ``parts(of:)``.
    package var passedOver: [String] { session.account.passedOver }
    /// False for a folder on disk with the file names of a bundle but not its structure.
    package let isBundle: Bool
    let session: ReadingSession

    init(_ findings: LayoutFindings, _ session: ReadingSession, isBundle: Bool = true) {
        self.isBundle = isBundle
        format = findings.format
        var documents = findings.documents
        for (index, name) in UniqueNames.names(documents.map(\.entry)).enumerated() { documents[index].entry = name }
        self.documents = documents
        problems = findings.problems
        skipReason = documents.isEmpty && problems.isEmpty ? findings.skipReason : nil
        statedFixity = session.fixity?.files ?? []
        let absent = session.absent
        missingFiles = absent.told.count
        missingStatedFiles = session.fixity == nil ? 0 : absent.stated.count
        awaitedFiles = (absent.waiting.count, absent.awaitedNames)
        self.session = session
    }

    package enum Content {
        case pdf(DocumentContent)
        case images(PageImages)
    }

    /// Decompressed and checked. `document` is one of ``documents``.
    package func content(of document: BundledDocument) throws -> Content {
        switch document.files {
        case .nowhere: throw BundleError(.empty, "there is metadata but no PDF", entry: document.entry)
        case .file(let reference): return .pdf(try session.content(of: reference, named: document.entry))
        case .images(let references): return .images(PageImages(references, of: document.entry, session))
        }
    }

    package func text(of document: BundledDocument) -> SidecarDocumentText {
        SidecarTextReader.text(document.text, in: session)
    }

    package var attachments: [ContentsFrame.File] {
        files.compactMap { file in
            Int(exactly: file.entry.index).map { ContentsFrame.File(number: $0 + 1, name: file.path) }
        }
    }

    package func readAttachment(_ number: Int, _ consume: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard let file = files.first(where: { Int(exactly: $0.entry.index) == number - 1 })
        else { throw BundleError(.changed, "there is no such file in the bundle") }
        try session.read(FileReference(entry: file.entry), limit: .document(session.limits), consume)
    }

    private var files: [BundleFolder.File] {
        guard let root = session.root else { return [] }
        let used = Set(documents.flatMap(\.files.references).compactMap { $0.way.first ?? $0.entry })
        let isPDF = root is EmbeddedFilesContainer
        return BundleFolder(root, in: session).files.filter { file in
            // A document within a PDF is not a file of the bundle.
            !(isPDF && file.mayBeDocument) && !used.contains(file.entry) && file.entry.refusal == nil
                && file.type != .pdf
                && file.type?.isContainer != true
        }
    }
}

package struct PageImages {
    /// A TIFF may hold several pages.
    package var count: Int { references.count }
    private let references: [FileReference]
    private let document: String
    private let session: ReadingSession

    init(_ references: [FileReference], of document: String, _ session: ReadingSession) {
        self.references = references
        self.document = document
        self.session = session
    }

    package func name(_ index: Int) -> String { references[index].entry?.name ?? document }

    package func content(_ index: Int) throws -> DocumentContent {
        try session.content(of: references[index], named: name(index))
    }
}

/// The files within a PDF are read while it is open anyway, so that no PDF is opened only for this.
extension OpenedBundle {
    /// The documents among the files within a PDF, and the unreadable ones. Their names begin with the PDF's.
    package func parts(
        of document: BundledDocument
    ) throws -> (documents: [BundledDocument], problems: [BundleError]) {
        guard let folder = try BundleError.naming(document.entry, { try session.folder(within: document) })
        else { return ([], []) }
        let before = passedOver.count
        var found = try PlainLayout.findings(in: folder.with { !$0.isImage }) ?? .nothing
        found.documents += try ImagesLayout.beside(found.documents, in: folder)
        session.account.close(folder, found, since: before, isDocument: true)
        found.problems += folder.flaws.map { $0.naming(folder.containerName) }
        let beginning = document.entry.isEmpty ? "" : document.entry + PathForm.mark
        /// The document's name may differ from its file's.
        let name = { (entry: String) in
            let own = folder.way.isEmpty ? "" : folder.containerName + PathForm.mark
            return entry.hasPrefix(own) ? beginning + entry.dropFirst(own.count) : document.entry
        }
        let known = Set(documents.map(\.entry))
        var problems = found.problems.map { BundleError($0.code, $0.reason, entry: $0.entry.map(name)) }
        var parts: [BundledDocument] = []
        let names = UniqueNames.names(found.documents.map { name($0.entry) })
        for (var part, name) in zip(found.documents, names) {
            part.entry = name
            if known.contains(name) {
                problems.append(
                    BundleError(.unsupported, "another document of the bundle is called so, too", entry: name))
            } else {
                parts.append(part)
            }
        }
        return (parts, problems)
    }

    package func document(named entry: String) throws -> BundledDocument? {
        if let document = documents.first(where: { $0.entry == entry }) { return document }
        return try part(named: entry, among: documents)
    }

    private func part(named entry: String, among documents: [BundledDocument]) throws -> BundledDocument? {
        for document in documents where document.mayHold(entry) {
            let parts = try parts(of: document).documents
            if let part = parts.first(where: { $0.entry == entry }) { return part }
            if let part = try part(named: entry, among: parts) { return part }
        }
        return nil
    }
}

extension BundledDocument {
    package func mayHold(_ other: String) -> Bool {
        guard case .file = files, other != entry else { return false }
        return entry.isEmpty || other.hasPrefix(entry + PathForm.mark)
    }
}

extension ReadingSession {
    fileprivate func folder(within document: BundledDocument) throws -> BundleFolder? {
        guard embeddedFiles != nil, case .file(let reference) = document.files, !reference.isBeside
        else { return nil }
        let way = reference.way + [reference.entry].compactMap { $0 }
        guard way.count < limits.nesting else {
            throw BundleError.limit(
                "nesting", of: limits.nesting, "there are files within it, and it is within \(way.count) others")
        }
        if way.isEmpty, root == nil {
            let content = try content(of: reference, named: document.entry)
            root = try embedded(in: content, way: way)
        }
        return BundleFolder(try container(at: way), way: way, in: self)
    }
}
