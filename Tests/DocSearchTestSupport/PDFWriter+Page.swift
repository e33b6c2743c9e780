extension PDFWriter {
    /// A page, by default of A4 upright without anything on it. Points, from the lower left corner.
    public struct Page: Sendable {
        public var width = 595.0
        public var height = 842.0
        /// Degrees clockwise, a multiple of 90.
        public var rotation = 0
        /// Left, bottom, right and top of the part that viewers show; all of the page when nil.
        public var cropBox: (left: Double, bottom: Double, right: Double, top: Double)?
        public var texts: [Text] = []
        /// Covers the page, or ``imageArea``.
        public var image: Image?
        /// Left, bottom, width and height of the image.
        public var imageArea: (left: Double, bottom: Double, width: Double, height: Double)?

        public init() {}

        /// A page of A4 with lines of text from the top downwards.
        public init(text: String, size: Double = 12) {
            texts = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
                index, line in
                Text(String(line), left: 72, baseline: 842 - 72 - 1.5 * size * Double(index), size: size)
            }
        }

        /// A page that is nothing but an image, as a scanner makes it.
        public init(scan image: Image, resolution: Double) {
            width = Double(image.width) / resolution * 72
            height = Double(image.height) / resolution * 72
            self.image = image
        }

        func dictionary(content: Int, more entries: String = "") -> String {
            let images = image == nil ? "" : " /XObject << /Im \(content + 1) 0 R >>"
            let crop = cropBox.map { "/CropBox [\($0.left) \($0.bottom) \($0.right) \($0.top)] " } ?? ""
            return "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(width) \(height)] \(crop)/Rotate \(rotation) "
                + "/Resources << /Font << /F 3 0 R >>\(images) >> /Contents \(content) 0 R\(entries) >>"
        }

        var content: [UInt8] {
            var result = ""
            if image != nil {
                let area = imageArea ?? (0, 0, width, height)
                result += "q \(area.width) 0 0 \(area.height) \(area.left) \(area.bottom) cm /Im Do Q\n"
            }
            for text in texts {
                result += "BT /F \(text.size) Tf \(text.isVisible ? 0 : 3) Tr "
                let turn = text.isUpwards ? "0 1 -1 0" : "1 0 0 1"
                result += "\(turn) \(text.left) \(text.baseline) Tm (\(PDFWriter.escaped(text.text))) Tj ET\n"
            }
            // Of WinAnsiEncoding only what it shares with Latin-1.
            return result.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
        }
    }

    /// A line of text in Helvetica, in points.
    public struct Text: Sendable {
        /// Of Latin-1; other characters become question marks.
        public var text: String
        public var left: Double
        public var baseline: Double
        public var size: Double
        /// False for text that can be found but not seen, as recognition puts it over a scan.
        public var isVisible = true
        /// Whether it stands sideways and is read from below.
        public var isUpwards = false

        public init(_ text: String, left: Double, baseline: Double, size: Double = 12) {
            self.text = text
            self.left = left
            self.baseline = baseline
            self.size = size
        }
    }

    /// A raster image, uncompressed, top row first.
    public struct Image: Sendable {
        public var width: Int
        public var height: Int
        /// 8 for grey (0 is black), 1 for black (0) and white (1), each row from a byte of its own.
        public var bitsPerPixel: Int
        public var data: [UInt8]

        public init(grey pixels: [UInt8], width: Int, height: Int) {
            self.width = width
            self.height = height
            bitsPerPixel = 8
            data = pixels
        }

        /// Keeps of 8-bit grey whether a pixel is nearer to black or to white.
        public init(bitonal pixels: [UInt8], width: Int, height: Int) {
            self.width = width
            self.height = height
            bitsPerPixel = 1
            let bytesPerRow = (width + 7) / 8
            data = [UInt8](repeating: 0, count: bytesPerRow * height)
            for row in 0..<height {
                for column in 0..<width where pixels[row * width + column] >= 128 {
                    data[row * bytesPerRow + column / 8] |= 0x80 >> UInt8(column % 8)
                }
            }
        }

        var object: [UInt8] {
            PDFWriter.stream(
                "/Type /XObject /Subtype /Image /Width \(width) /Height \(height) /ColorSpace /DeviceGray "
                    + "/BitsPerComponent \(bitsPerPixel)", data)
        }
    }
}
