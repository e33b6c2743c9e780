import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import PageVerdict
import Testing

@testable import DocSearchExtract

@Suite("The language of a text")
struct TextLanguageTests {
    private static let german =
        "Der Stadtrat hat in seiner Sitzung am Freitag beschlossen, dass die Brücke über den Kanal im nächsten Jahr "
        + "erneuert wird und dass die Kosten dafür zur Hälfte von der Provinz getragen werden."
    private static let english =
        "The town council decided at its meeting on Friday that the bridge over the canal would be rebuilt in the "
        + "following year, and that half of the expenses would be paid by the province and the rest by the town."

    @Test(arguments: [
        ("de", german), ("en", english),
        (
            "fr",
            "Le conseil municipal a décidé dans sa séance de vendredi que le pont sur le canal serait reconstruit "
                + "l'année prochaine et que la moitié des frais serait payée par la province."
        ),
        (
            "nl",
            "De gemeenteraad heeft in de vergadering van vrijdag besloten dat de brug over het kanaal in het volgende "
                + "jaar wordt vernieuwd en dat de kosten daarvan voor de helft door de provincie worden gedragen."
        ),
        (
            "ru",
            "Городской совет на своём заседании в пятницу решил, что мост через канал будет перестроен в следующем "
                + "году и что половина расходов будет оплачена провинцией."
        ),
        (
            "he",
            "מועצת העיר החליטה בישיבתה ביום שישי כי הגשר מעל התעלה ייבנה מחדש בשנה הבאה וכי מחצית ההוצאות ישולמו על ידי המחוז"
        ),
        (
            "ar",
            "قرر مجلس المدينة في اجتماعه يوم الجمعة إعادة بناء الجسر فوق القناة في العام المقبل على أن تدفع المحافظة نصف التكاليف"
        ),
        ("zh", "市議會在星期五的會議上決定，運河上的橋樑將於明年重建，一半的費用由省政府支付，其餘的由市政府支付，工程將在春天開始。"),
        ("ja", "市議会は金曜日の会議で、運河にかかる橋を来年架け替えることと、その費用の半分を県が負担することを決定した。"),
    ])
    func aTextInOneLanguageIsIdentified(language: String, text: String) {
        #expect(TextLanguage.identify(text) == language)
        #expect(TextLanguage.identify(text, TextShape(of: text)) == language, "its words have been counted")
        let long = String(repeating: text + "\n", count: 500)
        #expect(TextLanguage.identify(long) == language, "no character is cut")
        #expect(TextLanguage.identify(long, TextShape(of: long)) == language)
    }

    @Test(arguments: [
        (
            "ar",
            "ﺍﻟﺴﺎﺩﺓ ﺍﻟﻜﺮﺍﻡ ﻓﻲ ﺑﻠﺪﻳﺔ ﺍﻟﻤﻴﻨﺎﺀ، ﻭﺻﻠﺖ ﺇﻟﻴﻨﺎ ﺍﻟﻜﺘﺐ ﺍﻟﺘﻲ "
                + "ﺃﺭﺳﻠﺘﻤﻮﻫﺎ، ﻭﻗﺪ ﻭﺿﻌﻨﺎﻫﺎ ﻓﻲ ﻣﻜﺘﺒﺔ ﺍﻟﻤﺪﺭﺳﺔ ﻗﺮﺏ ﺍﻟﻨﺎﻓﺬﺓ"
        ),
        ("de", german.applyingTransform(.fullwidthToHalfwidth, reverse: true) ?? ""),
    ])
    func joinedAndWideLettersTellTheirLanguage(language: String, text: String) {
        #expect(TextLanguage.identify(text) == language)
        #expect(TextLanguage.identify(String(repeating: text + "\n", count: 500)) == language)
    }

