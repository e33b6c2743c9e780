import Foundation

/// A PDF in memory with one page that is an image.
///
/// `@unchecked Sendable`: the bytes are never written after `init`, and are freed when the last owner releases them.
package final class PagePDF: @unchecked Sendable {
    /// Valid as long as this object lives.
    package let buffer: UnsafeRawBufferPointer
    private let allocation: UnsafeMutableRawPointer

    deinit { free(allocation) }

    enum Image {
        /// A whole JPEG with one or three components.
        case jpeg(UnsafeRawBufferPointer, size: PictureSize)
        /// A whole JPEG 2000 image, which defines its colours itself.
        case jpeg2000(UnsafeRawBufferPointer, size: PictureSize)
        case bitmap(Bitmap)
    }

    /// `resolution` is in dots per inch along rows and columns.
    init(_ image: Image, resolution: (x: Double, y: Double), orientation: PictureOrientation = .topLeft) throws {
        let file = Self.file(around: image, resolution, orientation)
        let count = file.start.utf8.count + file.imageBytes + file.end.utf8.count
        guard let allocation = malloc(count) else {
            throw PictureError(
                .limit, "there is not enough memory for the image's \(file.imageBytes) bytes (addressSpaceBytes)")
        }
        self.allocation = allocation
        buffer = UnsafeRawBufferPointer(start: allocation, count: count)
        var next = allocation
        func append(_ bytes: UnsafeRawBufferPointer) {
            guard let start = bytes.baseAddress else { return }
            next.copyMemory(from: start, byteCount: bytes.count)
            next += bytes.count
        }
        Array(file.start.utf8).withUnsafeBytes(append)
        switch image {
        case .jpeg(let bytes, _), .jpeg2000(let bytes, _): append(bytes)
        case .bitmap(let bitmap): bitmap.forEachRow(append)
        }
        Array(file.end.utf8).withUnsafeBytes(append)
    }

    private static func file(
        around image: Image, _ resolution: (x: Double, y: Double), _ orientation: PictureOrientation
    ) -> (start: String, imageBytes: Int, end: String) {
        let (size, form, imageBytes) = description(of: image)
        let sides = (points(size.width, resolution.x), points(size.height, resolution.y))
        let (width, height) = orientation.isOnItsSide ? (sides.1, sides.0) : sides
        let matrix = orientation.matrix(width: width, height: height).map { "\($0)" }.joined(separator: " ")
        let drawing = "\(matrix) cm /I Do"
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>",
            "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(width) \(height)]"
                + "/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>",
            "<</Length \(drawing.utf8.count)>>stream\n\(drawing)\nendstream",
            "<</Type/XObject/Subtype/Image/Width \(size.width)/Height \(size.height)\(form)/Length \(imageBytes)>>stream\n",
        ]
        var start = "%PDF-1.5\n"
        var table = "0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let offset = String(start.utf8.count)
            table += String(repeating: "0", count: 10 - offset.count) + "\(offset) 00000 n \n"
            start += "\(index + 1) 0 obj\(object)"
            if index < objects.count - 1 { start += "\nendobj\n" }
        }
        let close = "\nendstream endobj\n"
        let tableOffset = start.utf8.count + imageBytes + close.utf8.count
        let end =
            "\(close)xref\n0 \(objects.count + 1)\n\(table)trailer<</Size \(objects.count + 1)/Root 1 0 R>>\n"
            + "startxref\n\(tableOffset)\n%%EOF\n"
        return (start, imageBytes, end)
    }

    private static func description(of image: Image) -> (size: PictureSize, form: String, imageBytes: Int) {
        switch image {
        case .jpeg(let bytes, let size):
            let colors = size.bits > 8 ? "/DeviceRGB" : "/DeviceGray"
            return (size, "/ColorSpace\(colors)/BitsPerComponent 8/Filter/DCTDecode", bytes.count)
        case .jpeg2000(let bytes, let size): return (size, "/Filter/JPXDecode", bytes.count)
        case .bitmap(let bitmap):
            let bits = bitmap.isBitonal ? 1 : 8
            let size = PictureSize(width: bitmap.width, height: bitmap.height, bits: bitmap.isColored ? 3 * bits : bits)
            let colors = bitmap.isColored ? "/DeviceRGB" : "/DeviceGray"
            // 1 is black in leptonica, and white in PDFs by default.
            let decoding = bitmap.isBitonal ? "/Decode[1 0]" : ""
            let form = "/ColorSpace\(colors)/BitsPerComponent \(bits)\(decoding)"
            return (size, form, bitmap.bytesPerRow * bitmap.height)
        }
    }

    /// Precise enough that no image is a pixel off.
    private static func points(_ pixels: Int, _ resolution: Double) -> Double {
        (Double(pixels) * 72 / resolution * 1e4).rounded() / 1e4
    }
}
