import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

@Suite struct GzipTests {
    private static let limit = ByteLimit(name: "markupBytes", count: 8 << 20)

    private func expand(_ bytes: [UInt8], limit: ByteLimit = limit, ratio: Int = 200) throws -> [UInt8] {
        try Gzip.expand(bytes, limit: limit, ratio: ratio)
    }

    /// A member with stored blocks, or with `deflated` that unpacks to `content`.
    static func member(_ content: [UInt8], deflated: [UInt8]? = nil, name: String? = nil) -> [UInt8] {
        var bytes: [UInt8] = [0x1F, 0x8B, 8, name == nil ? 0 : 8, 0, 0, 0, 0, 0, 3]
        if let name { bytes += Array(name.utf8) + [0] }
        if let deflated {
            bytes += deflated
        } else {
            var rest = content[...]
            repeat {
                let block = rest.prefix(65_535)
                rest = rest.dropFirst(block.count)
                let count = UInt16(block.count)
                bytes += [rest.isEmpty ? 1 : 0] + little(count) + little(~count) + block
            } while !rest.isEmpty
        }
        return bytes + little(ZipWriter.checksum(of: content)) + little(UInt32(content.count))
    }

    private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    @Test(arguments: [0, 1, 70_000, 200_000])
    func gzipUnpacksAnyLength(length: Int) throws {
        var generator = SeededGenerator(seed: 1)
        let content = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
        #expect(try expand(Self.member(content, name: "book.txt")) == content)
    }

    @Test func gzipUnpacksInPieces() throws {
        let packed = Self.member(Array("first".utf8)) + Self.member([]) + Self.member(Array("second".utf8), name: "x")
        var unpacked: [UInt8] = []
        let gzip = try Gzip(limit: Self.limit, ratio: 200)
        for byte in packed { try [byte].withUnsafeBytes { try gzip.feed($0) { unpacked.append(contentsOf: $0) } } }
        try gzip.finish()
        #expect(unpacked == Array("firstsecond".utf8))
        #expect(try expand(packed) == unpacked)
        // Tapes fill up with zeros.
        #expect(try expand(packed + [0, 0, 0]) == unpacked)
    }

    @Test func gzipRefusesDamage() throws {
        let packed = Self.member(Array("some text".utf8))
        for length in 0..<packed.count {
            let error = try #require(throws: BundleError.self) { try expand(Array(packed.prefix(length))) }
            #expect(error == BundleError(.damaged, "it is cut off"))
        }
        for index in [0, 1, 2, packed.count - 8, packed.count - 1, 16] {
            var damaged = packed
            damaged[index] ^= 0x40
            let error = try #require(throws: BundleError.self) { try expand(damaged) }
            #expect(error == BundleError(.damaged, "it is not gzip, or damaged"))
        }
    }

    @Test func gzipLimitsBytes() throws {
        let packed = Self.member([1, 2, 3])
        #expect(try expand(packed, limit: ByteLimit(name: "markupBytes", count: 3)) == [1, 2, 3])
        let error = try #require(throws: BundleError.self) {
            try expand(packed, limit: ByteLimit(name: "markupBytes", count: 2))
        }
        #expect(error == BundleError(.limit, "it has more bytes than allowed; the limit is 2 (markupBytes)"))
    }

    @Test func gzipStopsABombByItsRatio() throws {
        let zeros = [UInt8](repeating: 0, count: Fixture.bombSize)
        let packed = Self.member(zeros, deflated: Fixture.bomb)
        let error = try #require(throws: BundleError.self) { try expand(packed) }
        #expect(error.code == .limit)
        #expect(error.reason.hasSuffix("for each; the limit is 200 (compressionRatio)"))
        #expect(try expand(packed, ratio: 1100).count == Fixture.bombSize)
    }

    @Test func gzipPassesOnErrorsOfItsConsumer() throws {
        struct Stop: Error {}
        let gzip = try Gzip(limit: Self.limit, ratio: 200)
        #expect(throws: Stop.self) { try Self.member([1]).withUnsafeBytes { try gzip.feed($0) { _ in throw Stop() } } }
    }
}

extension Gzip {
    /// All of `bytes`, unpacked.
    static func expand(_ bytes: [UInt8], limit: ByteLimit, ratio: Int) throws -> [UInt8] {
        var unpacked: [UInt8] = []
        let gzip = try Gzip(limit: limit, ratio: ratio)
        try bytes.withUnsafeBytes { try gzip.feed($0) { unpacked.append(contentsOf: $0) } }
        try gzip.finish()
        return unpacked
    }
}
