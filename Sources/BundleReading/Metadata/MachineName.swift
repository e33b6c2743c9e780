internal import BundleConventions
import Foundation

/// Recognises titles and file names made by programs, scanners, cameras and repositories, by their shapes. Each process
/// that reads a bundle compiles the regular expressions anew, so cheaper checks come first.
package enum MachineName {
    package static func isOne(_ name: String) -> Bool {
        let text = name.lowercased().replacing("\u{2019}", with: "'").replacing("\u{AE}", with: "")
        return MachineVocabulary.phrases.contains(text) || isTemplate(text) || isVariable(name) || isAddress(text)
            || isIdentifier(name) || isTemporary(text) || isFromProgram(text) || isStandIn(text) || isNumbered(text)
            || DeviceName.isOne(name)
    }

    static func title(_ text: String?) -> String? { text.flatMap { isOne($0) || isFileName($0) ? nil : $0 } }

    /// A file name where a title belongs: `MINUTES.DOC`, `/tmp/ocr/page.tif`.
    package static func isFileName(_ title: String) -> Bool {
        guard let dot = title.lastIndex(of: "."), dot > title.startIndex else { return false }
        return endings.contains(title[title.index(after: dot)...].lowercased())
    }

    private static let endings = Set(
        """
        doc docx docm dot dotx dvi tex indd qxd tif tiff jpg jpeg jp2 png gif bmp webp heic wpd wps wri pub p65 pmd exe txt rtf \
        ps eps odt ods odp odg sxw xls xlsx xlsm csv ppt pptx pps ppsx cdr psd ai prn pcl tmp pdf xps oxps xml hocr mets rpt \
        dwg dxf vsd vsdx mpp mdb msg eml mht mhtml pages numbers hwp hwpx fm lwp sam wpt bak log
        """.split(separator: " ").map(String.init))

    /// `x.doc` behind or before the program's name, and what apps put before a time.
    private static func isFromProgram(_ text: String) -> Bool {
        if let dash = text.range(of: " - "), MachineVocabulary.programs.contains(String(text[..<dash.lowerBound])) {
            return true
        }
        if let dash = text.range(of: " - ", options: .backwards), !text.hasSuffix(" - print"),
            MachineVocabulary.programs.contains(String(text[dash.upperBound...]))
        {
            return true
        }
        if isPowerPoint(text) { return true }
        for app in apps where text.hasPrefix(app) {
            let rest = text.dropFirst(app.count).drop { " _-".contains($0) }
            if rest.first?.isNumber == true, rest.count(where: \.isNumber) >= 4 { return true }
        }
        return beginnings.contains(where: text.hasPrefix)
    }

    private static let apps = [
        "camscanner", "adobe scan", "genius scan", "scanbot", "tiny scanner", "whatsapp image", "screenshot",
        "screen shot", "bildschirmfoto", "capture d'écran", "photo on",
    ]

    private static let beginnings = [
        "pscript5.dll", "pdf created with", "this document was created", "created by itext", "send data from ",
        "tex output ", "signal-2", "received_",
    ]

    /// The title of a new file in any language: `Présentation PowerPoint`, `PowerPoint 演示文稿`.
    private static func isPowerPoint(_ text: String) -> Bool {
        var words = NameChunks(text).words
        guard let place = words.firstIndex(of: "powerpoint") else { return false }
        words.remove(at: place)
        let left = words.filter { word in !presentations.contains { word.hasPrefix($0) } }
        return words.count <= 4 && left.count < words.count
            && left.allSatisfy {
                ["microsoft", "standard", "programu", "do", "de", "di", "в", "для", "the", "a"].contains($0)
            }
    }

    private static let presentations = [
        "present", "präsent", "présent", "prezent", "apresent", "презент", "bemutató", "esitys", "esitlus", "sunu",
        "παρουσίαση", "prezantim", "演示", "簡報", "프레젠테이션", "プレゼン", "מצגת", "عرض",
    ]

    /// Only words of a program or of an empty form, and numbers.
    private static func isStandIn(_ text: String) -> Bool {
        let chunks = NameChunks(text)
        let words = chunks.words
        guard words.count <= 16, !words.isEmpty, !NameChunks.hasYears(text) else { return false }
        let letters = chunks.letters
        if MachineVocabulary.numbered.contains(letters) || MachineVocabulary.scanned.contains(letters) { return true }
        if chunks.digits > 0, MachineVocabulary.codes.contains(letters) { return true }
        if MachineVocabulary.vague.contains(letters), chunks.digits == 0 || text.hasSuffix(")") && chunks.digits <= 3 {
            return true
        }
        if chunks.digits >= 3 {
            let undated = words.filter { word in
                let name = String(word)
                return !MachineVocabulary.months.contains(name) && !MachineVocabulary.times.contains(name)
            }
            let left = String(undated.joined().filter(\.isLetter))
            if MachineVocabulary.scanned.contains(left) { return true }
            if chunks.digits >= 8, MachineVocabulary.vague.contains(left) { return true }
        }
        return chunks.digits == 0 && words.contains { MachineVocabulary.titles.contains(String($0)) }
            && words.allSatisfy {
                MachineVocabulary.titles.contains(String($0)) || MachineVocabulary.prompts.contains(String($0))
            }
    }

    /// `(anonymous)`, `<title>`, `${title}`, `{% title %}`.
    private static func isTemplate(_ text: String) -> Bool {
        if text.contains("placeholder") || text.contains("lorem ipsum")
            || ["{{", "{%", "<%", "${", "#{", "<?", "&["].contains(where: text.hasPrefix)
        {
            return true
        }
        let brackets: [(Character, Character)] = [
            ("(", ")"), ("<", ">"), ("[", "]"), ("{", "}"), ("%", "%"), ("$", "}"), ("$", "$"), ("@", "@"), ("#", "#"),
        ]
        guard let first = text.first, let last = text.last, text.count > 2, text.count <= 40, !text.hasPrefix("<<"),
            brackets.contains(where: { $0 == first && $1 == last })
        else { return false }
        let inner = text.trimmingPrefix(while: { "(<[{%$".contains($0) }).prefix { !")>]}%".contains($0) }
        // `[Letter to the mayor]` is a title that an archivist supplied.
        return inner.split { " _".contains($0) }.count <= 1 || first == "$" || first == "<" || first == "%"
    }

    /// `DOCUMENT_TITLE`, `CLIENT_NAME_HERE`.
    private static func isVariable(_ name: String) -> Bool {
        guard name.contains("_"), name.allSatisfy({ $0 == "_" || $0.isASCII && $0.isUppercase }) else { return false }
        let words = name.split(separator: "_")
        return words.count > 1
            && words.last.map { ["TITLE", "NAME", "HERE", "TEXT", "FIELD", "VALUE"].contains($0) } ?? false
    }

    /// `about:blank`, `file:///C:/x.htm`, `C:\letters\x.doc`, `/home/anna/letter`.
    private static func isAddress(_ text: String) -> Bool {
        if text.contains("://") || text.hasPrefix("\\\\") { return true }
        if text.dropFirst().first.map({ ":|".contains($0) }) == true, text.contains(/^[a-z][:|][\\\/]/) { return true }
        if text.contains("\\"), text.contains(/[^\s\\]\\[^\s\\]/) { return true }
        guard !text.contains(" ") else { return false }
        if schemes.contains(where: text.hasPrefix) { return true }
        if text.hasPrefix("/") || text.hasPrefix("~/") { return text.dropFirst(2).contains("/") }
        if text.hasPrefix("./") || text.hasPrefix("../") || text.hasPrefix("www.") || text.hasPrefix("localhost") {
            return true
        }
        return text.contains(".")
            && text.contains(/^([a-z0-9-]+\.)+(com|org|net|edu|gov|html?|php|aspx?|jsp|do|cgi|cfm)([\/?#].*)?$/)
    }

    private static let schemes = [
        "urn:", "uuid:", "ark:", "hdl:", "info:", "oai:", "md5:", "sha1:", "sha256:", "sha512:", "about:", "doi:",
        "mailto:", "javascript:", "data:",
        "blob:",
        "view-source:", "file:", "ms-word:",
    ]

    /// A UUID, hash or key, alone or after a short word: `METS.0a76b1…`.
    private static func isIdentifier(_ name: String) -> Bool {
        let text = name.lowercased().filter { $0 != "{" && $0 != "}" }
        guard text.utf8.count >= 8, !text.contains(" ") else { return false }
        if text.utf8.count < 16 { return text.allSatisfy(\.isHexDigit) && changes(text) >= 3 }
        return text.contains(/^([a-z][a-z0-9]{1,7}[._-])?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.[a-z]{2,4})?$/)
            || text.contains(/^([a-z][a-z0-9]{1,7}[._-])?(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{16,}(\.[a-z]{2,4})?$/)
            || text.utf8.count >= 20 && changes(text) >= 6
                && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    }

    /// How often a letter follows a digit or the other way round.
    private static func changes(_ text: String) -> Int {
        zip(text, text.dropFirst()).count { $0.isNumber && $1.isLetter || $0.isLetter && $1.isNumber }
    }

    /// `~$letter`, `~WRL0003`, `tmpA34F`.
    private static func isTemporary(_ text: String) -> Bool {
        guard !text.contains(" ") else { return false }
        if text.first == "~", text.count > 2 { return true }
        if text.hasPrefix("temp"), text.dropFirst(4).drop(while: { "_-.".contains($0) }).allSatisfy(\.isNumber) {
            return true
        }
        for program in ["wrd", "wrl", "mso", "acr", "a9r", "smbprn", "cups"] where text.hasPrefix(program) {
            let rest = text.dropFirst(program.count).drop { "._-".contains($0) }
            if rest.contains(where: \.isNumber), rest.allSatisfy(\.isHexDigit) { return true }
        }
        guard text.hasPrefix("tmp") else { return false }
        let rest = text.dropFirst(3)
        return rest.contains(where: \.isNumber) || 6...8 ~= rest.count
    }

    /// Numbered by copiers, cameras and systems: `KM_C258e-20190812…`, `SKMBT_C25220…`, `doc02345620190812`,
    /// `DSC00012`.
    private static func isNumbered(_ name: String) -> Bool {
        let text = name.drop { $0 == "_" }
        let stem = text.prefix { !$0.isNumber }
        let number = text[stem.endIndex...]
        if !number.isEmpty, number.allSatisfy(\.isNumber), offices.contains(stem) { return true }
        guard text.utf8.count(where: { (0x30...0x39).contains($0) }) >= 3 else { return false }
        // Such as a brother or a photo of 1912.
        guard !text.contains(/\ (1[0-9]{3}|20[0-2][0-9])$/) else { return false }
        return MachineWords.makers.contains { maker in
            text.hasPrefix(maker)
                && text.dropFirst(maker.count).wholeMatch(
                    of: /[ _.\-]?([0-9]{1,5}[a-z]{0,3})?[ _.()\-]*[0-9]{3,}[0-9 _.:()tpm\-]*/) != nil
        }
    }

    /// New files of office programs: `Book1`, `Mappe2`.
    private static let offices: Set<Substring> = [
        "book", "mappe", "classeur", "libro", "cartel", "präsentation", "presentation", "présentation", "presentación",
        "presentazione", "sešit", "zeszyt", "munkafüzet", "книга", "projektmappe", "chart", "drawing",
        "zeichnung", "publication", "publikation", "workbook", "sheet", "spreadsheet", "tabelle", "feuille", "feuil",
        "hoja", "foglio",
        "лист", "binder", "dibujo", "report", "bericht", "rapport", "test", "visio-zeichnung",
    ]
}
