import ExtractionProtocol

/// In which of the installed languages a page is read once more whose text does not fit those of its folder (decision
/// 0248).
struct OtherLanguages: Sendable {
    /// Tesseract's codes; empty where pages are read in the languages of their folder alone.
    var installed: [String] = []

    /// More of them together take longer and read no better.
    static let most = 3

    /// The data for a language or script as ``LanguageReason`` has it, best first.
    static func data(for need: String) -> [String] {
        guard ScriptData.isScript(need) else { return [need] }
        let (whole, languages) = (ScriptData.whole(need), ScriptData.languages(of: need))
        // Measured on three pages: `frk` 8 % of words wrong, `Fraktur` 14 %.
        return need == ScriptData.fraktur ? languages + whole : whole + languages
    }

    /// The installed data to read a page with: one language, or several of a script together, since its language is not
    /// known yet. Empty when none is installed.
    func codes(for need: String) -> [String] {
        let found = Self.data(for: need).filter(installed.contains)
        guard ScriptData.isScript(need), need != ScriptData.fraktur,
            !ScriptData.whole(need).contains(where: installed.contains)
        else { return Array(found.prefix(1)) }
        return Array(found.prefix(Self.most))
    }

    /// How many pages want each package, from how many want each language or script.
    static func packages(for pages: [String: Int]) -> [String: Int] {
        let packages = pages.compactMap { need, count in package(for: need).map { ($0, count) } }
        return Dictionary(packages, uniquingKeysWith: +)
    }

    /// Debian's packages for the other languages of a script.
    static func morePackages(for script: String) -> [String] {
        script == ScriptData.fraktur
            ? [] : ScriptData.languages(of: script).dropFirst().compactMap(TypedLanguages.package)
    }

    /// Debian's package for a language, or for the most widespread language of a script; nil when it has none.
    static func package(for need: String) -> String? {
        guard need != ScriptData.fraktur else { return "tesseract-ocr-frk" }
        let code = ScriptData.isScript(need) ? ScriptData.languages(of: need).first : need
        return code.flatMap(TypedLanguages.package)
    }
}

extension OtherLanguages {
    init(_ greeting: GreetingFrame, _ options: IndexingOptions) {
        installed = options.otherLanguages == .never ? [] : greeting.languages
    }
}

/// The text that recognition has given a page, and the one that it may still give.
struct PageRecognition {
    var text: PageTextRow?
    /// The language or script whose data a better text would need.
    var need: String?
    /// How it is still to be read; nil when that is done.
    var next: TextSource?
}

extension PageChoice {
    /// `rows` are those of one page, oldest first. There are at most two readings: in the languages of the folder, and, when
    /// the first shows that the page is in others, in those of them that are installed. A second one is done again only
    /// when it shows a language that has been installed since.
    func recognition(_ rows: [PageTextRow]) -> PageRecognition {
        guard let first = rows.last(where: { $0.source == recognition }) else {
            // Better an older recognition than none, until the page is read again.
            let older = rows.last { $0.source.origin == .ocr && !$0.source.isAskedFor && !$0.source.isSecond }
            return PageRecognition(text: older, need: older?.otherLanguage, next: recognition)
        }
        guard let need = first.otherLanguage else { return PageRecognition(text: first) }
        let wanted = others.codes(for: need)
        let next = recognition.recognition(in: wanted + recognition.languages.filter { !wanted.contains($0) })
        let data = OtherLanguages.data(for: need)
        let second = rows.last { row in
            guard row.source.origin == .ocr, let code = row.source.languages.first, data.contains(code) else {
                return false
            }
            return row.source == recognition.recognition(in: row.source.languages)
                && row.source.languages.filter { !data.contains($0) }
                    == recognition.languages.filter { !data.contains($0) }
        }
        guard let second else {
            return PageRecognition(text: first, need: need, next: wanted.isEmpty ? nil : next)
        }
        let missed = second.otherLanguage.flatMap { data.contains($0) ? $0 : nil }
        let isNew = missed.map { wanted.contains($0) && !second.source.languages.contains($0) } ?? false
        let isBetter = second.isBetter(than: first, in: need)
        let isMissing = isBetter && (isNew || missed.map { !others.installed.contains($0) } ?? false)
        return PageRecognition(
            text: isBetter ? second : first, need: isMissing ? missed : nil, next: isNew ? next : nil)
    }
}

extension PageTextRow {
    /// Tesseract's code of a language, or the name of a script.
    fileprivate var otherLanguage: String? { reasons.lazy.compactMap(LanguageReason.code).first }

    /// A text that was read in `language` has more confidence when it is in it. It is in no other as far as is known.
    fileprivate func isBetter(than first: PageTextRow, in need: String) -> Bool {
        guard hasText, (confidence ?? 0) > (first.confidence ?? 0) else { return false }
        return ScriptData.isScript(need) || language.map { IdentifiedLanguage.tesseractCode($0) == need } ?? true
    }
}
