import Testing

@testable import PageVerdict

@Suite("Letters of words in reverse order, rules, boxes and codes")
struct WordOrderTests {
    private static func backwards(_ text: String) -> String {
        text.split(separator: " ").map { String($0.reversed()) }.joined(separator: " ")
    }

    private static func reasons(_ text: String) -> [String] {
        var evidence = PageEvidence()
        evidence.shape = TextShape(of: text)
        return VerdictRule.judge(evidence).reasons.map { String($0.prefix { $0 != ":" }) }
    }

    @Test(arguments: [
        "The council of the town met on Monday for the bridge and for all that was said of the waterworks",
        "Der Rat der Stadt hat am Montag über die Brücke und das Wasserwerk nach dem Bericht gesprochen",
        "Le conseil de la ville a parlé des ponts et des eaux dans les salles qui sont sur la place",
        "Minutes of the Board of the Harbour and of the Quay for all that were not in the hall",
    ])
    func wordsAreToldFromThoseWrittenBackwards(text: String) {
        #expect(Self.reasons(text).isEmpty)
        #expect(Self.reasons(Self.backwards(text)) == ["reversed-words"])
    }

    @Test(arguments: [
        "اجتمع مجلس المدينة يوم الاحد في قاعة السوق القديم", "מועצת העיר התכנסה ביום ראשון באולם של השוק הישן",
        "انجمن شهر روز دوشنبه در تالار بالای بازار کهنه گرد آمد", "قاعة",
    ])
    func rightToLeftWordsAreToldFromThoseWrittenBackwards(text: String) {
        #expect(!TextShape(of: text).rightToLeftOrder.isReversed)
        #expect(TextShape(of: Self.backwards(text)).rightToLeftOrder.isReversed)
    }

    @Test(arguments: ["مثلا", "إلا", "حبيبي", "שלום"]) func aWordThatMayBeReadBothWaysIsNoSign(word: String) {
        #expect(!TextShape(of: word).rightToLeftOrder.isReversed)
    }

    @Test(arguments: [
        "01 Nov 2024 TESCO STORES card payment of 12", "Red LED 5 mm in a bag of ten", "Ted and Ned saw Tim in Nov",
        "The word was مثلا and then قليلا on the line", "The greeting was שלום in the letter",
    ])
    func wordsThatAreOthersBackwardsAreNoSignByThemselves(line: String) {
        #expect(Self.reasons(Array(repeating: line, count: 24).joined(separator: "\n")).isEmpty)
    }

    @Test func rulesOfATypedTableAreNoSymbols() {
        let rule = String(repeating: "=", count: 80)
        #expect(Self.reasons((0..<20).map { "\(rule)\nOats  \($0 * 37)  \($0 * 91)\n" }.joined()).isEmpty)
    }

    @Test func boxesToBeTickedAreNoLettersWithoutAMeaning() {
        #expect(Self.reasons((0..<40).map { "\u{25A1} \(100 + $0)\n" }.joined()).isEmpty)
        #expect(Self.reasons((0..<40).map { _ in "\u{25A1}\u{25A1}\u{25A1} " }.joined()) == ["untrusted-characters"])
    }

    @Test func shelfMarksAndChecksumsAreNoOddWords() {
        #expect(Self.reasons((0..<60).map { "K\(10 + $0)b\($0)r 0a\($0)f3c9d\(100 + $0)e " }.joined()).isEmpty)
        #expect(Self.reasons((0..<60).map { _ in "cou1cil br1dge w4ter " }.joined()) == ["odd-words"])
    }

    @Test func linesOfAFontWithAWrongMapAreFoundAmongGoodOnes() {
        let good = "The council of the town met on Monday and spoke of the bridge and the works"
        let wrong = String(
            String.UnicodeScalarView(
                good.lowercased().unicodeScalars.map {
                    $0 == " " ? $0 : Unicode.Scalar(0x61 + ($0.value - 0x61 + 7) % 26) ?? $0
                }))
        #expect(Self.reasons(Array(repeating: good, count: 12).joined(separator: "\n")).isEmpty)
        #expect(
            Self.reasons(Array(repeating: good + "\n" + wrong, count: 6).joined(separator: "\n")) == ["odd-letters"])
    }
}
