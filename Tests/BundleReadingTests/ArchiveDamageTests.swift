import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

/// Tars and 7z that are damaged: nothing of them is lost without a word, and what can be read is.
@Suite struct ArchiveDamageTests {
    private typealias Entry = ArchiveWriter.Entry

    private static func pdf(_ number: Int) -> [UInt8] {
        Fixture.pdf + Array("\(number)\n".utf8) + [UInt8](repeating: UInt8(number), count: 3000)
    }

    private static func tar(
        _ numbers: ClosedRange<Int> = 1...3, _ format: ArchiveWriter.Format = .tar
    ) throws -> [UInt8] {
        try ArchiveWriter.bytes(numbers.map { Entry("\($0).pdf", pdf($0)) }, format)
    }

    /// Where the header of a file is.
    private static func header(_ number: Int, in tar: [UInt8]) throws -> Int {
        try #require(tar.firstIndex(ofSequence: Array("\(number).pdf\0".utf8)))
    }

    private static func names(_ bundle: OpenedBundle) -> [String] {
        bundle.documents.filter { document in
            do {
                _ = try bundle.pdf(of: document)
                return true
            } catch { return false }
        }.map(\.entry)
    }

    @Test func soundTarsAndSevenZipsHaveNoProblems() throws {
        for format in ArchiveWriter.Format.allCases {
            #expect(try openBundle(Self.tar(1...3, format)).problems.isEmpty)
        }
        // Padding, as GNU's tar has it.
        #expect(try openBundle(Self.tar() + [UInt8](repeating: 0, count: 10_240)).problems.isEmpty)
    }

    /// Sizes whose end is near the end of all numbers.
    @Test func tarWithAFileLargerThanAnyDiskIsReported() throws {
        for distance in stride(from: 0, through: 20_000, by: 250) {
            var tar = try Self.tar()
            let start = try Self.header(3, in: tar)
            // In base 256, as GNU's tar writes what eight digits are too few for.
            let size = Int64.max - Int64(distance)
            let digits = (0..<8).map { UInt8(truncatingIfNeeded: size >> (56 - 8 * $0)) }
            tar.replaceSubrange(start + 124..<start + 136, with: [0x80, 0, 0, 0] + digits)
            tar.replaceSubrange(start + 148..<start + 156, with: [UInt8](repeating: 0x20, count: 8))
            let sum = tar[start..<start + 512].reduce(0) { $0 + Int($1) }
            let octal = String(sum, radix: 8)
            tar.replaceSubrange(
                start + 148..<start + 156,
                with: Array((String(repeating: "0", count: 6 - octal.count) + octal).utf8) + [0, 0x20])
            let bundle = try openBundle(tar)
            #expect(!bundle.problems.isEmpty, "\(size)")
            #expect(Self.names(bundle).starts(with: ["1.pdf", "2.pdf"]), "\(size)")
        }
    }

    @Test(arguments: [UInt8(0xFF), 0], [1, 3]) func tarWithADamagedHeaderIsReported(byte: UInt8, blocks: Int) throws {
        var tar = try Self.tar()
        let start = try Self.header(2, in: tar)
        for index in start..<start + 512 * blocks { tar[index] = byte }
        let bundle = try openBundle(tar)
        #expect(Self.names(bundle) == ["1.pdf", "3.pdf"])
        #expect(bundle.problems.map(\.code) == [.damaged])
        #expect(bundle.problems.first?.reason.contains("files may be missing") == true)
    }

    /// Behind a file, in a header, and in the middle of a file.
    @Test(arguments: [0, 100, 512, 512 + 700]) func tarThatIsCutOffIsReported(rest: Int) throws {
        let tar = try Self.tar()
        let bundle = try openBundle(tar.prefix(Self.header(3, in: tar) + rest))
        #expect(Self.names(bundle) == ["1.pdf", "2.pdf"])
        #expect(bundle.problems.contains { $0.code == .damaged }, "\(rest)")
    }

