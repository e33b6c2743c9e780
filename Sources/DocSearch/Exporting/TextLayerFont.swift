/// The font of invisible text: a rectangle in two widths, and a code for each character that is used. The first hundred have one byte
/// and all others two, which makes pages a tenth smaller.
struct TextLayerFont {
    /// The beginning of the names of its variants in the resources of pages. No document can have its own hash in it, so they
    /// are free.
    let name: String
    /// Ascent and descent of each variant, in thousandths of the size: they are the edges of words.
    private(set) var variants: [[Int]] = []
    private var numbers: [[Int]: Int] = [:]
    private(set) var scalars: [(code: UInt16, scalar: Unicode.Scalar)] = [(1, " ")]
    private var codes: [Unicode.Scalar: UInt16] = [" ": 1]
    private var next: UInt16 = 2

    init(of contentHash: String) { name = "T" + contentHash.prefix(8) + "-" }

    /// Those below have one byte.
    private static let firstLong: UInt16 = 0x8000

    var lastCode: Int { scalars.last.map { Int($0.code) } ?? 1 }

    /// In the order of use, so that the same texts have the same codes. When all codes are used, U+FFFD or a space takes the
    /// place of further characters.
    mutating func bytes(of scalar: Unicode.Scalar) -> [UInt8] {
        let code = code(of: scalar)
        return code < Self.firstLong ? [UInt8(code)] : [UInt8(code >> 8), UInt8(code & 0xFF)]
    }

    private mutating func code(of scalar: Unicode.Scalar) -> UInt16 {
        if let code = codes[scalar] { return code }
        guard next < UInt16.max else { return codes["\u{FFFD}"] ?? 1 }
        let code = next
        codes[scalar] = code
        scalars.append((code, scalar))
        repeat { next = next == 0x7F ? Self.firstLong : next + 1 } while Self.isSpecial(UInt8(next & 0xFF))
        return code
    }

    /// These bytes would need escapes in a string (ISO 32000-1, 7.3.4.2).
    private static func isSpecial(_ byte: UInt8) -> Bool { [0x28, 0x29, 0x5C, 0x0D].contains(byte) }

    /// The name of the variant whose edges are about half a point off at most. `ascent` and `descent` are parts of the size.
    mutating func variant(ascent: Double, descent: Double, size: Int) -> String {
        let step = [100, 50, 20, 10].first { $0 * size <= 1_200 } ?? 5
        func rounded(_ part: Double) -> Int { Int((max(0, min(2, part)) * 1_000 / Double(step)).rounded()) * step }
        // Poppler ignores zeros.
        let edges = [max(step, rounded(ascent)), max(1, rounded(descent))]
        if let number = numbers[edges] { return "\(name)\(number)" }
        guard variants.count < Self.mostVariants else { return "\(name)0" }
        numbers[edges] = variants.count
        variants.append(edges)
        return "\(name)\(variants.count - 1)"
    }

    /// Words would have edges that are further off.
    private static let mostVariants = 300

    /// In the order of ``AddTextRequest/Font``.
    var parts: [[UInt8]] { [Self.file, Array(characterMap().utf8), Array(encodingMap().utf8)] }

    /// Half the size but for these, which have a quarter. Alef is not as wide as lam: readers, ours too, take the two side by
    /// side for the ligature if they are.
    static func width(of scalar: Unicode.Scalar) -> Double { narrow.contains(scalar) ? 0.25 : 0.5 }

    private static let narrow: Set<Unicode.Scalar> = [
        " ", "\u{622}", "\u{623}", "\u{625}", "\u{627}", "\u{671}",
    ]

    var narrowCodes: [Int] { Self.narrow.compactMap { codes[$0].map(Int.init) }.sorted() }

    /// A CMap from codes to characters, for `ToUnicode` (ISO 32000-1, 9.10.3).
    func characterMap() -> String {
        // At most 100 in a block.
        let blocks = stride(from: 0, to: scalars.count, by: 100).map { start in
            let block = scalars[start..<min(scalars.count, start + 100)]
            let lines = block.map { code, scalar in
                let units = String(scalar).utf16.map { Self.hexadecimal($0, bytes: 2) }
                return "<\(Self.hexadecimal(code))> <\(units.joined())>\n"
            }
            return "\(block.count) beginbfchar\n\(lines.joined())endbfchar\n"
        }
        return Self.map(named: "Adobe-Identity-UCS", ordering: "UCS", kind: 2, blocks.joined())
    }

