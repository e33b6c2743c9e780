import DocSearchTestSupport
import Testing

@testable import PageVerdict

@Suite("The shape of a text")
struct TextShapeTests {
    static let prose = """
        The council met in the old market hall and resolved that the
        bridge be mended before the rains. A letter of the water board
        was read, in which the clerk asks for the plans of the new
        reservoir and for the names of the men who had been seen there
        at night.
        """

    @Test func textOfProseIsTrustworthyAndTellsItsLanguage() {
        let shape = TextShape(of: Self.prose)
        #expect(shape.isTrustworthy(words: 40))
        #expect(shape.odd == 0)
        #expect(shape.language == "eng")
        let german = "Der Rat trat am Montag im Rathaus zusammen und nahm die Vorlage mit der Mehrheit an."
        #expect(TextShape(of: german).language == "deu")
    }

    @Test func anotherLanguageIsToldOnlyWhereItIsPlain() {
        let german = """
            Der Rat trat am Montag im Rathaus zusammen und nahm die Vorlage mit der Mehrheit an. Das Wasser ist nicht auf der
            Straße, und es wird auch über die Brücke noch nach dem Krieg geredet.
            """
        #expect(TextShape(of: german).language(besides: ["eng"]) == "deu")
        #expect(TextShape(of: german).language(besides: ["eng", "deu"]) == nil)
        #expect(TextShape(of: german).language(besides: ["frk"]) == nil, "a code whose little words are not known")
        #expect(TextShape(of: "Der Rat trat am Montag im Rathaus zusammen.").language(besides: ["eng"]) == nil)
        #expect(TextShape(of: Self.prose).language(besides: ["eng"]) == nil)
        #expect(TextShape(of: Self.prose).language(besides: ["deu"]) == "eng")
        let danish = "Og det var for at se til den store by, som er i det land, der er med de mange og de fine af dem."
        #expect(TextShape(of: danish).language(besides: ["nor"]) == nil, "hardly to be told from Norwegian")
    }

    @Test func textOfLettersThatWereExchangedIsNotTrustworthy() {
        let exchanged = String(
            decoding: Self.prose.utf8.map { byte -> UInt8 in
                (0x61...0x7A).contains(byte) ? (byte - 0x61 + 3) % 26 + 0x61 : byte
            }, as: UTF8.self)
        let shape = TextShape(of: exchanged)
        #expect(!shape.isTrustworthy(words: 40))
        #expect(Double(shape.usualLetterPairs) < VerdictRule.leastUsualPairs * Double(shape.letterPairs))
    }

    @Test(arguments: [
        ("w4ter", false), ("wa~er", false), ("waTeR", false), ("brdgs", false), ("aaaargh", false), ("wаter", false),
        ("water", true), ("O'Neill", true), ("well-known", true), ("McKay", true), ("Überführung", true),
        ("œuvre", true),
    ])
    func textShapeTellsWordsFromWhatLooksLikeNone(word: String, isPlausible: Bool) {
        let shape = TextShape(of: word)
        #expect(shape.plausible == (isPlausible ? 1 : 0))
        #expect(shape.odd == (isPlausible ? 0 : 1))
    }

    @Test(arguments: ["1931", "A4", "3rd", "mr", "BBC", "a@b.example", "12.50"])
    func textShapeConcludesNothingFromNumbersCodesAndAbbreviations(word: String) {
        let shape = TextShape(of: word)
        #expect(shape.plausible == 0)
        #expect(shape.odd == 0)
    }

    @Test func textShapeCountsCharactersThatStandForNothing() {
        let shape = TextShape(of: "ab \u{FFFD}\u{E001}\u{1} c\u{AD}d\u{200B}")
        #expect(shape.untrusted == 3)
        #expect(shape.characters == 4)
        #expect(shape.visible == 7)
    }

    @Test func textShapeKnowsLookAlikesFromTrueCyrillic() {
        #expect(TextShape(of: "сора хоросо аррес").lookAlike == 3)
        let russian = TextShape(of: "городской совет постановил починить мост до начала дождей")
        #expect(russian.lookAlike == 0)
        #expect(russian.foreignScript == 8)
    }

    /// Any text is counted without an end or a crash, and no count exceeds what there is.
    @Test(arguments: 0..<40)
    func textShapeIsCountedOfAnyText(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var text = String.UnicodeScalarView()
        for number in 0..<400 {
            let range: UInt32 = [0x80, 0x500, 0x11_0000][number % 3]
            if let scalar = Unicode.Scalar(UInt32.random(in: 0..<range, using: &generator)) { text.append(scalar) }
        }
        let shape = TextShape(of: String(text))
        #expect(shape.visible <= 400)
        #expect(shape.characters + shape.untrusted + shape.symbols <= shape.visible)
        #expect(shape.lookAlike <= shape.foreignScript)
        #expect(shape.usualLetterPairs <= shape.letterPairs)
    }
}
