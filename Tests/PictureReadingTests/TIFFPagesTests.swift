import DocSearchTestSupport
import Testing

@testable import PictureReading

@Suite("The pages of a TIFF")
struct TIFFPagesTests {
    private static let pictures = [Grey(inset: 10), Grey(inset: 50), Grey(inset: 90)]

    @Test(arguments: [false, true], [false, true])
    func pagesOfATIFFComeInTheirOrder(isBigEndian: Bool, isBig: Bool) throws {
        var writer = TIFFWriter(pages: Self.pictures.map { .init($0) }, isBigEndian: isBigEndian, isBig: isBig)
        writer.pages[1] = .init(bitonal: Self.pictures[1])
        let file = try picture(writer.bytes)
        #expect(file.format == .tiff)
        #expect(file.pageCount == 3)
        for number in [3, 1, 2] {
            #expect(try Self.pictures[number - 1].difference(from: image(file, number)) < 0.01)
        }
    }

    /// NewSubfileType of a copy of reduced resolution and of a mask, SubfileType of a copy.
    @Test(arguments: [(254, 1), (254, 4), (255, 2)])
    func pagesOfATIFFAreNotTheirThumbnails(tag: Int, value: Int) throws {
        var writer = TIFFWriter(pages: Self.pictures.map { .init($0) })
        writer.pages[1].tags[tag] = value
        let file = try picture(writer.bytes)
        #expect(file.pageCount == 2)
        #expect(try Self.pictures[2].difference(from: image(file, 2)) < 0.01)
    }

    @Test(arguments: [0, 1, 2])
    func pagesOfATIFFEndWhereTheyBeginAnew(loopsTo: Int) throws {
        let file = try picture(TIFFWriter(pages: Self.pictures.map { .init($0) }, loopsTo: loopsTo).bytes)
        #expect(file.pageCount == 3)
        #expect(try Self.pictures[2].difference(from: image(file, 3)) < 0.01)
    }

    @Test func aTIFFWhoseLastPagesAreCutOffHasNoEnd() throws {
        let bytes = TIFFWriter(pages: Self.pictures.map { .init($0) }).bytes
        #expect(try !picture(bytes).hasNoEnd)
        let cut = try picture(Array(bytes.prefix(bytes.count / 2)))
        #expect(cut.pageCount < 3)
        #expect(cut.hasNoEnd)
    }

    @Test func pagesOfATIFFAreMoreThanLeptonicaCounts() throws {
        var page = TIFFWriter.Page(Grey())
        (page.width, page.height, page.samples) = (1, 1, [0])
        let file = try picture(TIFFWriter(pages: Array(repeating: page, count: 4_000)).bytes)
        #expect(file.pageCount == 4_000)
        #expect(try file.page(4_000).buffer.count > 0)
    }

    @Test func pagesOfATIFFAreLimited() throws {
        let bytes = TIFFWriter(pages: Self.pictures.map { .init($0) }).bytes
        #expect(try picture(bytes) { $0.pages = 3 }.pageCount == 3)
        let error = try #require(throws: PictureError.self) { try picture(bytes) { $0.pages = 2 } }
        #expect(error == PictureError(.limit, "the TIFF has more pages than allowed; the limit is 2 (pages)"))
    }

    @Test(arguments: [0, 4, -1])
    func pagesOfATIFFHaveNoOtherNumbers(number: Int) throws {
        let file = try picture(TIFFWriter(pages: Self.pictures.map { .init($0) }).bytes)
        #expect(throws: PictureError.self) { try file.page(number) }
    }

    /// Directories that overlap could have any number of tags in all: each step of two bytes would be one of thousands.
    @Test func pagesOfATIFFDoNotOverlap() throws {
        let spent = try processorTime { () throws in
            var bytes = Array("II*\0".utf8) + [8, 0, 0, 0]
            for index in 0..<200_000 {
                // A count, of 0x0101 tags or more, wherever a directory may begin.
                bytes += [1, 1, UInt8(truncatingIfNeeded: index), UInt8(truncatingIfNeeded: index >> 8 | 1)]
            }
            _ = try? picture(bytes)
            let file = try? picture(bytes + bytes)
            #expect(file?.pageCount ?? 0 < 2_000)
        }
        #expect(spent < .seconds(60))
    }
}
