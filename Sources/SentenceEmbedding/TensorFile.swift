import Foundation

/// A file in the format safetensors: the length of a header in 8 bytes, the header in JSON, which says of each tensor
/// where its numbers are, and the numbers, little-endian and without gaps.
///
/// The format: https://huggingface.co/docs/safetensors
struct TensorFile: Sendable {
    /// Bytes. That of the model has 11,408.
    private static let longestHeader = 1 << 20

    let path: String
    private let file: MappedFile
    private let dataStart: Int
    private let entries: [String: TensorEntry]

    /// Checks where all tensors lie, and looks at none.
    ///
    /// - Throws: ``ModelFileError``
    init(path: String) throws {
        self.path = path
        file = try MappedFile(path: path)
        let bytes = file.bytes
        guard bytes.count >= 8 else {
            throw ModelFileError(path: path, reason: .cutShort(bytes: bytes.count, expected: 8))
        }
        let headerLength = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        guard headerLength <= Self.longestHeader else {
            throw ModelFileError(path: path, reason: .invalid("its header would have \(headerLength) bytes"))
        }
        dataStart = 8 + Int(headerLength)
        guard bytes.count >= dataStart else {
            throw ModelFileError(path: path, reason: .cutShort(bytes: bytes.count, expected: dataStart))
        }
        do {
            entries = try JSONDecoder().decode(TensorHeader.self, from: Data(bytes[8..<dataStart])).entries
        } catch {
            throw ModelFileError(path: path, reason: .invalid("its header cannot be read"))
        }
        try checkPlaces(dataLength: bytes.count - dataStart)
    }

    /// Whether the file was cut short since it was opened.
    var isCut: Bool { file.isCut }

    /// The numbers of a tensor, row by row. They are there as long as this value or a copy of it is.
    ///
    /// - Throws: ``ModelFileError`` when there is none of this name, with this shape, of 32-bit floats.
    func floats(_ name: String, shape: [Int]) throws -> UnsafePointer<Float> {
        guard let entry = entries[name] else { throw ModelFileError(path: path, reason: .tensorMissing(name)) }
        guard entry.type == "F32" else {
            throw ModelFileError(path: path, reason: .tensorType(name, found: entry.type))
        }
        guard entry.shape == shape else {
            throw ModelFileError(path: path, reason: .tensorShape(name, found: entry.shape, expected: shape))
        }
        let place = dataStart + entry.begin
        guard place % MemoryLayout<Float>.alignment == 0, let count = entry.count, count == entry.end - entry.begin,
            count <= file.bytes.count - place, let start = file.bytes.baseAddress
        else { throw ModelFileError(path: path, reason: .tensorPlace(name)) }
        return (start + place).assumingMemoryBound(to: Float.self)
    }

    /// The format wants tensors to lie one behind the other and to fill the file, so a file of another length is known.
    private func checkPlaces(dataLength: Int) throws {
        var end = 0
        // Of tensors without numbers several may begin at the same place.
        for (name, entry) in entries.sorted(by: { ($0.value.begin, $0.value.end) < ($1.value.begin, $1.value.end) }) {
            guard entry.begin == end, entry.end >= end, entry.count ?? (entry.end - end) == entry.end - end else {
                throw ModelFileError(path: path, reason: .tensorPlace(name))
            }
            end = entry.end
        }
        let (bytes, expected) = (dataStart + dataLength, end > .max - dataStart ? .max : dataStart + end)
        if end > dataLength { throw ModelFileError(path: path, reason: .cutShort(bytes: bytes, expected: expected)) }
        if end < dataLength { throw ModelFileError(path: path, reason: .tooLong(bytes: bytes, expected: expected)) }
    }
}

/// What the header says of a tensor.
private struct TensorEntry: Decodable, Sendable {
    let type: String
    let shape: [Int]
    /// In bytes behind the header.
    let begin: Int
    let end: Int

    private enum CodingKeys: String, CodingKey {
        case type = "dtype"
        case shape
        case offsets = "data_offsets"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        type = try values.decode(String.self, forKey: .type)
        shape = try values.decode([Int].self, forKey: .shape)
        let offsets = try values.decode([Int].self, forKey: .offsets)
        guard offsets.count == 2, offsets[0] >= 0, shape.allSatisfy({ $0 >= 0 }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .offsets, in: values, debugDescription: "two offsets and a shape are expected")
        }
        (begin, end) = (offsets[0], offsets[1])
    }

    /// Bytes, by type and shape. `nil` for types that the model has no use for, and for more than there can be.
    var count: Int? {
        let widths = ["F32": 4, "I64": 8]
        guard var count = widths[type] else { return nil }
        for length in shape {
            let (product, overflows) = count.multipliedReportingOverflow(by: length)
            guard !overflows else { return nil }
            count = product
        }
        return count
    }
}

/// Names of tensors are the keys of the header, and `__metadata__` is what a program liked to say of the file.
private struct TensorHeader: Decodable {
    var entries: [String: TensorEntry] = [:]

    private struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Name.self)
        for name in values.allKeys where name.stringValue != "__metadata__" {
            entries[name.stringValue] = try values.decode(TensorEntry.self, forKey: name)
        }
    }
}
