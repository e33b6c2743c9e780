import ExtractionProtocol

/// In which languages pages are recognised: the document's own, where its metadata names one whose data is installed,
/// and then its folder's.
struct RecognitionLanguages: Sendable {
    /// Tesseract's codes of the data that the worker found.
    var installed: [String]

    /// - Parameters:
    ///   - document: As the metadata has it: `de`, `de-DE`, `ger`, `deu` or `German`; nil for none.
    ///   - root: Tesseract's codes of the document's folder.
    /// - Returns: Tesseract's codes, the most important first. The same again for what it has returned as `root`.
    func codes(document: String?, root: [String]) -> [String] {
        guard let code = document.flatMap(Self.code), installed.contains(code) else { return root }
        return [code] + root.filter { $0 != code }
    }

    /// Tesseract's code of a language; nil for one that it has no data for, and for several.
    static func code(_ name: String) -> String? {
        let main = name.lowercased().split { $0 == "-" || $0 == "_" }.first.map(String.init) ?? ""
        return byName[main]
    }

    /// The package that has the data of one of tesseract's codes.
    static func package(of code: String) -> String { "tesseract-ocr-" + code.lowercased().replacing("_", with: "-") }

    private static let byName: [String: String] = {
        var codes: [String: String] = [:]
        for line in names.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            for word in words { codes[word] = words[0] }
        }
        return codes
    }()

    /// Tesseract's code (mostly ISO 639-2/T), then ISO 639-1, ISO 639-2/B where it differs, and the English name.
    private static let names = """
        afr af afrikaans
        ara ar arabic
        bul bg bulgarian
        cat ca catalan
        ces cs cze czech
        cym cy wel welsh
        dan da danish
        deu de ger german
        ell el gre greek
        eng en english
        epo eo esperanto
        est et estonian
        eus eu baq basque
        fin fi finnish
        fra fr fre french
        gle ga irish
        glg gl galician
        heb he hebrew
        hin hi hindi
        hrv hr croatian
        hun hu hungarian
        isl is ice icelandic
        ita it italian
        jpn ja japanese
        kor ko korean
        lat la latin
        lav lv latvian
        lit lt lithuanian
        ltz lb luxembourgish
        nld nl dut dutch
        nor no nb nn nob nno norwegian
        pol pl polish
        por pt portuguese
        ron ro rum romanian
        rus ru russian
        slk sk slo slovak
        slv sl slovenian
        spa es spanish
        sqi sq alb albanian
        srp sr serbian
        swe sv swedish
        tur tr turkish
        ukr uk ukrainian
        yid yi yiddish
        """
}
