import Foundation
import SentenceEmbedding

/// The vectors of all chunks of an index, mapped into memory for search: `vectors`, which is derived from
/// `vectors.sqlite` and exchanged as a whole.
/// What it says may be older than `index.sqlite`: a chunk counts only while its page still has the text of its number.
///
/// `@unchecked Sendable`: nothing in it changes. The pointers are valid as long as the object is.
final class VectorFile: @unchecked Sendable {
    let header: VectorFileHeader
    /// ``VectorFileHeader/dimensions`` numbers a chunk.
    let values: UnsafeBufferPointer<Int8>
    /// What 1 stands for, a chunk.
    let scales: UnsafeBufferPointer<Float>
    /// `document.id`, a chunk. They grow, so the chunks of a document stand together.
    let documents: UnsafeBufferPointer<Int64>
    /// `page_text.id`, a chunk.
    let texts: UnsafeBufferPointer<Int64>
    /// Pages within documents, a chunk.
    let pages: UnsafeBufferPointer<Int32>
    /// Where chunks begin in the texts of their pages, as UTF-8 offsets.
    let starts: UnsafeBufferPointer<UInt32>
    /// Where they end.
    let ends: UnsafeBufferPointer<UInt32>
    private let file: MappedFile
    private let layout: VectorFileLayout

    var count: Int { header.count }

    /// Opens the file of an index, nil when there is none. Looks at its header and its size only. Throws
    /// ``VectorFileError``.
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

    /// Whether the file was cut short by another program since it was opened.
    var isCut: Bool { file.isCut }

    /// To be asked when vectors were compared, before anything is made of it. Throws ``VectorFileError`` when the file
    /// was cut short meanwhile.
    func requireWhole() throws {
        guard !isCut else {
            throw VectorFileError(path: header.path, reason: .damaged("it was cut short while it was read"))
        }
    }

    /// What is known of the chunk at a position from 0 to less than ``count``.
    func chunk(at position: Int) -> VectorChunk {
        VectorChunk(
            document: documents[position], text: texts[position], page: Int(pages[position]),
            start: Int(starts[position]), end: Int(ends[position]))
    }

    /// Which chunks a document has; none when the file does not know it.
    func chunks(ofDocument id: Int64) -> Range<Int> {
        documents.partitioningIndex { $0 >= id }..<documents.partitioningIndex { $0 > id }
    }

    /// Reads all of the file. Throws ``VectorFileError`` when it is not as it was written.
    func check() throws {
        for part in VectorFileLayout.Part.allCases {
            let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[layout.range(of: part)])
            guard VectorFileHeader.checksum(of: bytes) == header.checksums[part.rawValue], !isCut else {
                throw VectorFileError(path: header.path, reason: .damaged("its \(part) have been altered"))
            }
        }
    }
}

/// Where a vector comes from.
struct VectorChunk: Sendable, Equatable {
    /// `document.id`.
    var document: Int64
    /// `page_text.id`.
    var text: Int64
    /// Within the document.
    var page: Int
    /// UTF-8 offsets in the page's text. They are not checked against it.
    var start: Int
    var end: Int
}

/// Why the vectors cannot be searched. Keyword search needs none of them.
struct VectorFileError: Error, Equatable, CustomStringConvertible {
    enum Reason: Equatable {
        /// The system does not give it, for this reason.
        case unreadable(String)
        /// It is not as it was written.
        case damaged(String)
        /// Another release has written it, in another form.
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
    /// The file of vectors cannot be searched; the next run makes it again.
    init(_ error: VectorFileError) {
        self.init(.damagedIndex, "\(error)", item: error.path, cause: "\(error.reason)", remedy: .update)
    }
}

extension IndexFolder {
    var vectorFile: String { path + "/vectors" }
}
