import Foundation

/// A file in safetensors format: the length of the header in 8 bytes, a JSON header with the place of each tensor, and
/// the numbers, little-endian and without gaps (https://huggingface.co/docs/safetensors).
struct TensorFile: Sendable {
    /// In bytes. The model's header has 11,408.
    private static let longestHeader = 1 << 20

    let path: String
    let file: MappedFile
    private let dataStart: Int
    private let entries: [String: TensorEntry]

    /// Checks where all tensors lie without reading any.
    init(path: String) throws {
        self.path = path
        file = try MappedFile(path: path)
        let bytes = file.bytes
        func fail(_ reason: ModelFileError.Reason) -> ModelFileError { ModelFileError(path: path, reason: reason) }
        guard bytes.count >= 8 else { throw fail(.cutShort(bytes: bytes.count, expected: 8)) }
        let headerLength = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        guard headerLength <= Self.longestHeader else {
            throw fail(.invalid("its header would have \(headerLength) bytes"))
        }
        dataStart = 8 + Int(headerLength)
        guard bytes.count >= dataStart else { throw fail(.cutShort(bytes: bytes.count, expected: dataStart)) }
        do {
            entries = try JSONDecoder().decode(TensorHeader.self, from: Data(bytes[8..<dataStart])).entries
        } catch {
            throw fail(.invalid("its header cannot be read"))
        }
        try checkOffsets()
    }

    /// Row by row. The pointer is valid while this value or a copy of it exists.
    func floats(_ name: String, shape: [Int]) throws -> UnsafePointer<Float> {
        guard let entry = entries[name] else { throw fail(.tensorMissing(name)) }
        guard entry.type == "F32" else { throw fail(.tensorType(name, found: entry.type)) }
        guard entry.shape == shape else { throw fail(.tensorShape(name, found: entry.shape, expected: shape)) }
        let offset = dataStart + entry.begin
        guard offset % MemoryLayout<Float>.alignment == 0, let count = entry.count, count == entry.end - entry.begin,
            count <= file.bytes.count - offset, let start = file.bytes.baseAddress
        else { throw fail(.tensorPlace(name)) }
        return (start + offset).assumingMemoryBound(to: Float.self)
    }

    /// The format requires tensors without gaps that fill the file, so a wrong length is noticed.
    private func checkOffsets() throws {
        var end = 0
        // Several tensors without numbers may begin at the same offset.
        for (name, entry) in entries.sorted(by: { ($0.value.begin, $0.value.end) < ($1.value.begin, $1.value.end) }) {
            guard entry.begin == end, entry.end >= end, entry.count ?? (entry.end - end) == entry.end - end else {
                throw fail(.tensorPlace(name))
            }
            end = entry.end
        }
        let (bytes, expected) = (file.bytes.count, end > .max - dataStart ? .max : dataStart + end)
        if bytes < expected { throw fail(.cutShort(bytes: bytes, expected: expected)) }
        if bytes > expected { throw fail(.tooLong(bytes: bytes, expected: expected)) }
    }

    private func fail(_ reason: ModelFileError.Reason) -> ModelFileError { ModelFileError(path: path, reason: reason) }
}

private struct TensorEntry: Decodable, Sendable {
    let type: String
    let shape: [Int]
    /// In bytes after the header.
    private let offsets: [Int]

    private enum CodingKeys: String, CodingKey {
        case type = "dtype"
        case shape
        case offsets = "data_offsets"
    }

    var isPossible: Bool { offsets.count == 2 && begin >= 0 && shape.allSatisfy { $0 >= 0 } }
    var begin: Int { offsets[0] }
    var end: Int { offsets[1] }

    var count: Int? {
        shape.reduce(["F32": 4, "I64": 8][type]) { count, length in
            let product = count?.multipliedReportingOverflow(by: length)
            return product?.overflow == false ? product?.partialValue : nil
        }
    }
}

/// The keys are tensor names, and `__metadata__` for free text.
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
            let entry = try values.decode(TensorEntry.self, forKey: name)
            guard entry.isPossible else {
                throw DecodingError.dataCorruptedError(
                    forKey: name, in: values, debugDescription: "two offsets and a shape are expected")
            }
            entries[name.stringValue] = entry
        }
    }
}
