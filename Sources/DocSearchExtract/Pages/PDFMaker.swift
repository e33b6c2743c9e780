import PageReading

/// The producer of a PDF, as far as it is stated.
enum PDFMaker {
    /// True for scanners, copiers and programs for scans: the PDF's date is that of the scan.
    static func isScanner(_ information: DocumentInformation) -> Bool {
        let names = [information.producer, information.creator].compactMap { $0?.lowercased() }
        return names.contains { name in scanners.contains(where: name.contains) }
    }

    private static let scanners = [
        // Copiers and scanners
        "scan", "konica", "minolta", "bizhub", "km_", "ricoh", "aficio", "xerox", "workcentre", "sharp mx", "sharp ar-",
        "canon ir", "canon mf", "imagerunner", "kyocera", "taskalfa", "ecosys", "brother mfc", "brother dcp", "epson",
        "lexmark", "toshiba", "e-studio", "samsung mfp", "hp digital send", "hp officejet", "hp laserjet",
        "digital sending", "fujitsu", "pfu ", "kodak", "contex", "zeutschel", "bookeye", "atiz", "i2s",
        // Programs for scans
        "camscanner", "intsig", "naps2", "vuescan", "silverfast", "paperport", "omnipage", "readiris", "finereader",
        "abbyy", "paper capture", "image conversion", "luradocument", "luratech", "foxit quick ocr", "ocrmypdf",
        "tesseract", "img2pdf", "internet archive", "cvision", "pdfcompressor", "djvu", "imagemagick", "irfanview",
        "goodnotes scan", "capture perfect", "twain", "captiva", "kofax", "irislink", "iris ocr", "docuworks",
        "i.r.i.s.",
    ]
}
