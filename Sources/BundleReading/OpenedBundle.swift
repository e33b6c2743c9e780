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
