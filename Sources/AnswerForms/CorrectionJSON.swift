import DocSearch

package enum CorrectionJSON {
    package static func object(_ correction: TextCorrection) -> JSONObject {
        [
            "id": correction.id, "page": correction.page, "quote": correction.quote.exact,
            "prefix": correction.quote.prefix, "suffix": correction.quote.suffix, "text": correction.text,
            "author": correction.author.isEmpty ? nil : correction.author,
            "created": correction.created / 1000, "modified": correction.modified / 1000,
            "state": correction.state.rawValue, "contested": correction.isContested,
            "searched": correction.isSearched,
        ]
    }

    package static func object(_ offer: CorrectionOffer) -> JSONObject {
        [
            "word": offer.word, "text": offer.text,
            "pages": offer.pages.sorted { $0.key < $1.key }.map { ["page": $0, "count": $1] as JSONObject },
        ]
    }
}
