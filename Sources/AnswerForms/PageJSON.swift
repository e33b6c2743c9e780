import DocSearch

package enum PageJSON {
    /// `repair` says what to do about damage. It differs between programs.
    package static func object(
        _ page: PageText, highlights: [Highlight], corrections: [TextCorrection] = [], repair: String
    ) -> JSONObject {
        [
            "page": page.page, "label": page.label, "text": page.text, "origin": page.origin?.rawValue,
            "verdict": page.verdict?.rawValue, "layer": page.layer?.rawValue, "reasons": page.reasons,
            "confidence": page.confidence, "language": page.language,
            "recognized_in": page.recognizedIn, "width": page.size?.width, "height": page.size?.height,
            "words": page.words.map {
                [
                    "text": $0.text, "box": $0.box, "confidence": $0.confidence, "corrected": $0.isCorrected,
                    "indexed": $0.isIndexed,
                ] as JSONObject
            },
            "highlights": highlights.map(HighlightJSON.object),
            "corrections": corrections.map(CorrectionJSON.object), "original_text": page.originalText,
            "damage": page.damage.map { "\($0) \(repair)" },
        ]
    }
}
