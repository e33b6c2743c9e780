import Foundation

/// The probability of two-byte characters in names: the standards of East Asia list frequent ones before rare ones.
enum NameCharacters: Sendable {
    case japanese, simplifiedChinese, traditionalChinese, korean

    enum Kind: Int {
        case foreign, letter, other, digit

        /// The probability of each kind, in the order of the cases, behind a foreign letter, a letter, and others.
        typealias Shares = [[Double]]

        static let inLatin: Shares = [[0.03, 0.8, 0.16, 0.01], [0.09, 0.75, 0.15, 0.01], [0.04, 0.7, 0.2, 0.06]]
        static let inAlphabet: Shares = [
            [0.85, 0.001, 0.14, 0.009], [0.001, 0.8, 0.19, 0.009], [0.6, 0.2, 0.15, 0.05],
        ]
        static let amongIdeographs: Shares = [
            [0.85, 0.004, 0.13, 0.016], [0.004, 0.8, 0.18, 0.016], [0.6, 0.2, 0.15, 0.05],
        ]

        init(_ letter: CodePageTable.Letter) {
            guard letter.scalar.isASCII else {
                self = .foreign
                return
            }
            self = letter.isLetter ? .letter : ("0"..."9").contains(letter.scalar) ? .digit : .other
        }

        func share(behind before: Kind, _ shares: Shares) -> Double { shares[min(before.rawValue, 2)][rawValue] }
    }

    /// The logarithm of a name's probability; `text` is what the name means.
    func score(_ name: [UInt8], meaning text: String) -> Double {
        var characters = text.unicodeScalars.makeIterator()
        var score = 0.0
        var before = Kind.other
        /// The half-width letter before.
        var katakana: UInt8?
        var index = 0
        while index < name.count {
            let character = characters.next()
            let (lead, trail) = (name[index], index + 1 < name.count ? name[index + 1] : 0)
            let kind: Kind
            if lead < 0x80 {
                kind = Kind(CodePageTable.Letter(Unicode.Scalar(lead)))
                index += 1
                katakana = nil
            } else {
                kind = .foreign
                let length = length(lead, trail)
                score +=
                    length == 1
                    ? HalfWidthKatakana.score(lead, behind: katakana)
                    : log(length == 4 ? 1e-6 : share(lead, trail, character))
                katakana = length == 1 ? lead : nil
                index += length
            }
            score += log(kind.share(behind: before, Kind.amongIdeographs))
            before = kind
        }
        return score
    }

    /// The frequent ones: their standard lists all in the order of the alphabet.
    private static let syllables = Set(
        """
        이다는에가을로고하지한사의은도기를어리서자대시인나아라그과일있정보수해게전들만으부장주제요원상것관구\
        여국면오동성년치스적소연조경용공회선학세무교개유안니위신방건거생영모내화비재물발까없음했던출진중문등\
        집명반평설양결강산실작계약될각통간형금식군외말운예차업두때노미본민당타호분후복월표김박최철름입행법드\
        레트르크터프피러루마바저못달살잘알울날불글임람남단판속육목독록책석역격즉씨와된할려토론품효권배허청검\
        봉질환황준존종택협읍류편초급직촌별첨합포함총감참규칙절첩찰술송순습승심악야언열염왕우웅율응익점접족좌\
        죄즈증징체촉충취측층친카코쿠탁탄태투특파패페폐폭푸풍필향험혁현혈홍활획훈
        """.unicodeScalars)

    private func length(_ lead: UInt8, _ trail: UInt8) -> Int {
        switch self {
        // Half-width katakana.
        case .japanese: HalfWidthKatakana.bytes.contains(lead) ? 1 : 2
        case .simplifiedChinese: (0x30...0x39).contains(trail) ? 4 : 2
        case .traditionalChinese, .korean: 2
        }
    }

    /// The frequency of a character: the share of its row, divided by the number of characters in such rows.
    private func share(_ lead: UInt8, _ trail: UInt8, _ character: Unicode.Scalar?) -> Double {
        switch self {
        case .japanese:
            switch (lead, trail) {
            case (0x82, 0x9F...): 0.25 / 83
            case (0x83, ...0x96): 0.2 / 86
            case (0x81, _): 0.03 / 100
            case (0x82, _): 0.02 / 62
            case (0x88...0x97, _), (0x98, ..<0x73): 0.55 / 1500
            case (0x98...0x9F, _), (0xE0...0xEA, _): 0.01 / 3400
            default: 0.0003 / 400
            }
        case .simplifiedChinese:
            switch (lead, trail) {
            case (_, ..<0xA1), (..<0xA1, _): 0.004 / 15_000
            case (0xA1, _), (0xA3, _): 0.03 / 180
            case (0xB0...0xD7, _): 0.95 / 1800
            case (0xD8...0xF7, _): 0.02 / 3008
            default: 1e-6
            }
        case .traditionalChinese:
            switch lead {
            case 0xA1...0xA3: 0.03 / 180
            case 0xA4...0xC6: 0.95 / 2200
            case 0xC9...0xF9: 0.02 / 7600
            default: 1e-6
            }
        case .korean:
            switch (lead, trail) {
            case (_, ..<0xA1), (..<0xA1, _): 0.001 / 8800
            case (0xA1, _), (0xA3, _): 0.02 / 180
            case (0xB0...0xC8, _):
                character.map(Self.syllables.contains) == true
                    ? 0.8 / Double(Self.syllables.count) : 0.15 / Double(2350 - Self.syllables.count)
            case (0xCA..., _): 0.03 / 4888
            default: 1e-6
            }
        }
    }
}
