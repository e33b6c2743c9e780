import QueryLanguage

/// Tells by the commonest words, because the model has learned English only.
enum EnglishText {
    private static let foreign = words(
        // German and Dutch, French, Spanish, Italian and Portuguese, Swedish, Danish and Norwegian, Polish and Czech.
        """
        der das und den von zu mit im dem ist nicht ein eine einer auf wer wie wo wann warum welche
        het een van en dat zijn voor met niet hoe
        le la les des du et est une un que qui dans pour sur au aux el los las del de con por para
        su se una quien di che il per non della dei nel gli sono os da dos das em um uma com na ao
        quem
        och att det som av med till og er til af ikke ett nie jest od jak ze je pro jsou ve
        """)
    private static let shared = words(
        "a an am as do he in is me no of on or so was had her his i at by for we if but then to")

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    static func isEnglish(_ text: String) -> Bool? {
        var (english, other) = (0, 0)
        for word in text.lowercased().split(whereSeparator: { !$0.isLetter }).prefix(400) {
            let word = String(word)
            if foreign.contains(word) {
                other += 1
            } else if StopWords.contains(word), !shared.contains(word) {
                english += 1
            }
        }
        if english != other { return english > other }
        let isPlain = text.unicodeScalars.allSatisfy { $0.value < 0x80 || !$0.properties.isAlphabetic }
        return isPlain ? nil : false
    }
}
