import Foundation
import SentenceEmbedding

/// The vectors of all chunks of an index, mapped into memory for search: `vectors`, which is derived from
/// `vectors.sqlite` and replaced as a whole. It may be older than `index.sqlite`: a chunk counts only while its page
/// still has the text with its number.
///
/// `@unchecked Sendable`: nothing in it changes. The pointers are valid as long as the object is.
final class VectorFile: @unchecked Sendable {
    let header: VectorFileHeader
    /// ``VectorFileHeader/dimensions`` numbers for each chunk.
    let values: UnsafeBufferPointer<Int8>
    /// The value of 1, for each chunk.
    let scales: UnsafeBufferPointer<Float>
    /// `document.id` for each chunk, ascending, so a document's chunks are adjacent.
    let documents: UnsafeBufferPointer<Int64>
    /// `page_text.id` for each chunk.
    let texts: UnsafeBufferPointer<Int64>
    /// The page in the document, for each chunk.
    let pages: UnsafeBufferPointer<Int32>
    /// Start of each chunk in the text of its page, in UTF-8 offsets.
    let starts: UnsafeBufferPointer<UInt32>
    /// End of each chunk.
    let ends: UnsafeBufferPointer<UInt32>
    private let file: MappedFile
    private let layout: VectorFileLayout

    var count: Int { header.count }

    /// Opens the file of an index; nil when there is none. Checks only its header and size. Throws ``VectorFileError``.
    static func open(_ folder: IndexFolder) throws -> VectorFile? {
        do {
            return try VectorFile(MappedFile(path: folder.vectorFile), path: folder.vectorFile)
        } catch let error as ModelFileError {
            if error.reason == .missing { return nil }
            throw VectorFileError(path: folder.vectorFile, reason: .unreadable("\(error.reason)"))
        }
    }

    private init(_ file: MappedFile, path: String) throws {
        func damaged(_ what: String) -> VectorFileError { VectorFileError(path: path, reason: .damaged(what)) }
        guard file.bytes.count >= VectorFileHeader.byteCount else { throw damaged("it is cut short") }
        let head = Array(file.bytes.prefix(VectorFileHeader.byteCount))
        header = try VectorFileHeader(head, path: path)
        guard let layout = VectorFileLayout(count: header.count, dimensions: header.dimensions),
            layout.byteCount == file.bytes.count
        else { throw damaged("its size does not match its vectors") }
        func array<Number>(_ part: VectorFileLayout.Part) -> UnsafeBufferPointer<Number> {
            UnsafeRawBufferPointer(rebasing: file.bytes[layout.range(of: part)]).bindMemory(to: Number.self)
        }
        (values, scales, documents) = (array(.values), array(.scales), array(.documents))
        (texts, pages, starts, ends) = (array(.texts), array(.pages), array(.starts), array(.ends))
        (self.file, self.layout) = (file, layout)
    }

    /// True when another program has truncated the file since it was opened.
    var isCut: Bool { file.isCut }

    /// Call after comparing vectors, before using the result. Throws ``VectorFileError`` when the file was truncated
    /// meanwhile.
    func requireWhole() throws {
        guard !isCut else {
            throw VectorFileError(path: header.path, reason: .damaged("it was cut short while it was read"))
        }
    }

    /// The chunk at an index below ``count``.
    func chunk(at position: Int) -> VectorChunk {
        VectorChunk(
            document: documents[position], text: texts[position], page: Int(pages[position]),
            start: Int(starts[position]), end: Int(ends[position]))
    }

    /// The indexes of a document's chunks; empty when the file does not have it.
    func chunks(ofDocument id: Int64) -> Range<Int> {
        documents.partitioningIndex { $0 >= id }..<documents.partitioningIndex { $0 > id }
    }

    /// Reads the whole file. Throws ``VectorFileError`` when it has been altered.
    func check() throws {
        for part in VectorFileLayout.Part.allCases {
            let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[layout.range(of: part)])
            guard VectorFileHeader.checksum(of: bytes) == header.checksums[part.rawValue], !isCut else {
                throw VectorFileError(path: header.path, reason: .damaged("its \(part) have been altered"))
            }
        }
    }
}

struct VectorChunk: Sendable, Equatable {
    /// `document.id`.
    var document: Int64
    /// `page_text.id`.
    var text: Int64
    var page: Int
    /// UTF-8 offsets in the page's text, not checked against it.
    var start: Int
    var end: Int
}

/// Why the vectors cannot be searched. Keyword search does not need them.
struct VectorFileError: Error, Equatable, CustomStringConvertible {
    enum Reason: Equatable {
        /// The system could not read it, for this reason.
        case unreadable(String)
        /// It has been altered.
        case damaged(String)
        /// Another release has written it in another form.
        case otherVersion(Int)
    }

    let path: String
    let reason: Reason

    var description: String {
        let what =
            switch reason {
            case .unreadable(let cause): "cannot be read (\(cause))"
            case .damaged(let cause): "is damaged (\(cause))"
            case .otherVersion(let version): "has version \(version) of its form, which this release does not know"
            }
        return "\"\(path)\" \(what)."
    }
}

extension DocSearchError {
    /// The vector file cannot be searched; the next run rebuilds it.
    init(_ error: VectorFileError) {
        self.init(.damagedIndex, "\(error)", item: error.path, cause: "\(error.reason)", remedy: .update)
    }
}

extension IndexFolder {
    var vectorFile: String { path + "/vectors" }
}
