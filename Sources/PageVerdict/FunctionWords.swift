/// In prose they are every third to fifth word.
package enum FunctionWords {
    /// Tesseract's language codes, in the order of the bits of ``languages(of:)``.
    package static let languages = [
        "eng", "deu", "fra", "spa", "ita", "nld", "por", "swe", "dan", "nor", "pol", "ces", "lat", "rus", "ukr", "bul",
        "srp", "ell",
    ]

    /// One bit for each language that has the word in its list.
    static func languages(of word: ArraySlice<Unicode.Scalar>) -> UInt32 {
        guard (2...5).contains(word.count), let key = key(word) else { return 0 }
        return all[key] ?? 0
    }

    /// As ``languages(of:)``, for the word read backwards. Shorter words are common in both directions.
    static func languages(backwards word: ArraySlice<Unicode.Scalar>) -> UInt32 {
        (3...5).contains(word.count) ? languages(of: word.reversed()[...]) : 0
    }

    package static func contains(_ word: String) -> Bool {
        let scalars = Array(word.unicodeScalars)
        return languages(of: scalars[...]) != 0
    }

    private static func key(_ word: some Collection<Unicode.Scalar>) -> UInt64? {
        var key: UInt64 = 0
        for scalar in word {
            guard let code = code(scalar) else { return nil }
            key = key << 11 | UInt64(code)
        }
        return key
    }

    /// A number below 2048. Nil for characters in no listed word.
    private static func code(_ scalar: Unicode.Scalar) -> UInt32? {
        switch scalar.value {
        case 0x41...0x5A, 0xC0...0xDE, 0x391...0x3A9, 0x410...0x42F: return scalar.value + 0x20
        case 0x400...0x40F: return scalar.value + 0x50
        case 0..<0x800: return scalar.value
        default: return nil
        }
    }

    private static let all: [UInt64: UInt32] = {
        var words: [UInt64: UInt32] = [:]
        for (bit, line) in lists.split(separator: "\n").enumerated() {
            for word in line.split(separator: " ") {
                guard let key = key(word.unicodeScalars) else { continue }
                words[key, default: 0] |= 1 << UInt32(bit)
            }
        }
        return words
    }()

    private static let lists = """
        the of and to in is was for on that with by as at from be or an this are not have it his which were has had but they their been will all its may he she we you our would there such no if any who shall can one when than
        der die das und den von zu mit des im für auf dem ist nicht ein eine als auch es an werde aus er hat dass sie nach wird bei einer um am sind noch wie einem über so zum war haben nur oder aber vor zur bis mehr durch sich
        le la les et des du un une en est que qui dans pour par sur au aux avec ce il ne pas plus se sont ou son sa ses
        el la los las de del que en un una por con para su se lo como al más no fue sus es
        il di che è per non con del della dei una un alla nel da si le gli sono la in
        de het een van in is en te op dat zijn voor met niet aan er om ook als bij
        os de da do dos das em um uma com não que ao na no para por se
        och att det som av för med till är inte ett den en på om var
        og at det er til af på som for med ikke der var den en et de
        og at det er til av på som for med ikke var den en et de
        na do się nie że jest od po jak ze dla jego to za
        na se je že by pro jsou ve do za to od po jako
        ad et cum qui non est ut quod ex per sunt sed in
        не на что по он как из за это от но его для же был все так или бы до при они об ее её их мы вы она ему было были быть уже ни во со
        та що не на до за як від про це але він для або був ми по із
        на се да за от не са по че със като но бе до
        је да се на за од са не су као или али
        και το της του να με που την για τα τη σε των από οι στο στη στην δεν είναι τον τους
        """
}
