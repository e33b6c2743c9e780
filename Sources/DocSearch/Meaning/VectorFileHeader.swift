internal import CZlib
import ContentHashing

/// The first 256 bytes. Numbers are little-endian.
struct VectorFileHeader: Sendable, Equatable {
    static let byteCount = 256
    static let version = 1
    private static let magic = Array("DSVECTOR".utf8)
    static let longestModel = 96

    var model: String
    /// See `PageChunks`.
    var chunking: Int
    var dimensions: Int
    var count: Int
    /// The state of the index: see ``IndexStores/meaningGeneration(_:maker:)``.
    var generation: UInt64
    /// See ``number(ofStore:)``.
    var store: UInt64 = 0
    /// CRC-32, in the order of parts.
    var checksums: [UInt32]
    var path = ""

    static func number(ofStore identifier: String) -> UInt64 {
        var hash = StableHash()
        hash.add(identifier.utf8)
        return hash.value
    }

    var bytes: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.byteCount)
        func write(_ number: UInt64, at offset: Int, bytes count: Int) {
            for byte in 0..<count { bytes[offset + byte] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(byte))) }
        }
        let name = Array(model.utf8.prefix(Self.longestModel))
        bytes.replaceSubrange(0..<8, with: Self.magic)
        write(UInt64(Self.version), at: 8, bytes: 4)
        write(UInt64(dimensions), at: 12, bytes: 4)
        write(UInt64(chunking), at: 16, bytes: 4)
        write(UInt64(name.count), at: 20, bytes: 4)
        write(UInt64(count), at: 24, bytes: 8)
        write(generation, at: 32, bytes: 8)
        for (position, checksum) in checksums.enumerated() { write(UInt64(checksum), at: 40 + 4 * position, bytes: 4) }
        bytes.replaceSubrange(72..<72 + name.count, with: name)
        write(store, at: 168, bytes: 8)
        write(UInt64(Self.checksum(ofHeader: bytes)), at: Self.checksumOffset, bytes: 4)
        return bytes
    }

    /// CRC-32, continuing an earlier sum.
    static func checksum(of bytes: UnsafeRawBufferPointer, after sum: UInt32 = 0) -> UInt32 {
        guard let start = bytes.bindMemory(to: UInt8.self).baseAddress, !bytes.isEmpty else { return sum }
        return UInt32(truncatingIfNeeded: crc32_z(uLong(sum), start, bytes.count))
    }

    private static let checksumOffset = byteCount - 4

    private static func checksum(ofHeader bytes: [UInt8]) -> UInt32 {
        bytes[..<checksumOffset].withUnsafeBytes { checksum(of: $0) }
    }
}

extension VectorFileHeader {
    init(_ bytes: [UInt8], path: String) throws {
        func damaged(_ what: String) -> VectorFileError { VectorFileError(path: path, reason: .damaged(what)) }
        func number(at offset: Int, bytes count: Int) -> UInt64 {
            (0..<count).reduce(0) { $0 | UInt64(bytes[offset + $1]) << (8 * UInt64($1)) }
        }
        guard bytes.count == Self.byteCount, Array(bytes[0..<8]) == Self.magic else {
            throw damaged("it is not a vector file")
        }
        guard UInt64(Self.checksum(ofHeader: bytes)) == number(at: Self.checksumOffset, bytes: 4) else {
            throw damaged("its header is altered")
        }
        let version = Int(number(at: 8, bytes: 4))
        guard version == Self.version else { throw VectorFileError(path: path, reason: .otherVersion(version)) }
        let modelLength = Int(number(at: 20, bytes: 4))
        guard modelLength <= Self.longestModel, let count = Int(exactly: number(at: 24, bytes: 8)) else {
            throw damaged("its header is not valid")
        }
        self.init(
            model: String(decoding: bytes[72..<72 + modelLength], as: UTF8.self),
            chunking: Int(number(at: 16, bytes: 4)), dimensions: Int(number(at: 12, bytes: 4)), count: count,
            generation: number(at: 32, bytes: 8), store: number(at: 168, bytes: 8),
            checksums: VectorFileLayout.Part.allCases.map {
                UInt32(truncatingIfNeeded: number(at: 40 + 4 * $0.rawValue, bytes: 4))
            }, path: path)
    }
}

struct VectorFileLayout: Sendable, Equatable {
    enum Part: Int, CaseIterable {
        case values, scales, documents, texts, pages, starts, ends

        func byteCount(dimensions: Int) -> Int {
            switch self {
            case .values: dimensions
            case .documents, .texts: 8
            case .scales, .pages, .starts, .ends: 4
            }
        }
    }

    /// A cache line.
    private static let alignment = 64

    private let ranges: [Range<Int>]

    init?(count: Int, dimensions: Int) {
        var ranges: [Range<Int>] = []
        var start = VectorFileHeader.byteCount
        for part in Part.allCases {
            let (size, isTooMuch) = count.multipliedReportingOverflow(by: part.byteCount(dimensions: dimensions))
            guard count >= 0, dimensions > 0, !isTooMuch, size < 1 << 56 else { return nil }
            ranges.append(start..<start + size)
            start = (start + size + Self.alignment - 1) / Self.alignment * Self.alignment
        }
        self.ranges = ranges
    }

    func range(of part: Part) -> Range<Int> { ranges[part.rawValue] }

    var byteCount: Int { ranges.last?.upperBound ?? 0 }
}
