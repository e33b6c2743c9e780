import DocSearch

/// docs/command-line.md describes it.
package enum TopicsJSON {
    /// `query` is empty for topics of all documents.
    package static func object(_ topics: ArchiveTopics, query: String, hint: (SearchHint) -> String) -> JSONObject {
        [
            "query": query.isEmpty ? nil as String? : query, "documents": topics.documents,
            "looked_at": topics.lookedAt, "others": topics.others, "hints": topics.hints.map(hint),
            "topics": topics.topics.map(object),
        ]
    }

    private static func object(_ topic: ArchiveTopics.Topic) -> JSONObject {
        [
            "words": topic.words, "documents": topic.documents,
            "years": topic.years.map { ["first": $0.first, "middle": $0.middle, "last": $0.last] as JSONObject },
            "typical": topic.typical.map { DocumentJSON.object($0, file: nil) },
        ]
    }
}

extension ArchiveTopics {
    /// Sentences about the documents that have no topic; empty where each has one.
    package var rest: String {
        let without = others > 0 ? "\(others.counted("document")) \(others == 1 ? "fits" : "fit") no topic." : nil
        let sample = "A fixed sample of \(lookedAt) of \(documents) documents was used."
        return [without, lookedAt < documents ? sample : nil].compactMap(\.self).joined(separator: " ")
    }
}

extension ArchiveTopics.Years {
    package var text: String { first == last ? "\(first)" : "\(first) to \(last), median \(middle)" }
}
