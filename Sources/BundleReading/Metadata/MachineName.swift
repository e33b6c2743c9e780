internal import BundleConventions
internal import CivilCalendar
import Foundation

/// Recognises titles and file names made by programs, scanners, cameras and repositories, by their shapes. Each process
/// that reads a bundle compiles the regular expressions anew, so cheaper checks come first.
package enum MachineName {
    package static func isOne(_ name: String) -> Bool {
        let text = plain(name)
        let bare = text.trimmingCharacters(in: brackets)
        return MachineVocabulary.phrases.contains(text) || MachineVocabulary.phrases.contains(bare) || isTemplate(text)
            || isVariable(name) || isAddress(name) || isIdentifier(name) || isTemporary(text) || isFromProgram(text)
            || isStandIn(text) || PublisherNumber.isOne(text) || isNumbered(name) || DeviceName.isOne(name)
            || isCopy(name)
    }

    /// Names that machines and people give alike: `Report`, `LaTeX`, `index`, `PDF to Word`. They are titles where nothing
    /// better is known.
    package static func isVague(_ name: String) -> Bool {
        let text = plain(name)
        if MachineVocabulary.ambiguous.contains(text.trimmingCharacters(in: brackets)) { return true }
        if MachineVocabulary.folders.contains(name) { return true }
        let chunks = NameChunks(text)
        if chunks.digits == 0, MachineVocabulary.vague.contains(chunks.letters) { return true }
        if chunks.words.contains(where: { $0.contains("pdf") }),
            chunks.words.allSatisfy({ $0.contains("pdf") || MachineVocabulary.conversions.contains(String($0)) })
        {
            return true
        }
        // `Document1 [Compatibility Mode]`, but not `Untitled [Map of the weir]`.
        if text.hasSuffix("]"), let bracket = text.range(of: " [") {
            let first = text[..<bracket.lowerBound]
            if first.last?.isNumber == true, !first.contains(" "), isOne(String(first)) { return true }
        }
        // The second at which a file was made.
        return chunks.digits >= 12 && text.contains(/(^|[ _.\-])([0-9]{2})?[0-9]{6}[ _\-][0-9]{6}$/)
    }

    /// A counter, a time or marks alone: `0001`, `20190402`, `P0001`, `#`. Other numbers may be titles: `1984`, `9/11`,
    /// `12 C 345/19`, `978-3-16-148410-0`.
    package static func isCounter(_ name: String) -> Bool {
        guard name.contains(where: \.isNumber) else { return !name.contains(where: \.isLetter) }
        let letters = name.count(where: \.isLetter)
        guard letters <= 1, name.utf8.count <= 80 else { return false }
        if letters == 1 {
            return name.wholeMatch(of: /p\.? ?[0-9]+|[A-Za-z][ _\-]?(0[0-9]{2,}|[0-9]{7,})/) != nil
        }
        guard !["978", "979", "10."].contains(where: name.hasPrefix) else { return false }
        return name.contains("_") || name.contains(/[0-9]{8}|^0(?=[0-9]{2}).*[0-9].*[0-9].*[0-9]/)
            || name.contains(/(19|20)[0-9]{2}[. \-][0-9]{2}[. \-][0-9]{2}[ \-]+[0-9]{2}[.: \-]?[0-9]{2}/)
    }

    /// Placeholders that templates have for a title: `DOCUMENT_TITLE_PLACEHOLDER`, `${title}`.
    static func isPlaceholder(_ title: String) -> Bool { isVariable(title) || isTemplate(plain(title)) }

    static func title(_ text: String?) -> String? { text.flatMap { isOne($0) || TitleFrame.isFileName($0) ? nil : $0 } }

    static func plain(_ name: String) -> String {
        let text = name.lowercased()
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        return text.replacing("\u{2019}", with: "'").replacing("\u{AE}", with: "")
    }

    private static let brackets = CharacterSet(charactersIn: "()<>[]{}«»")

    /// One word behind or before the program's name, and what apps put before a time. `Microsoft Excel - An Introduction`
    /// may be a book.
    private static func isFromProgram(_ text: String) -> Bool {
        if let name = TitleFrame.framed(text),
            !name.contains(" ") || name.utf8.count < 100 && (isOne(name) || isVague(name))
        {
            return true
        }
        if isPowerPoint(text) || TitleFrame.isMarked(text) { return true }
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
        "pscript5.dll", "pdf created with", "docusign envelope id", "this document was created", "created by itext",
        "send data from ", "downloaded from http", "downloaded from www.", "tex output ", "signal-2", "received_",
        "powered by tcpdf", "scan data from ", "digitized by the internet archive",
    ]

    /// The title of a new file in any language: `Présentation PowerPoint`, `PowerPoint 演示文稿`.
    private static func isPowerPoint(_ text: String) -> Bool {
        guard text.contains("powerpoint") else { return false }
        var words = NameChunks(text).words
        guard let place = words.firstIndex(of: "powerpoint") else { return false }
        words.remove(at: place)
        let left = words.filter { word in !presentations.contains { word.hasPrefix($0) } }
        return words.count <= 4 && left.count < words.count
            && left.allSatisfy {
                [
                    "microsoft", "standard", "programu", "aplikace", "aplikácie", "aplikacji", "aplikacije",
                    "aplikacija", "do", "de", "di", "в", "для", "the", "a",
                ].contains($0)
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
        guard words.count <= 16, !words.isEmpty, !NameChunks.hasYears(text), !NameChunks.hasOldYear(text) else {
            return false
        }
        let letters = chunks.letters
        if MachineVocabulary.numbered.contains(letters) || MachineVocabulary.scanned.contains(letters) { return true }
        if words.contains("microsoft") {
            // `Nuevo Documento de Microsoft Word`.
            let others = words.filter { !["microsoft", "word", "excel", "de", "di", "do"].contains($0) }
            if MachineVocabulary.numbered.contains(others.joined().filter(\.isLetter)) { return true }
        }
        if chunks.digits > 0, MachineVocabulary.codes.contains(letters) { return true }
        if MachineVocabulary.vague.contains(letters), 1...3 ~= chunks.digits, text.hasSuffix(")") { return true }
        if chunks.digits >= 3 {
            let undated = words.filter { word in
                let name = String(word)
                return MonthWords.numbers[name] == nil && !MachineVocabulary.times.contains(name)
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

    private static func isCopy(_ name: String) -> Bool {
        guard name.utf8.count < 100 else { return false }
        let text = name.lowercased()
        return ["copy of ", "kopie von ", "copie de ", "copia de ", "copia di "].contains {
            text.hasPrefix($0) && isOne(String(name.dropFirst($0.count)))
        }
    }

    /// `${title}`, `{% title %}`, `%TITLE%`, `&[File]`. `[Letter]` is a title that an archivist supplied.
    private static func isTemplate(_ text: String) -> Bool {
        if text.hasPrefix("lorem ipsum dolor")
            || ["{{", "{%", "<%", "${", "#{", "<?", "&["].contains(where: text.hasPrefix)
        {
            return true
        }
        guard let first = text.first, "%&{$@#".contains(first), text.count <= 40, !text.contains(" ") else {
            return false
        }
        return text.contains(/^([%&][a-z0-9]|\{[0-9]\}|([%$@#]{1,2})[a-z_.]{2,}\2)$/)
    }

    /// `DOCUMENT_TITLE`, `CLIENT_NAME_HERE`.
    private static func isVariable(_ name: String) -> Bool {
        guard name.contains("_"), name.allSatisfy({ $0 == "_" || $0.isASCII && $0.isUppercase }) else { return false }
        let words = name.split(separator: "_")
        return words.count > 1
            && words.last.map { ["TITLE", "NAME", "HERE", "TEXT", "FIELD", "VALUE", "PLACEHOLDER"].contains($0) }
                ?? false
    }

    /// `about:blank`, `file:///C:/x.htm`, `C:\letters\x.doc`, `/home/anna/letter`. `Booking.com` with a capital is a name,
    /// and `$\alpha$` is mathematics.
    private static func isAddress(_ name: String) -> Bool {
        let text = name.lowercased()
        if text.hasPrefix("\\\\") || text.contains(":") && text.prefixMatch(of: /[a-z][a-z0-9+.\-]*:\/\//) != nil {
            return true
        }
        if text.dropFirst().first.map({ ":|".contains($0) }) == true, text.prefixMatch(of: /[a-z][:|][\\\/]/) != nil {
            return !text.contains(" ") || text.dropFirst(3).contains { "\\/".contains($0) }
        }
        guard !text.contains(" ") else { return false }
        if text.contains("\\"), text.contains(/^[\p{L}0-9._\-]+(\\[\p{L}0-9._\-]+)+$/) { return true }
        if schemes.contains(where: text.hasPrefix) { return true }
        if text.hasPrefix("/") || text.hasPrefix("~/") { return text.dropFirst(2).contains("/") }
        if text.hasPrefix("./") || text.hasPrefix("../") || text.hasPrefix("www.") || text.hasPrefix("localhost") {
            return true
        }
        guard text.contains(".") else { return false }
        if text == name, text.contains(/^[a-z0-9\-]+\.(com|org|net|edu|gov)$/) { return true }
        return text.contains(/^([a-z0-9\-]+\.)+(html?|php|aspx?|jsp|do|cgi|cfm)([\/?#].*)?$/)
            || text.contains(/^([a-z0-9\-]+\.)+(com|org|net|edu|gov)[\/?#].*$/)
            || text.contains(/^([a-z0-9\-]+\.){2,}(com|org|net|edu|gov)$/)
    }

    private static let schemes = [
        "urn:", "uuid:", "ark:", "hdl:", "info:", "oai:", "md5:", "sha1:", "sha256:", "sha512:", "about:", "doi:",
        "mailto:", "javascript:", "data:", "blob:", "view-source:", "file:", "ms-word:",
    ]

    /// A UUID, hash or key, alone or after a short word: `METS.0a76b1…`.
    private static func isIdentifier(_ name: String) -> Bool {
        let text = name.lowercased().filter { $0 != "{" && $0 != "}" }
        guard text.utf8.count >= 8, !text.contains(" ") else { return false }
        if text.utf8.count < 16 { return text.allSatisfy(\.isHexDigit) && changes(text) >= 3 }
        if text.split(whereSeparator: { !$0.isHexDigit }).contains(where: { $0.utf8.count >= 8 }) {
            if text.contains(/^([a-z][a-z0-9]{1,7}[._-])?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.[a-z]{2,4})?$/) {
                return true
            }
            let hash = /^([a-z][a-z0-9]{1,7}[._-])?(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{16,}(\.[a-z]{2,4})?$/
            if text.contains(hash) { return true }
        }
        return text.utf8.count >= 20 && changes(text) >= 6
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
            let rest = text.dropFirst(program.count).drop { program.count > 3 && "._-".contains($0) }
            if rest.contains(where: \.isNumber), rest.allSatisfy(\.isHexDigit) { return true }
        }
        guard text.hasPrefix("tmp") else { return false }
        let rest = text.dropFirst(3)
        return rest.contains(where: \.isNumber) || 6...8 ~= rest.count
    }

    /// Numbered by copiers, cameras and systems: `KM_C258e-20190812…`, `SKMBT_C25220…`, `doc02345620190812`,
    /// `DSC00012`.
    private static func isNumbered(_ name: String) -> Bool {
        let text = name.lowercased().drop { $0 == "_" }
        let stem = text.prefix { !$0.isNumber }
        let number = text[stem.endIndex...]
        if offices.contains(stem), number.wholeMatch(of: /[0-9]+( ?\([0-9]+\))?/) != nil { return true }
        guard text.utf8.count(where: { (0x30...0x39).contains($0) }) >= 3, !NameChunks.hasYears(String(text)) else {
            return false
        }
        // A brother or a photo of 1912, and the shelf mark `PG 161`.
        guard !endsInYear(text), !isShelfMark(name) else { return false }
        // `Canon_1917`.
        if stem.last == "_", MachineVocabulary.makers.contains(String(stem.dropLast())),
            NameChunks.hasOldYear(text.replacing("_", with: " ").lowercased())
        {
            return false
        }
        return MachineWords.makers.contains { maker in
            text.hasPrefix(maker)
                && text.dropFirst(maker.count).wholeMatch(
                    of: /[ _.\-]?([0-9]{1,5}[a-z]{0,3})?[ _.()\-]*[0-9]{3,}[0-9 _.:()tpm\-]*/) != nil
        }
    }

    private static func endsInYear(_ text: Substring) -> Bool {
        let end = text.suffix(5)
        return end.first == " " && Int(end.dropFirst()).map { 1000..<2030 ~= $0 } ?? false
    }

    private static func isShelfMark(_ name: String) -> Bool {
        let words = name.split(separator: " ")
        guard words.count == 2, 1...2 ~= words[0].count, 2...4 ~= words[1].count, words[1].first != "0" else {
            return false
        }
        return words[0].allSatisfy { $0.isASCII && $0.isUppercase } && words[1].allSatisfy(\.isNumber)
    }

    /// New files of office programs: `Book1`, `Mappe2`.
    private static let offices: Set<Substring> = [
        "book", "mappe", "classeur", "libro", "cartel", "präsentation", "presentation", "présentation", "presentación",
        "presentazione", "sešit", "zeszyt", "munkafüzet", "книга", "projektmappe", "chart", "drawing", "zeichnung",
        "publication", "publikation", "workbook", "sheet", "spreadsheet", "tabelle", "feuille", "feuil", "hoja",
        "foglio", "лист", "binder", "dibujo", "report", "bericht", "rapport", "test", "visio-zeichnung", "plan",
        "arkusz", "工作簿", "form", "blatt", "arbeitsmappe", "planilha", "ワークシート",
    ]
}