    /// A CMap from codes to numbers of glyphs, which are the codes themselves, for `Encoding` (ISO 32000-1, 9.7.5).
    func encodingMap() -> String {
        // A range may not lead from one first byte to another.
        let first = Int(Self.firstLong)
        let long = stride(from: first, through: max(lastCode, first), by: 256).map { start in
            "<\(Self.hexadecimal(UInt16(start)))> <\(Self.hexadecimal(UInt16(start + 255)))> \(start)\n"
        }
        let ranges = ["<00> <7F> 0\n"] + long
        let blocks = stride(from: 0, to: ranges.count, by: 100).map { start in
            let block = ranges[start..<min(ranges.count, start + 100)]
            return "\(block.count) begincidrange\n\(block.joined())endcidrange\n"
        }
        return Self.map(named: "docsearch", ordering: "Identity", kind: 1, blocks.joined())
    }

    private static func map(named name: String, ordering: String, kind: Int, _ blocks: String) -> String {
        """
        /CIDInit /ProcSet findresource begin
        12 dict begin
        begincmap
        /CIDSystemInfo <</Registry (Adobe) /Ordering (\(ordering)) /Supplement 0>> def
        /CMapName /\(name) def
        /CMapType \(kind) def
        2 begincodespacerange
        <00> <7F>
        <8000> <FFFF>
        endcodespacerange
        \(blocks)endcmap
        CMapName currentdict /CMap defineresource pop
        end
        end

        """
    }

    private static func hexadecimal(_ code: UInt16) -> String { hexadecimal(code, bytes: code < firstLong ? 1 : 2) }

    private static func hexadecimal(_ number: UInt16, bytes: Int) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: 2 * bytes - digits.count) + digits
    }

    /// A TrueType font (OpenType 1.9) with the tables that PDFs need, as small as it can be.
    static let file: [UInt8] = {
        func big(_ values: [Int], bytes: Int) -> [UInt8] {
            values.flatMap { value in (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * (bytes - 1 - $0))) } }
        }
        // PDFium takes the box of a character from its glyph, and passes over text whose boxes are empty. Text that is
        // invisible is not drawn, so the glyphs may be anything.
        func rectangle(_ width: Int) -> [UInt8] {
            let corners: [UInt8] = [0x31, 0x21, 0x11, 0x21]
            return big([1, 0, 0, width, 1000, 3, 0], bytes: 2) + corners
                + big([width, -width, 1000], bytes: 2)
        }
        let head =
            big([0x1_0000, 0x1_0000, 0, 0x5F0F_3CF5], bytes: 4) + big([0, 1000], bytes: 2) + big([0, 0], bytes: 8)
            + big([0, 0, 500, 1000, 0, 8, 2, 0, 0], bytes: 2)
        let hhea =
            big([0x1_0000], bytes: 4) + big([1000, -1, 0, 500, 0, 0, 500, 1, 0, 0, 0, 0, 0, 0, 0, 3], bytes: 2)
        let maxp = big([0x1_0000], bytes: 4) + big([3, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], bytes: 2)
        let tables: [(String, [UInt8])] = [
            ("glyf", rectangle(500) + rectangle(250)), ("head", head), ("hhea", hhea),
            ("hmtx", big([500, 0, 500, 0, 250, 0], bytes: 2)),
            // In units of two bytes. The first glyph, which stands for what is missing, is empty.
            ("loca", big([0, 0, 12, 24], bytes: 2)), ("maxp", maxp),
        ]
        var file = big([0x1_0000], bytes: 4) + big([tables.count, 64, 2, tables.count * 16 - 64], bytes: 2)
        var body: [UInt8] = []
        for (name, table) in tables {
            let padded = table + [UInt8](repeating: 0, count: (4 - table.count % 4) % 4)
            let sum = stride(from: 0, to: padded.count, by: 4).reduce(0) { sum, start in
                padded[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } + sum
            }
            let offset = 12 + 16 * tables.count + body.count
            file += Array(name.utf8) + big([sum, offset, table.count], bytes: 4)
            body += padded
        }
        return file + body
    }()
}
