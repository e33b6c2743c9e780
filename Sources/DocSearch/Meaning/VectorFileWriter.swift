import Foundation

/// The number of chunks is not known before: vectors are written at their offset at once, and the rest goes to an
/// unnamed file until the offsets of the parts are known.
final class VectorFileWriter {
    /// In bytes, without the vector.
    private static let recordByteCount = 32
    private static let bufferByteCount = 1 << 20

    private let output: Int32
    private let records: Int32
    private let path: String
    private let dimensions: Int
    private var count = 0
    private var values: [UInt8] = []
    private var waiting: [UInt8] = []
    private var checksum: UInt32 = 0
    private var lastDocument = Int64.min

    /// If anything throws, the old file stays. Count and checksums of `header` are ignored.
    static func replace(
        _ header: VectorFileHeader, in folder: IndexFolder, mode: mode_t, _ body: (VectorFileWriter) throws -> Void
    ) throws {
        try SafeFile.replace(folder.vectorFile, mode: mode) { new in
            let writer = try VectorFileWriter(path: new, in: folder, dimensions: header.dimensions)
            try body(writer)
            try writer.finish(header)
        }
    }

    private init(path: String, in folder: IndexFolder, dimensions: Int) throws {
        output = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard output >= 0 else { throw DocSearchError.system("Writing", folder.vectorFile) }
        // In the index folder, which has room for parts of the index. The temporary folder may be in memory.
        let spool = PathText.joined(folder.path, SafeFile.temporaryName())
        records = open(spool, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard records >= 0 else {
            let number = errno
            close(output)
            throw DocSearchError.system("Writing", spool, errno: number)
        }
        unlink(spool)
        (self.path, self.dimensions) = (folder.vectorFile, dimensions)
    }

    deinit {
        close(output)
        close(records)
    }

    /// Document numbers must ascend, and `new` must have as many numbers as the file has dimensions.
    func append(_ chunk: VectorChunk, scale: Float, values new: some Collection<Int8>) throws {
        precondition(new.count == dimensions && chunk.document >= lastDocument, "chunks out of order")
        lastDocument = chunk.document
        values.append(contentsOf: new.lazy.map { UInt8(bitPattern: $0) })
        func add<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number.littleEndian) { waiting.append(contentsOf: $0) }
        }
        add(scale.bitPattern)
        add(chunk.document)
        add(chunk.text)
        add(Int32(clamping: chunk.page))
        add(UInt32(clamping: chunk.start))
        add(UInt32(clamping: chunk.end))
        count += 1
        if values.count >= Self.bufferByteCount { try flush() }
    }

    private func flush() throws {
        let written = (count * dimensions - values.count, count * Self.recordByteCount - waiting.count)
        checksum = values.withUnsafeBytes { VectorFileHeader.checksum(of: $0, after: checksum) }
        try write(values, to: output, at: VectorFileHeader.byteCount + written.0)
        try write(waiting, to: records, at: written.1)
        values.removeAll(keepingCapacity: true)
        waiting.removeAll(keepingCapacity: true)
    }

    private func finish(_ header: VectorFileHeader) throws {
        try flush()
        guard let layout = VectorFileLayout(count: count, dimensions: dimensions) else {
            throw DocSearchError(.failed, "\"\(path)\" has too many vectors.", item: path)
        }
        var checksums = [UInt32](repeating: 0, count: VectorFileLayout.Part.allCases.count)
        checksums[VectorFileLayout.Part.values.rawValue] = checksum
        let step = Self.bufferByteCount / Self.recordByteCount
        for first in stride(from: 0, to: count, by: step) {
            let records = try read(first..<min(count, first + step))
            var offset = 0
            for part in VectorFileLayout.Part.allCases where part != .values {
                let size = part.byteCount(dimensions: dimensions)
                var column: [UInt8] = []
                column.reserveCapacity(records.count / Self.recordByteCount * size)
                for record in stride(from: offset, to: records.count, by: Self.recordByteCount) {
                    column.append(contentsOf: records[record..<record + size])
                }
                checksums[part.rawValue] = column.withUnsafeBytes {
                    VectorFileHeader.checksum(of: $0, after: checksums[part.rawValue])
                }
                try write(column, to: output, at: layout.range(of: part).lowerBound + first * size)
                offset += size
            }
        }
        guard ftruncate(output, off_t(layout.byteCount)) == 0 else { throw DocSearchError.system("Writing", path) }
        var header = header
        (header.count, header.checksums) = (count, checksums)
        try write(header.bytes, to: output, at: 0)
    }

    private func read(_ range: Range<Int>) throws -> [UInt8] {
        let size = Self.recordByteCount
        do throws(SystemFailure) {
            let bytes = try WholeRead.bytes(
                of: records, from: Int64(range.lowerBound * size), count: range.count * size)
            guard bytes.count == range.count * size else { throw SystemFailure(EIO) }
            return bytes
        } catch {
            throw DocSearchError.system("Writing", path, errno: error.number)
        }
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) throws {
        let failure = bytes.withUnsafeBytes { WholeWrite.failure(of: $0, to: descriptor, at: offset) }
        if let failure { throw DocSearchError.system("Writing", path, errno: failure) }
    }
}
