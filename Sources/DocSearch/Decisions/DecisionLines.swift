import Foundation

/// The lines of an export, one after the other.
struct DecisionLines {
    private let name: String
    private var reader: LineReader
    private let decoder = JSONDecoder()
    private var number = 0
    private var line = LineReader.Line.whole(Data())

    init(_ file: FileHandle, name: String) {
        self.name = name
        reader = LineReader(file)
    }

    /// Throws ``DocSearchError`` with code ``DocSearchError/Code/usage`` when the first line is not that of an export.
    mutating func readHeader() throws {
        do {
            guard try advance() != nil, case .whole(let line) = line,
                try DecisionRecord.isHeader(line.starts(with: Self.byteOrderMark) ? line.dropFirst(3) : line, decoder)
            else {
                throw DocSearchError(
                    .usage,
                    "\"\(name)\" is not an export of docsearch: it does not begin with \(DecisionRecord.header).",
                    item: name)
            }
        } catch let refusal as LineRefusal {
            throw DocSearchError(.usage, "\"\(name)\" cannot be imported: \(refusal.reason).", item: name)
        }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Reads the next line. Returns its number, from 1; nil at the end.
    mutating func advance() throws -> Int? {
        do {
            guard let next = try reader.next() else { return nil }
            line = next
            number += 1
            return number
        } catch let error as DocSearchError {
            throw error
        } catch {
            throw DocSearchError(.failed, "\"\(name)\" cannot be read: \(error.localizedDescription)", item: name)
        }
    }

    /// The decision of the line; nil where there is none, as in an empty line, or where two exports meet. Throws
    /// ``LineRefusal``.
    func record() throws -> DecisionRecord? {
        guard case .whole(let line) = line else {
            throw LineRefusal("it is longer than \(LineReader.limit >> 20) MiB")
        }
        guard line.contains(where: { !Self.blanks.contains($0) }) else { return nil }
        if line.starts(with: Self.headerStart), try DecisionRecord.isHeader(line, decoder) { return nil }
        return try DecisionRecord(line, decoder)
    }

    private static let blanks: [UInt8] = [0x20, 0x09, 0x0D]
    private static let headerStart = Array(#"{"docsearch""#.utf8)
}
