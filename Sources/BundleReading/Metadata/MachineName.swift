/// Recognises titles and file names made by programs, scanners, cameras and repositories, by their shapes. Each process
/// that reads a bundle compiles the regular expressions anew, so cheaper checks come first.
package enum MachineName {
    package static func isOne(_ name: String) -> Bool {
        let text = name.lowercased()
        return phrases.contains(text) || isPlaceholder(text) || isAddress(text) || isIdentifier(text)
            || isNumbered(text) || beginnings.contains(where: text.hasPrefix)
    }

    private static let phrases: Set<String> = [
        "anonymous", "unknown", "undefined", "unspecified", "default", "no title", "no name", "blank", "blank page",
        "pdf document", "word document", "microsoft word document", "new document", "new doc", "neues dokument",
        "nouveau document", "print", "printing", "print job", "printout", "druckauftrag", "drucken", "fax",
        "full page fax print", "scannable document", "my document", "mydoc", "adobe photoshop pdf", "acrobat document",
        "hp laserjet", "kofax", "epson mfp image", "n/a", "none", "crystal reports", "crystalreportviewer", "hardcopy",
        "output", "report", "form", "formular", "template",
        "document title", "your title", "title here", "insert title here", "untitled document", "a4", "letter size",
        "layout", "layout 1", "cover", "test", "temp", "tmp", "stdin", "stdout", "bitmap", "microsoft word",
        "microsoft excel", "ohne titel", "sans titre", "sin título", "sem título", "senza titolo", "zonder titel",
        "bez tytułu", "bez názvu", "без имени", "без названия", "без назви", "无标题", "無標題", "無題", "제목 없음",
        "hp scan", "epson scan", "numérisation", "gescanntes dokument", "document numérisé", "documento escaneado",
        "documento digitalizado", "documento scansionato", "documento acquisito", "zeskanowany dokument",
        "remote desktop redirected printer doc", "ocr output", "ocr results", "ocr result", "ocr document", "hocr",
        "mets", "microsoft outlook - memo style", "no job name", "full page photo", "scan-to-email", "smb scan",
        "type the document title", "title of document", "abbyy finereader document", "scansnap document",
    ]

    static func title(_ text: String?) -> String? { text.flatMap { isOne($0) || isFileName($0) ? nil : $0 } }

    /// A file name where a title belongs: `MINUTES.DOC`, `/tmp/ocr/page.tif`.
    package static func isFileName(_ title: String) -> Bool {
        let text = title.lowercased()
        return endings.contains(where: text.hasSuffix)
    }

    private static let endings = [
        ".doc", ".docx", ".dvi", ".tex", ".indd", ".qxd", ".tif", ".tiff", ".jpg", ".wpd", ".pub", ".p65", ".exe",
        ".png",
        ".jpeg", ".jp2", ".gif", ".bmp", ".txt", ".rtf", ".ps", ".eps", ".odt", ".xls", ".xlsx", ".ppt", ".pptx",
        ".cdr",
        ".psd", ".prn", ".tmp", ".pdf", ".xml", ".hocr", ".mets",
    ]

    /// Prefixes that programs put before a file name, and apps and copiers before a time.
    private static let beginnings = [
        "camscanner ", "adobe scan ", "genius scan", "scanbot ", "tiny scanner", "microsoft word - ",
        "microsoft powerpoint - ", "microsoft excel - ", "microsoft publisher - ", "word pro - ", "print - ",
        "pscript5.dll", "whatsapp image ", "screenshot ", "screen shot ", "bildschirmfoto ", "capture d'écran ",
        "photo on ", "pdf created with", "created by ", "this document was created",
    ]

    /// `(anonymous)`, `<title>`, `${title}`, `DOCUMENT_TITLE_PLACEHOLDER`.
    private static func isPlaceholder(_ text: String) -> Bool {
        if text.contains("placeholder") || text.contains("lorem ipsum") { return true }
        let brackets: [(Character, Character)] = [
            ("(", ")"), ("<", ">"), ("[", "]"), ("{", "}"), ("%", "%"), ("$", "}"),
        ]
        guard let first = text.first, let last = text.last, text.count > 2, text.count <= 40, !text.hasPrefix("<<"),
            brackets.contains(where: { $0 == first && $1 == last })
        else { return false }
        let inner = text.trimmingPrefix(while: { "(<[{%$".contains($0) }).prefix { !")>]}%".contains($0) }
        // `[Letter to the mayor]` is a title that an archivist supplied.
        return inner.split { " _".contains($0) }.count <= 1 || first == "$" || first == "<" || first == "%"
    }

    /// `about:blank`, `file:///C:/x.htm`, `C:\letters\x.doc`.
    private static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("about:") || text.hasPrefix("doi:") || text.contains("://") || text.hasPrefix("\\\\")
            || schemes.contains(where: text.hasPrefix)
            || text.dropFirst().first == ":" && text.contains(/^[a-z]:[\\\/]/)
            || text.contains(".") && !text.contains(" ")
                && text.contains(/^(www\.)?[a-z0-9-]+\.(com|org|net|html?|php|aspx?)$/)
    }

    private static let schemes = ["urn:uuid:", "md5:", "sha1:", "sha256:", "sha512:"]

    /// A UUID or hash, alone or after a short word: `METS.0a76b1…`.
    private static func isIdentifier(_ text: String) -> Bool {
        guard text.utf8.count >= 16, !text.contains(" ") else { return false }
        return text.contains(/^([a-z][a-z0-9]{1,7}[._-])?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.[a-z]{2,4})?$/)
            || text.contains(/^([a-z][a-z0-9]{1,7}[._-])?(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{16,}(\.[a-z]{2,4})?$/)
    }

    /// Numbered by copiers, cameras and systems: `KM_C258e-20190812…`, `SKMBT_C25220…`, `doc02345620190812`,
    /// `DSC00012`.
    private static func isNumbered(_ text: String) -> Bool {
        let stem = text.prefix { !$0.isNumber }
        let number = text[stem.endIndex...]
        if !number.isEmpty, number.allSatisfy(\.isNumber), offices.contains(stem) { return true }
        guard text.utf8.count(where: { (0x30...0x39).contains($0) }) >= 3 else { return false }
        // Such as a brother or a photo of 1912.
        guard !text.contains(/\ (1[0-9]{3}|20[0-2][0-9])$/) else { return false }
        return makers.contains { maker in
            text.hasPrefix(maker)
                && text.dropFirst(maker.count).wholeMatch(
                    of: /[ _.\-]?[a-z]{0,5}[0-9]{0,5}[a-z]{0,3}[ _.()\-]*[0-9]{3,}[0-9 _.:()tpm\-]*/) != nil
        }
    }

    /// New files of office programs: `Book1`, `Mappe2`.
    private static let offices: Set<Substring> = [
        "book", "mappe", "classeur", "libro", "cartel", "präsentation", "presentation", "présentation", "presentación",
        "presentazione", "dokument", "document", "documento",
    ]

    private static let makers = [
        "km", "kmbt", "skm", "skmbt", "bizhub", "ricoh", "aficio", "xerox", "workcentre", "sharp", "mx", "canon",
        "iradv",
        "ir-adv",
        "imagerunner", "kyocera", "taskalfa", "ecosys", "brother", "brw", "brn", "mfc", "epson", "lexmark", "toshiba",
        "e-studio", "estudio", "samsung", "oki", "hp", "hpscan", "ccf", "cce", "ccp", "scn", "skn", "fujitsu",
        "scansnap",
        "pfu", "s20", "dsc", "dscn", "dscf", "dcp", "img", "imag", "imgp", "pxl", "pict", "sam", "vid", "mvi", "pdf",
        "doc",
        "docu", "document", "dokument", "file", "page", "scan", "scans", "scanned", "numerisation", "numérisation",
        "escaneado", "scansione", "mets", "attachment", "anhang", "job", "fax", "image", "bild", "foto", "photo",
    ]
}
