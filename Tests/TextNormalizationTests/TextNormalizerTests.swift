import DocSearchTestSupport
import Testing

@testable import TextNormalization

@Suite("A text normalizer")
struct TextNormalizerTests {
    @Test func smallLettersAboveOthersInOldPrintsAreDotsAndRings() {
        let text = TextNormalizer(maximumBytes: 1000).normalize("Bu\u{364}rger und Ra\u{364}the bey dem Bru\u{366}der")
            .text
        #expect(text.unicodeScalars.elementsEqual("Bürger und Räthe bey dem Brůder".unicodeScalars))
    }

    private let normalizer = TextNormalizer(maximumBytes: 1 << 20)

    @Test(arguments: [
        ("hy-\nphenated words", "hyphenated\nwords"), ("hy-\n  phenated", "hyphenated"),
        ("hy- \nphenated\nnext", "hyphenated\nnext"), ("one-\ntwo-\nthree four", "onetwothree\nfour"),
        ("Anglo-\nSaxon kings", "Anglo-Saxon\nkings"), ("über-\nälter", "überälter"),
        ("e\u{301}te\u{301}-\nbas", "étébas"), ("hy\u{2010}\nphen", "hyphen"), ("hy¬\nphen", "hyphen"),
        ("Rath⸗\nhaus", "Rathhaus"),
        ("Anglo¬\nSaxon", "Anglo-Saxon"), ("half-\nfull, well-\nknown end", "halffull,\nwellknown\nend"),
    ])
    func normalizerJoinsWordsThatALineEndDivides(raw: String, text: String) {
        #expect(normalizer.normalize(raw).text == text)
    }

