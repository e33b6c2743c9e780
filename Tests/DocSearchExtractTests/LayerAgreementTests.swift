import ExtractionProtocol
import Testing

@testable import DocSearchExtract

@Suite("Whether recognition reads what the layer says")
struct LayerAgreementTests {
    private static let words = (0..<100).map { "word\($0)" }

    private static func reason(_ layer: [String], _ recognized: [String], unsure: [String] = []) -> String? {
        LayerAgreement(layer: layer, recognized: recognized, unsure: unsure).reason
    }

    @Test func theSameWordsConfirmTheLayer() throws {
        let reason = try #require(Self.reason(Self.words, Self.words.map { "\($0.uppercased())," }))
        #expect(ConfirmationReason.isConfirmed(reason) && ConfirmationReason.isComplete(reason))
    }

    @Test func threeWordsInAHundredMayDiffer() {
        let read = { (wrong: Int) in (0..<wrong).map { "misread\($0)" } + Self.words.dropFirst(wrong) }
        #expect(Self.reason(Self.words, read(3)) != nil)
        #expect(Self.reason(Self.words, read(4)) == nil)
    }

    @Test func aLayerWithMoreThanRecognitionReadIsComplete() throws {
        let reason = try #require(Self.reason(Self.words, Array(Self.words[20..<60])))
        #expect(ConfirmationReason.isComplete(reason) && !ConfirmationReason.isConfirmed(reason))
    }

    @Test func aLayerThatLacksWhatRecognitionReadIsNeither() {
        #expect(Self.reason(Array(Self.words[20..<60]), Self.words) == nil)
    }

    @Test func columnsInAnotherOrderAreTheSameWordsAndShuffledOnesAreNot() {
        #expect(Self.reason(Self.words, Array(Self.words[50...] + Self.words[..<50])) != nil)
        #expect(Self.reason(Self.words, (0..<100).map { Self.words[$0 * 37 % 100] }) == nil)
    }

    @Test func aLetterheadAboveHandwritingIsNotComplete() {
        let (letterhead, scraps) = (Array(Self.words[..<6]), (0..<9).map { "scrap\($0)" })
        #expect(Self.reason(Self.words, letterhead) == nil)
        #expect(Self.reason(Self.words, Array(Self.words[..<50]), unsure: scraps) == nil)
    }

    @Test func aLayerWithTheTextOfOtherPagesIsNotComplete() {
        #expect(Self.reason(Self.words, Array(Self.words[..<30])) == nil)
    }

    @Test func fewWordsConfirmNothing() {
        #expect(Self.reason(Self.words, Array(Self.words[..<4])) == nil)
        #expect(Self.reason([], []) == nil)
    }
}