    @Test(arguments: [
        "", "Freitag", "Der Stadtrat hat am Freitag getagt.", String(repeating: "1931 12,50 ", count: 300),
        String(repeating: "\u{FFFD}\u{E000} ", count: 300),
    ])
    func whatIsNotCertainIsNotGuessed(text: String) {
        #expect(TextLanguage.identify(text) == nil)
        #expect(TextLanguage.identify(text, TextShape(of: text)) == nil)
    }

    @Test func aPageWithAQuotationHasTheLanguageOfTheRest() {
        let page = Self.german + "\n" + Self.german + "\n" + Self.english.prefix(80)
        #expect(TextLanguage.identify(page, TextShape(of: page)) == "de")
        let other = Self.english + "\n" + Self.english + "\n" + Self.german.prefix(80)
        #expect(TextLanguage.identify(other, TextShape(of: other)) == "en")
    }

    // MARK: - Passages whose language is known

    private struct Passage: Decodable {
        var language: String
        var kind: String
        var text: String
    }

    private static let codes = [
        "deu": "de", "fra": "fr", "spa": "es", "nld": "nl", "ita": "it", "swe": "sv", "rus": "ru", "por": "pt",
        "eng": "en",
    ]

    private static func passages(_ code: String) throws -> [Passage] {
        let file = URL(fileURLWithPath: "\(Corpus.path)/ir/lang-\(code)/langid.jsonl")
        return try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
            .map { try JSONDecoder().decode(Passage.self, from: $0) }
    }

    private static let hasPassages = Corpus.has("ir/lang-deu/langid.jsonl")

    /// The figures are in decision 0241.
    @Test(.enabled(if: hasPassages, "the passages are not on this machine"))
    func nearlyAllPassagesOfAPageAreIdentifiedRightly() throws {
        func count(_ kinds: Set<String>, atLeast least: Int) throws -> (all: Int, right: Int, wrong: Int) {
            var found = (all: 0, right: 0, wrong: 0)
            for code in Self.codes.keys where code != "eng" {
                for passage in try Self.passages(code) where kinds.contains(passage.kind) {
                    guard passage.text.count >= least else { continue }
                    let language = TextLanguage.identify(passage.text, TextShape(of: passage.text))
                    found.all += 1
                    if language == Self.codes[passage.language] {
                        found.right += 1
                    } else if language != nil {
                        found.wrong += 1
                    }
                }
            }
            return found
        }
        let whole = try count(["long", "medium", "ocr"], atLeast: 150)
        #expect(whole.right * 100 >= whole.all * 97, "\(whole)")
        #expect(whole.wrong * 100 <= whole.all * 2, "\(whole)")
        let short = try count(["short"], atLeast: 0)
        #expect(short.wrong * 100 <= short.all, "\(short)")
        let mixed = try count(["mixed"], atLeast: 150)
        #expect(mixed.right * 100 >= mixed.all * 88, "\(mixed)")
        #expect(mixed.wrong * 100 <= mixed.all * 7, "\(mixed)")
        print("identified: pages \(whole), sentences \(short), mixed \(mixed)")
    }

    // MARK: - A request of the coordinator

    @Test func textsThatWereKeptBeforeAreIdentified() throws {
        let texts = [Self.german, "", "Freitag", Self.english]
        let request = IdentifyLanguagesRequest(byteCounts: texts.map(\.utf8.count), limits: Conversation.limits)
        let frames = try Conversation.frames(.identifyLanguages(request), bundle: Array(texts.joined().utf8))
        #expect(frames.contains(.languages(LanguagesFrame(codes: ["de", "", "", "en"]))))
        #expect(frames.last == .finished(FinishedFrame(outcome: .complete)))
    }

    @Test func textsThatAreNotThereAreAFault() throws {
        let request = IdentifyLanguagesRequest(byteCounts: [10], limits: Conversation.limits)
        let frames = try Conversation.frames(.identifyLanguages(request), bundle: [65, 66])
        #expect(frames.last == .finished(FinishedFrame(outcome: .failed)))
    }
}
