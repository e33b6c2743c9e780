import ExtractionProtocol
import Foundation

/// A line of a document's own table of contents: of a PDF, its outline.
public struct OutlineHeading: Sendable, Hashable {
    /// On one line; may be empty.
    public var title: String
    /// From 1; nil where it leads to no page of the document.
    public var page: Int?
    /// 0 for those at the top.
    public var depth: Int
}

/// A file of a document's bundle that is no document, such as a description, or what is attached to a mail.
public struct BundleAttachment: Sendable, Hashable {
    /// Its place in the bundle, from 1, by which it is asked for.
    public var number: Int
    /// Its path in the bundle.
    public var name: String
}

/// What a document has beside its pages.
public struct DocumentContents: Sendable, Hashable {
    /// Each heading before those below it; at most 2,000, in eight levels.
    public var outline: [OutlineHeading]
    /// At most 500. They are the bundle's, not the document's own: other documents may lie in the same bundle.
    public var attachments: [BundleAttachment]
}

extension ArchivePages {
    /// The document's outline, and the files of its bundle that are no documents.
    ///
    /// When the task is cancelled they are read all the same, for the next who asks.
    ///
    /// - Throws: As ``image(_:of:)`` does.
    public func contents(of document: ArchiveDocument) async throws -> DocumentContents {
        let (index, cache, pageCount) = (index, cache, document.pageCount)
        let (viewed, key, known) = try await lookups.run {
            let viewed = try ViewedDocument(document, in: index)
            let key = PageCache.Key(document: viewed.key, "contents \(ProtocolVersion.drawing)")
            return (viewed, key, Self.contents(cache?.bytes(key)))
        }
        if let known { return known.value(pageCount) }
        let found = try await answer(.contents, about: viewed, page: nil, goesOn: true) { desk, stop in
            if let known = Self.contents(cache?.bytes(key)) { return known }
            let found = try desk.use(viewed, stop: stop) { try $0.contents(stop: stop) }
            cache?.insert([UInt8](try JSONEncoder().encode(found)), key)
            return found
        }
        return found.value(pageCount)
    }

    /// The bytes of one of ``DocumentContents/attachments``. Whatever they are, they were not looked at.
    ///
    /// - Throws: As ``image(_:of:)`` does; `changedFile` when the bundle has no such file.
    public func attachment(_ number: Int, of document: ArchiveDocument) async throws -> DocumentBytes {
        let index = index
        let viewed = try await lookups.run { try ViewedDocument(document, in: index) }
        let name = "\(viewed.key) attachment \(number)"
        if let copy = copies.copy(name) { return copy }
        let copies = copies
        return try await answer(.attachment, about: viewed, page: nil) { desk, stop in
            if let copy = copies.copy(name) { return copy }
            let file = UnnamedFile.open()
            guard file >= 0 else { throw DocSearchError.system("Making a temporary file in", UnnamedFile.folder) }
            var isHandedOn = false
            defer { if !isHandedOn { Glibc.close(file) } }
            try desk.use(viewed, stop: stop) { document in
                // What a reader that died has left.
                guard ftruncate(file, 0) == 0, lseek(file, 0, SEEK_SET) == 0 else {
                    throw DocSearchError.system("Emptying a temporary file in", UnnamedFile.folder)
                }
                try document.copyFile(number, to: file, stop: stop)
            }
            guard let status = FileStatus(descriptor: file) else {
                throw DocSearchError.system("Reading a file of", viewed.document.path)
            }
            isHandedOn = true
            let copy = DocumentBytes(
                descriptor: file, byteCount: status.byteCount, tag: "\(viewed.tag(of: nil))-a\(number)")
            copies.keep(copy, as: name, of: viewed.key)
            return copy
        }
    }

    private static func contents(_ bytes: [UInt8]?) -> ContentsFrame? {
        guard let bytes else { return nil }
        do {
            return try JSONDecoder().decode(ContentsFrame.self, from: Data(bytes))
        } catch {
            // Of an earlier release: it is asked for anew.
            return nil
        }
    }
}

extension ContentsFrame {
    /// Pages that the index does not know of are none.
    fileprivate func value(_ pageCount: Int) -> DocumentContents {
        DocumentContents(
            outline: outline.map { heading in
                OutlineHeading(
                    title: heading.title, page: heading.page.flatMap { $0 <= pageCount ? $0 : nil },
                    depth: heading.depth)
            }, attachments: files.map { BundleAttachment(number: $0.number, name: $0.name) })
    }
}
