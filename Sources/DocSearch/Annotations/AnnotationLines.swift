import Foundation
import Synchronization

/// Lines are decoded on another thread while earlier ones are written.
struct AnnotationLines {
    struct Entry: Sendable {
        /// From 1.
        let number: Int
        /// Nil for an empty line, or between two exports. A failure is a ``LineRefusal``.
        let record: Result<AnnotationRecord?, any Error>
    }

    private let name: String
    private var reader: LineReader
    private var number = 0
    private var ahead: DecodingBatch?

    init(_ file: FileHandle, name: String) { (self.name, reader) = (name, LineReader(file)) }

    mutating func readHeader() throws {
        do {
            guard case .whole(let line) = try advance(),
                try AnnotationRecord.isHeader(
                    line.starts(with: Self.byteOrderMark) ? line.dropFirst(3) : line, JSONDecoder())
            else {
                throw DocSearchError(
                    .usage,
                    "\"\(name)\" is not an export of docsearch: it does not begin with \(AnnotationRecord.header).",
                    item: name)
            }
        } catch let refusal as LineRefusal {
            throw DocSearchError(.usage, "\"\(name)\" cannot be imported: \(refusal.reason).", item: name)
        }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    mutating func next() throws -> [Entry]? {
        guard let current = try ahead ?? batch() else { return nil }
        ahead = try batch()
        return current.entries()
    }

    private mutating func batch() throws -> DecodingBatch? {
        var lines: [(Int, LineReader.Line)] = []
        var bytes = 0
        while lines.count < Self.batchLines, bytes < Self.batchBytes, let line = try advance() {
            lines.append((number, line))
            bytes += line.byteCount
        }
        return lines.isEmpty ? nil : DecodingBatch(lines)
    }

    private static let batchLines = 256
    private static let batchBytes = 1 << 20

    private mutating func advance() throws -> LineReader.Line? {
        do {
            guard let line = try reader.next() else { return nil }
            number += 1
            return line
        } catch {
            throw DocSearchError(.failed, "\"\(name)\" cannot be read: \(error.localizedDescription)", item: name)
        }
    }
}

private final class DecodingBatch: Sendable {
    private let decoded = Mutex<[AnnotationLines.Entry]>([])
    private let group = DispatchGroup()

    init(_ lines: [(Int, LineReader.Line)]) {
        DispatchQueue.global().async(group: group) { [decoder = JSONDecoder()] in
            let entries = lines.map { number, line in
                AnnotationLines.Entry(number: number, record: Result { try Self.record(line, decoder) })
            }
            self.decoded.withLock { $0 = entries }
        }
    }

    func entries() -> [AnnotationLines.Entry] {
        group.wait()
        return decoded.withLock { $0 }
    }

    private static func record(_ line: LineReader.Line, _ decoder: JSONDecoder) throws -> AnnotationRecord? {
        guard case .whole(let line) = line else { throw LineRefusal("it is longer than \(LineReader.limit >> 20) MiB") }
        guard line.contains(where: { !blanks.contains($0) }) else { return nil }
        if line.starts(with: headerStart), try AnnotationRecord.isHeader(line, decoder) { return nil }
        return try AnnotationRecord(line, decoder)
    }

    private static let blanks: [UInt8] = [0x20, 0x09, 0x0D]
    private static let headerStart = Array(#"{"docsearch""#.utf8)
}
