import ExtractionProtocol
import FuzzSupport
import PictureReading

/// A page image, or several in one file.
enum PictureInput {
    private final class Owner {}

    static func read(_ bytes: [UInt8]) {
        // A copy of exactly these bytes, so that the address sanitizer sees what reads beyond them.
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { copy.deallocate() }
        copy.copyBytes(from: bytes)
        do {
            let file = try PictureFile(bytes: UnsafeRawBufferPointer(copy), owner: Owner(), limits: .small)
            guard file.pageCount > 0, file.pageCount <= ExtractionLimits.small.pages else {
                report("an image with \(file.pageCount) pages")
            }
            for number in 1...min(3, file.pageCount) { readPage(number, of: file) }
        } catch is PictureError {
        } catch {
            report("\(error) in place of a PictureError")
        }
    }

    private static func readPage(_ number: Int, of file: PictureFile) {
        do {
            let page = try file.page(number)
            guard page.buffer.starts(with: Array("%PDF-".utf8)) else { report("page \(number) is no PDF") }
        } catch is PictureError {
        } catch {
            report("\(error) in place of a PictureError")
        }
    }
}
