internal import CStemmer
import ContentHashing

/// Snowball's stemmer of one language. For one thread at a time.
final class WordStemmer {
    let language: FormLanguage
    private let stemmer: OpaquePointer

    /// Nil where libstemmer lacks the language.
    init?(_ language: FormLanguage) {
        guard let stemmer = sb_stemmer_new(language.rawValue, nil) else { return nil }
        (self.language, self.stemmer) = (language, stemmer)
    }

    deinit { sb_stemmer_delete(stemmer) }

    /// `word` is as written, in small letters: accents tell endings.
    func stem(_ word: String) -> String {
        var word = word
        return word.withUTF8 { bytes in
            // It gives nothing when there is no memory.
            guard let found = sb_stemmer_stem(stemmer, bytes.baseAddress, CInt(bytes.count)) else {
                return String(decoding: bytes, as: UTF8.self)
            }
            let stem = UnsafeBufferPointer(start: found, count: Int(sb_stemmer_length(stemmer)))
            return String(decoding: stem, as: UTF8.self)
        }
    }

    /// Changes when another release of libstemmer makes other stems of words that its releases have treated differently.
    static let version: String = {
        let words = [
            "häuser", "verwaltungen", "lopende", "gezegd", "huizen", "kvinnorna", "möjligheterna", "cidadãos",
            "nações", "hablándolo", "mangeaient", "città", "городами", "päivänä", "könyveket", "evlerinden",
        ]
        var hash = StableHash()
        for language in FormLanguage.allCases {
            guard let stemmer = WordStemmer(language) else { continue }
            for word in words { hash.add(stemmer.stem(word).utf8) }
        }
        return String(hash.value, radix: 16)
    }()
}
