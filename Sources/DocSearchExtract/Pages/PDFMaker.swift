import PageReading

enum PDFMaker {
    /// Scanners, copiers and programs for scans: the PDF's date is that of the scan.
    static func isScanner(_ information: DocumentInformation) -> Bool {
        let names = [information.producer, information.creator].compactMap { $0 } + information.xmp.makers
        return names.contains(where: isScanner)
    }

    static func isScanner(_ name: String) -> Bool {
        let written = Array(name.utf8)
        return scanners.contains { has(written, $0) }
    }

    /// A name counts only as a word of its own, in any case: `Toscana` and `PDFContext` are no scanners, and
    /// `TinyScanner` is one.
    private static func has(_ written: [UInt8], _ name: String) -> Bool {
        let name = Array(name.utf8)
        guard written.count >= name.count else { return false }
        return (0...written.count - name.count).contains { start in
            let end = start + name.count
            return zip(written[start..<end], name).allSatisfy { lowered($0) == $1 }
                && (start == 0 || isBorder(written[start - 1], written[start]))
                && (end == written.count || isBorder(written[end - 1], written[end]))
        }
    }

    private static func isBorder(_ before: UInt8, _ after: UInt8) -> Bool {
        guard isLetter(before), isLetter(after) else { return true }
        return lowered(before) == before && lowered(after) != after
    }

    /// Bytes beyond ASCII are parts of letters.
    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }

    private static let scanners = [
        // Copiers and scanners
        "scan", "scans", "scanner", "scanners", "scanned", "scanning", "scanjet", "scansnap", "canoscan", "konica",
        "minolta",
        "bizhub", "km_", "develop ineo", "ineo", "ricoh", "aficio", "xerox", "workcentre", "sharp mx", "sharp ar",
        "canon", "imagerunner", "imageformula", "kyocera", "taskalfa", "ecosys",
        "brother mfc",
        "brother dcp", "epson", "lexmark", "toshiba", "e-studio", "samsung mfp", "samsung scx", "samsung clx", "oce",
        "océ",
        "hp digital send", "hp officejet", "hp laserjet", "hp mfp", "hewlett-packard mfp", "digital sending",
        "fujitsu fi",
        "oki mc", "oki mb", "nrg", "lanier", "savin", "gestetner", "utax", "triumph-adler", "muratec", "olivetti d",
        "sindoh",
        "imageclass", "i-sensys", "workforce", "docucentre", "apeosport", "panasonic kv", "plustek", "avision",
        "microtek", "visioneer", "opticbook", "pfu", "kodak", "contex", "zeutschel", "bookeye", "atiz", "i2s",
        // Programs for scans
        "ocr", "scanbot", "turboscan", "swiftscan", "paperstream", "goobi", "docworks", "imageware", "bcs-2",
        "camscanner", "microsoft lens", "office lens", "image capture", "intsig", "naps2", "vuescan", "silverfast",
        "gscan2pdf", "xsane", "paperport", "omnipage", "readiris", "finereader", "abbyy", "paper capture",
        "image conversion", "luradocument", "luratech", "foxit quick ocr", "ocrmypdf", "tesseract", "img2pdf",
        "internet archive", "cvision", "pdfcompressor", "djvu", "imagemagick", "irfanview", "capture perfect", "twain",
        "captiva", "kofax", "irislink", "iris ocr", "docuworks", "i.r.i.s.",
    ]
}
