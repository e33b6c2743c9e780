import Testing

@testable import QueryLanguage

@Suite("The stop words")
struct StopWordsTests {
    @Test(arguments: ["the", "of", "and", "is", "which", "with"])
    func stopWordsContainFunctionWords(_ word: String) { #expect(StopWords.contains(word)) }

    @Test(arguments: ["water", "board", "will", "may", "us", "can", "The", "", "not-a-word"])
    func stopWordsLeaveOutWhatMayBeMeant(_ word: String) { #expect(!StopWords.contains(word)) }

    @Test func stopWordsAreFewAndLowerCase() {
        #expect((60...100).contains(StopWords.all.count))
        #expect(StopWords.all.allSatisfy { $0 == $0.lowercased() && $0.allSatisfy(\.isLetter) })
    }
}
