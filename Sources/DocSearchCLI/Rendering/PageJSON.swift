import DocSearch

/// A page as `show --json` prints it.
enum PageJSON {
    static func object(_ page: PageText, highlights: [Highlight]) -> JSONObject {
        [
            "page": page.page, "label": page.label, "text": page.text, "origin": page.origin?.rawValue,
            "verdict": page.verdict?.rawValue, "layer": page.layer?.rawValue, "reasons": page.reasons,
            "confidence": page.confidence, "width": page.size?.width, "height": page.size?.height,
            "words": page.words.map(word), "highlights": highlights.map(HighlightJSON.object),
            "damage": page.damage.map { "\($0) \(Remedy.repair.command)" },
        ]
    }

    private static func word(_ word: PageText.Word) -> JSONObject {
        ["text": word.text, "box": word.box, "confidence": word.confidence, "indexed": word.isIndexed]
    }
}
