import ExtractionProtocol
import Foundation
import Synchronization

extension ArchivePages {
    /// The bytes of a document as in its bundle. For a document of several images `page` is required, and gives that
    /// page as a PDF. A document inside a bundle is first copied to an unnamed file.
    ///
    /// - Throws: As ``image(_:of:)`` does; `notFound` for a document of several images without `page`.
    public func file(of document: ArchiveDocument, page: Int? = nil) async throws -> DocumentBytes {
        try await copied(.copy, page.map { " \($0)" } ?? "", of: document, page: page) { desk, viewed, stop in
            let bundle = try desk.bundle(of: viewed, stop: stop)
            guard viewed.row.isPDF, document.entry.isEmpty, bundle.isSingleFile else {
                return try Self.copy(of: viewed, page: page, from: bundle, desk, stop)
            }
            let own = fcntl(bundle.descriptor, F_DUPFD_CLOEXEC, 3)
            guard own >= 0 else { throw DocSearchError.system("Opening", viewed.path.absolutePath) }
            return DocumentBytes(
                descriptor: own, byteCount: bundle.status.byteCount, tag: viewed.tag(of: nil), status: bundle.status)
        }
    }

    /// Keeps the copy for further requests, unless it is the document's own file. `part` identifies it.
    func copied(
        _ kind: RecentFailures.Subject.Work, _ part: String, of document: ArchiveDocument, page: Int? = nil,
        make: @escaping @Sendable (ReadingDesk, ViewedDocument, StopFlag) throws -> DocumentBytes
    ) async throws -> DocumentBytes {
        let (index, copies) = (index, copies)
        let viewed = try await lookups.run { try ViewedDocument(document, in: index) }
        if let page { try viewed.require(page: page) }
        let name = viewed.key + part
        if let copy = copies.copy(name) { return copy }
        return try await answer(kind, about: viewed, page: page) { desk, stop in
            if let copy = copies.copy(name) { return copy }
            let bytes = try make(desk, viewed, stop)
            if !bytes.isOfOthers { copies.keep(bytes, as: name, of: viewed.key) }
            return bytes
        }
    }

    private static func copy(
        of viewed: ViewedDocument, page: Int?, from bundle: OpenBundle, _ desk: ReadingDesk, _ stop: StopFlag
    ) throws -> DocumentBytes {
        let file = try OpenFile.temporary()
        let request = CopyDocumentRequest(
            path: viewed.row.relativePath, entry: viewed.document.entry, page: page, access: bundle.access,
            limits: desk.conversation.options.limits.extraction)
        let isOnePage: Bool
        switch try desk.conversation.copy(request, of: bundle, to: file.descriptor, stop: stop) {
        case .complete(let holdsOnePage): isOnePage = holdsOnePage
        case .severalImages:
            throw DocSearchError(
                .notFound, "\"\(viewed.document.path)\" consists of several images, so there is no file of all of it.",
                item: viewed.document.path)
        case .refused(let problem): throw ReaderRefusal(problem: problem)
        }
        // The reader is gone, so its output can no longer change.
        guard let status = FileStatus(descriptor: file.descriptor) else {
            throw DocSearchError.system("Reading the copy of", viewed.document.path)
        }
        guard isOnePage || FileHash.sha256(file.descriptor) == viewed.document.contentHash else {
            throw DocSearchError.changed(viewed)
        }
        return DocumentBytes(
            descriptor: file.handedOn(), byteCount: status.byteCount, tag: viewed.tag(of: isOnePage ? page : nil))
    }
}

/// Copies of documents from bundles, kept for further requests. Their files have no name.
final class DocumentCopies: Sendable {
    private struct Copy {
        var name: String
        var document: String
        var file: DocumentBytes
    }

    /// Most recently used last.
    private let kept = Mutex<[Copy]>([])

    private static let most = 8
    private static let mostBytes: Int64 = 1 << 30

    func copy(_ name: String) -> DocumentBytes? {
        kept.withLock { copies in
            guard let position = copies.firstIndex(where: { $0.name == name }) else { return nil }
            let copy = copies.remove(at: position)
            copies.append(copy)
            return copy.file
        }
    }

    func keep(_ file: DocumentBytes, as name: String, of document: String) {
        kept.withLock { copies in
            copies.removeAll { $0.name == name }
            copies.append(Copy(name: name, document: document, file: file))
            while copies.count > Self.most
                || (copies.count > 1 && copies.reduce(0) { $0 + $1.file.byteCount } > Self.mostBytes)
            { copies.removeFirst() }
        }
    }

    func remove(_ document: String) { kept.withLock { $0.removeAll { $0.document == document } } }

    func removeAll() { kept.withLock { $0.removeAll() } }
}