    @Test(arguments: [
        "1931-\n1935", "foo -\nbar", "foo-\n1935", "foo--\nbar", "foo-\n\nbar", "foo-\n(bar)", "-\nbar",
        "foo-",
        "well-known pre- and post-war", "שלום-\nעולם", "¬\nfoo",
    ])
    func normalizerLeavesOtherHyphensAlone(_ text: String) { #expect(normalizer.normalize(text).text == text) }

    @Test(arguments: [
        ("hy\u{AD}phen", "hyphen"), ("hy\u{AD}\nphen next", "hyphen\nnext"),
        ("hy\u{AD}\n\nphen", "hy\n\nphen"),
        ("Anglo\u{AD}\nSaxon", "AngloSaxon"), ("a \u{AD} b", "a b"), ("\u{AD}", ""), ("hy\u{AD}", "hy"),
        ("hy\n\u{AD}phen", "hy\nphen"), ("19\u{AD}\n31", "19\n31"), ("שלו\u{AD}\nם", "שלום"),
    ])
    func normalizerTakesSoftHyphensOut(raw: String, text: String) { #expect(normalizer.normalize(raw).text == text) }

    @Test(arguments: [
        ("\u{FB01}le", "file"),
        ("a\u{FB00}air o\u{FB03}ce ba\u{FB04}e \u{FB02}y", "affair office baffle fly"),
        ("la\u{FB06} ha\u{FB05}", "last hast"), ("\u{132}ssel \u{133}s", "IJssel ijs"), ("\u{1C4}ep", "DŽep"),
        ("Stra\u{DF}e \u{E6}ther", "Straße æther"),
    ])
    func normalizerWritesLigaturesAsLetters(raw: String, text: String) {
        #expect(normalizer.normalize(raw).text == text)
    }

    @Test(arguments: [
        ("cafe\u{301}", "caf\u{E9}"), ("\u{212B}", "\u{C5}"), ("e\u{200B}\u{301}", "\u{E9}"),
        ("\u{1100}\u{1161}", "\u{AC00}"), ("ф\u{306}", "ф\u{306}"), ("и\u{306}", "й"),
    ])
    func normalizerComposesCharacters(raw: String, text: String) {
        // Strings that differ in composition alone are equal; their scalars are not.
        #expect(Array(normalizer.normalize(raw).text.unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test(arguments: [
        ("a\u{0}b", "a b"), ("a\u{1}\u{2}b", "a b"), ("a\u{1} b", "a b"), ("1\u{1}2", "12"),
        ("a\u{7F}.", "a."),
        ("\u{FEFF}a\u{200B}b\u{202E}c\u{2066}d", "abcd"), ("a\u{92}b", "a b"),
        ("می\u{200C}خواهم", "می\u{200C}خواهم"),
    ])
    func normalizerTakesControlCharactersOut(raw: String, text: String) {
        #expect(normalizer.normalize(raw).text == text)
    }

    @Test(arguments: [0xFFFE, 0xFFFF, 0x1FFFF, 0xFDD0, 0x10FFFE] as [UInt32])
    func normalizerTakesNoncharactersOut(value: UInt32) throws {
        let scalar = Character(try #require(Unicode.Scalar(value)))
        #expect(normalizer.normalize("a\(scalar)b").text == "ab")
    }

    @Test(arguments: [
        ("a\r\nb\rc\u{C}d\u{B}e\u{2028}f\u{2029}g\u{85}h", "a\nb\nc\nd\ne\nf\ng\nh"),
        ("a\n\n\n\nb", "a\n\nb"), ("a\r\n\r\n\r\nb", "a\n\nb"),
        ("  a  \t b \u{A0}\u{3000} c \n  d  ", "a b c\nd"),
        ("\n\n a \n\n", "a"), ("", ""), (" \n\t", ""), ("a \n \n b", "a\n\nb"),
    ])
    func normalizerKeepsSingleSpacesAndLineEnds(raw: String, text: String) {
        #expect(normalizer.normalize(raw).text == text)
    }

    @Test(arguments: [
        ("abc def", 7, "abc def", false), ("abc def", 6, "abc de", true), ("abc def", 4, "abc", true),
        ("aéb", 2, "a", true), ("aéb", 3, "aé", true), ("😀", 3, "", true), ("😀", 4, "😀", false),
        ("abc   ", 3, "abc", false), ("", 0, "", false), ("a", 0, "", true),
    ])
    func normalizerCutsBetweenCharacters(raw: String, limit: Int, text: String, isTruncated: Bool) {
        let expected = NormalizedText(text: text, isTruncated: isTruncated)
        #expect(TextNormalizer(maximumBytes: limit).normalize(raw) == expected)
    }

    @Test func normalizerChangesNothingTheSecondTime() {
        var generator = SeededGenerator(seed: 7)
        let special =
            Array(
                "abcXYZ 19-\n\r\t\u{C}.,é\u{301}\u{306}\u{AD}\u{AC}\u{2010}\u{FB01}\u{132}\u{1C4}\u{0}\u{1}\u{92}\u{A0}"
                    .unicodeScalars) + [
                "\u{200B}", "\u{FEFF}", "\u{2028}", "\u{1100}", "\u{1161}", "\u{9C7}", "\u{9BE}", "\u{5D0}",
            ]
        for _ in 0..<20_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0..<24, using: &generator) {
                let isAny = Int.random(in: 0..<8, using: &generator) == 0
                let any = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator))
                text.append(isAny ? any ?? "?" : special.randomElement(using: &generator) ?? "-")
            }
            let normalizer = TextNormalizer(maximumBytes: Int.random(in: 0..<80, using: &generator))
            let once = normalizer.normalize(String(text)).text
            let twice = normalizer.normalize(once)
            guard Array(twice.text.unicodeScalars) == Array(once.unicodeScalars), !twice.isTruncated else {
                Issue.record(
                    "\(text.map { String($0.value, radix: 16) }) is normalised twice to something else")
                return
            }
        }
    }

    @Test(arguments: [
        ("a", true), ("7", true), ("é", true), ("水", true), ("½", true), ("", false), (" \n.-—•", false),
        ("\u{FFFD}\u{E000}", false),
    ])
    func normalizerKnowsReadableText(_ text: String, isReadable: Bool) {
        #expect(TextNormalizer.hasReadableText(text) == isReadable)
    }
}