    /// Its last file is all there, and what follows it is padding.
    @Test(arguments: [1, 2]) func tarThatIsCutOffWithinThePaddingHasItsLastFile(cut: Int) throws {
        let tar = try Self.tar()
        let pdf = Self.pdf(3)
        let end = try Self.header(3, in: tar) + 512 + pdf.count
        let bundle = try openBundle(tar.prefix(cut == 1 ? end : end + 100))
        #expect(Self.names(bundle) == ["1.pdf", "2.pdf", "3.pdf"])
        #expect(try bytes(of: bundle.pdf(of: bundle.documents[2])) == pdf)
        #expect(bundle.problems.contains { $0.code == .damaged })
        let one = try openBundle(tar.prefix(end - 1))
        #expect(Self.names(one) == ["1.pdf", "2.pdf"])
    }

    @Test(arguments: [ArchiveWriter.Format.tar, .gzip, .bzip2, .xz]) func tarsBehindEachOtherAreRead(
        format: ArchiveWriter.Format
    )
        throws
    {
        let bundle = try openBundle(Self.tar(1...2, format) + Self.tar(3...4, format))
        #expect(Self.names(bundle) == (1...4).map { "\($0).pdf" })
        #expect(bundle.problems.isEmpty)
    }

    // MARK: - gzip

    /// libarchive would pass it on.
    @Test func tarsAreComparedWithTheChecksumOfGzip() throws {
        var packed = try Self.tar(1...3, .gzip)
        packed[packed.count - 8] ^= 1
        let bundle = try openBundle(packed)
        #expect(Self.names(bundle).count == 3)
        #expect(bundle.problems.map(\.code) == [.damaged])
    }

    @Test func tarsThatAreCutOffAreReadAsFarAsTheyGo() throws {
        var generator = SeededGenerator(seed: 3)
        let noise = (1...4).map { number in
            Entry("\(number).pdf", Self.pdf(number) + (0..<50_000).map { _ in .random(in: 0...255, using: &generator) })
        }
        let packed = try ArchiveWriter.bytes(noise, .gzip)
        let bundle = try openBundle(packed.prefix(packed.count * 7 / 10))
        #expect(Self.names(bundle) == ["1.pdf", "2.pdf"])
        #expect(bundle.problems.contains { $0.code == .damaged })
        // One that is cut off soon after its beginning, too.
        let small = try Self.tar(1...3, .gzip)
        #expect(throws: BundleError.self) { try openBundle(small.prefix(20)) }
    }

    // MARK: - 7z

    @Test(arguments: [1, 2, 3]) func sevenZipsLoseOneFileForOneBadChecksum(number: Int) throws {
        var bytes = try ArchiveWriter.bytes(
            (1...3).map { Entry("\($0).pdf", Self.pdf($0)) }, .sevenZip, isStored: true)
        let offset = try #require(bytes.firstIndex(ofSequence: [UInt8](repeating: UInt8(number), count: 100)))
        bytes[offset] ^= 1
        let bundle = try openBundle(bytes)
        #expect(Self.names(bundle) == ["1.pdf", "2.pdf", "3.pdf"].filter { $0 != "\(number).pdf" })
        #expect(bundle.problems.map(\.entry) == ["\(number).pdf"], "told once")
        #expect(bundle.problems.map(\.code) == [.damaged])
    }

    // MARK: - Bombs

    @Test(arguments: [ArchiveWriter.Format.gzip, .xz]) func packedTarsGiveWhatComesBeforeABomb(
        format: ArchiveWriter.Format
    )
        throws
    {
        let limits = limits { $0.memoryBytes = 1 << 20 }
        let bomb = [UInt8](repeating: 0, count: 8 << 20)
        let bytes = try ArchiveWriter.bytes(
            [Entry("a.pdf", Fixture.pdf), Entry("b.pdf", bomb), Entry("c.pdf", Fixture.pdf)], format)
        let bundle = try openBundle(bytes, limits: limits)
        #expect(Self.names(bundle) == ["a.pdf"])
        #expect(bundle.problems.contains { $0.code == .limit })
    }
}
