import Foundation
import SentenceEmbedding

/// The vectors of all chunks of an index, derived from `vectors.sqlite`, mapped into memory and replaced as a whole.
/// The file may be older than `index.sqlite`: a chunk counts only while its page still has the text with its number.
///
/// `@unchecked Sendable`: nothing in it changes. The pointers are valid as long as the object is.
final class VectorFile: @unchecked Sendable {
    let header: VectorFileHeader
    /// ``VectorFileHeader/dimensions`` numbers for each chunk.
    let values: UnsafeBufferPointer<Int8>
    /// The value of 1, for each chunk.
    let scales: UnsafeBufferPointer<Float>
    /// `document.id`, ascending, so a document's chunks are adjacent.
    let documents: UnsafeBufferPointer<Int64>
    /// `page_text.id`.
    let texts: UnsafeBufferPointer<Int64>
    let pages: UnsafeBufferPointer<Int32>
    /// UTF-8 offsets in the text of the page.
    let starts: UnsafeBufferPointer<UInt32>
    let ends: UnsafeBufferPointer<UInt32>
    private let file: MappedFile
    private let layout: VectorFileLayout

    var count: Int { header.count }

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

    var isCut: Bool { file.isCut }

    /// Call after comparing vectors, before using the result.
    func requireWhole() throws {
        guard !isCut else {
            throw VectorFileError(path: header.path, reason: .damaged("it was cut short while it was read"))
        }
    }

    func chunk(at position: Int) -> VectorChunk {
        VectorChunk(
            document: documents[position], text: texts[position], page: Int(pages[position]),
            start: Int(starts[position]), end: Int(ends[position]))
    }

    func chunks(ofDocument id: Int64) -> Range<Int> {
        documents.partitioningIndex { $0 >= id }..<documents.partitioningIndex { $0 > id }
    }

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
    /// Not checked against the page's text.
    var start: Int
    var end: Int
}

/// Keyword search does not need vectors.
struct VectorFileError: Error, Equatable, CustomStringConvertible {
    enum Reason: Equatable {
        case unreadable(String)
        case damaged(String)
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
    init(_ error: VectorFileError) {
        self.init(.damagedIndex, "\(error)", item: error.path, cause: "\(error.reason)", remedy: .update)
    }
}

extension IndexFolder {
    var vectorFile: String { path + "/vectors" }
}
