import SentenceEmbedding

extension MeaningQuestion {
    func snippet(of text: String, in chunk: Range<Int>, words: Int, by embedder: any Embedder) throws -> Snippet? {
        guard let part = text.part(chunk) else { return nil }
        let sentences = SentenceSplitter.sentences(in: String(part)).map {
            $0.lowerBound + chunk.lowerBound..<$0.upperBound + chunk.lowerBound
        }
        let parts = sentences.compactMap { text.part($0).map(String.init) }
        guard let last = sentences.last, parts.count == sentences.count else { return nil }
        let likeness = try embedder.likeness(of: parts, to: tellingText)
        let best = likeness.indices.max { likeness[$0] < likeness[$1] } ?? 0
        guard sentences.indices.contains(best), let shown = text.part(sentences[best].lowerBound..<last.upperBound)
        else { return nil }
        var snippet = Snippet(String(shown), marks: [], words: words)
        if sentences[best].lowerBound > 0 { snippet.text = "…" + snippet.text }
        if last.upperBound < text.utf8.count, snippet.text.last != "…" { snippet.text += "…" }
        return snippet
    }
}

extension String {
    func part(_ bytes: Range<Int>) -> Substring? {
        guard bytes.lowerBound >= 0, bytes.upperBound <= utf8.count else { return nil }
        let start = utf8.index(startIndex, offsetBy: bytes.lowerBound)
        let end = utf8.index(start, offsetBy: bytes.count)
        let first = String.Index(start, within: unicodeScalars)
        guard let first, let last = String.Index(end, within: unicodeScalars) else { return nil }
        return self[first..<last]
    }
}
