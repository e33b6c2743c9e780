package enum TypedLanguages {
    /// Tesseract's own codes, ISO 639 codes in any form or English names, joined by `+`. An unknown code stays, because
    /// people may have data of their own.
    package static func codes(typed text: String) throws -> [String] {
        let codes = text.split(separator: "+", omittingEmptySubsequences: false).map { code(typed: String($0)) }
        let isValid = codes.allSatisfy { code in
            !code.isEmpty && code.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        }
        guard isValid else {
            throw DocSearchError(
                .usage,
                "\"\(text)\" is not a language. Use tesseract's codes, codes of ISO 639 or English names, joined by +, as in "
                    + "eng+deu.")
        }
        return codes
    }

    private static func code(typed text: String) -> String {
        guard !packaged.contains(text), !text.contains("_"), let code = RecognitionLanguages.code(text) else {
            return text
        }
        return code
    }

    static func advice(on missing: [String]) -> String {
        let (known, unknown) = (missing.filter(packaged.contains), missing.filter { !packaged.contains($0) })
        var advice: [String] = []
        if !known.isEmpty { advice.append("apt install \(known.compactMap(package).joined(separator: " "))") }
        if !unknown.isEmpty {
            advice.append("Debian has no data for \(unknown.joined(separator: ", ")): is the name right?")
        }
        return advice.joined(separator: "; ")
    }

    /// Nil when Debian has none.
    static func package(_ code: String) -> String? {
        packaged.contains(code) ? "tesseract-ocr-" + code.replacing("_", with: "-") : nil
    }

    /// Packaged by Debian as `tesseract-ocr-…`.
    private static let packaged = Set(
        """
        afr amh ara asm aze aze_cyrl bel ben bod bos bre bul cat ceb ces chi_sim chi_sim_vert chi_tra \
        chi_tra_vert chr cos cym dan deu div dzo ell eng enm epo est eus fao fas fil fin fra frk frm fry gla \
        gle glg grc guj hat heb hin hrv hun hye iku ind isl ita ita_old jav jpn jpn_vert kan kat kat_old kaz \
        khm kir kmr kor kor_vert lao lat lav lit ltz mal mar mkd mlt mon mri msa mya nep nld nor oci ori pan \
        pol por pus que ron rus san sin slk slv snd spa spa_old sqi srp srp_latn sun swa swe syr tam tat tel \
        tgk tha tir ton tur uig ukr urd uzb uzb_cyrl vie yid yor
        """.split(separator: " ").map(String.init))
}
