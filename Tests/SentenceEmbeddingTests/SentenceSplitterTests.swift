import Testing

@testable import SentenceEmbedding

@Suite("Sentences")
struct SentenceSplitterTests {
    private static let texts: [(String, [String])] = [
        ("", []), (" \n\n ", []), ("One.", ["One."]), ("One. Two? Three! four", ["One.", "Two?", "Three! four"]),
        ("He said “Stop.” Then he left.", ["He said “Stop.”", "Then he left."]),
        ("(In brackets.) Out of them.", ["(In brackets.)", "Out of them."]),
        ("Mr. Brown and Dr. J. S. Green met.", ["Mr. Brown and Dr. J. S. Green met."]),
        ("Am 3. Mai. Danach nicht.", ["Am 3. Mai.", "Danach nicht."]),
        ("In 1887. Then more.", ["In 1887.", "Then more."]),
        ("It cost 3.50 and i.e. nothing.", ["It cost 3.50 and i.e. nothing."]),
        ("z.B. Brücken. Und Wege.", ["z.B. Brücken.", "Und Wege."]),
        ("A HEADING\n\nThe text\ngoes on. And on.", ["A HEADING", "The text\ngoes on.", "And on."]),
        ("first \n \t\n second", ["first", "second"]), ("Wait... Now.", ["Wait...", "Now."]),
        ("橋の修理。誰が払いましたか？「村。」次", ["橋の修理。", "誰が払いましたか？", "「村。」", "次"]),
        ("Élan. Été. à part", ["Élan.", "Été. à part"]),
        ("www.wexcombe.example is down", ["www.wexcombe.example is down"]),
        ("No end", ["No end"]), (". . .", [".", ".", "."]), ("End.\u{E3}\u{81}", ["End.\u{E3}\u{81}"]),
    ]

    @Test(arguments: texts) func sentencesEndWhereReadersWouldEndThem(text: String, sentences: [String]) {
        let utf8 = Array(text.utf8)
        let found = SentenceSplitter.sentences(in: text).map { String(decoding: utf8[$0], as: UTF8.self) }
        #expect(found == sentences)
    }
}
