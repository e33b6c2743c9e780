import ExtractionProtocol
import Foundation

/// A line of a document's own table of contents, such as a PDF's outline.
public struct OutlineHeading: Sendable, Hashable {
    /// On one line; may be empty.
    public var title: String
    /// From 1; nil when it leads to no page of the document.
    public var page: Int?
    /// 0 at the top.
    public var depth: Int
}

/// A file of a document's bundle that is not a document, such as a description or a mail's attachment.
public struct BundleAttachment: Sendable, Hashable {
    /// Its position in the bundle, from 1, which identifies it.
    public var number: Int
    /// Its path in the bundle.
    public var name: String
}

/// The contents of a document besides its pages.
public struct DocumentContents: Sendable, Hashable {
    /// Each heading before those below it; at most 2,000, in eight levels.
    public var outline: [OutlineHeading]
    /// At most 500. They belong to the bundle and not to the document: the bundle may have other documents.
    public var attachments: [BundleAttachment]
}

extension ArchivePages {
    /// The document's outline, and the files of its bundle that are not documents.
    ///
    /// If the task is cancelled they are read nevertheless, for later requests.
    ///
    /// - Throws: As ``image(_:of:)`` does.
    public func contents(of document: ArchiveDocument) async throws -> DocumentContents {
        let name = "contents \(ProtocolVersion.drawing)"
        let (_, found) = try await told(.contents, name, of: document, page: nil, goesOn: true) {
            try $0.contents(stop: $1)
        }
        return DocumentContents(
            outline: found.outline.map { heading in
                // A page unknown to the index counts as none.
                let page = heading.page.flatMap { $0 <= document.pageCount ? $0 : nil }
                return OutlineHeading(title: heading.title, page: page, depth: heading.depth)
            }, attachments: found.files.map { BundleAttachment(number: $0.number, name: $0.name) })
    }

    /// The bytes of one of ``DocumentContents/attachments``, unchecked.
    ///
    /// - Throws: As ``image(_:of:)`` does; `changedFile` when the bundle has no such file.
    public func attachment(_ number: Int, of document: ArchiveDocument) async throws -> DocumentBytes {
        try await copied(.attachment, " attachment \(number)", of: document) { desk, viewed, stop in
            let file = try OpenFile.temporary()
            try desk.use(viewed, stop: stop) { document in
                // Removes what a dead reader wrote.
                guard ftruncate(file.descriptor, 0) == 0, lseek(file.descriptor, 0, SEEK_SET) == 0 else {
                    throw DocSearchError.system("Emptying a temporary file in", UnnamedFile.folder)
                }
                try document.copyFile(number, to: file.descriptor, stop: stop)
            }
            guard let status = FileStatus(descriptor: file.descriptor) else {
                throw DocSearchError.system("Reading a file of", viewed.document.path)
            }
            return DocumentBytes(
                descriptor: file.handedOn(), byteCount: status.byteCount, tag: "\(viewed.tag(of: nil))-a\(number)")
        }
    }
}
