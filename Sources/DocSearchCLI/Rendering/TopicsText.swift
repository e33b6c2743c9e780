import DocSearch

struct TopicsText {
    let topics: ArchiveTopics
    let style: Style

    var text: String {
        let shown = topics.topics.enumerated().map { text($0 + 1, $1) }.joined(separator: "\n")
        return shown + (rest.isEmpty ? "" : "\n\(rest)\n")
    }

    private func text(_ number: Int, _ topic: ArchiveTopics.Topic) -> String {
        let words = topic.words.isEmpty ? "(no words)" : topic.words.joined(separator: ", ")
        let about = topics.lookedAt < topics.documents ? "about " : ""
        let facts = ["\(about)\(topic.documents.counted("document"))", topic.years.map(years)].compactMap { $0 }
        let typical = topic.typical.map { document in
            let year = document.date.map { "  \($0.description.prefix(4))" } ?? ""
            return "   \(TerminalText.safe(document.title))\(year)  \(style.faint("(document \(document.id))"))\n"
        }
        return """
            \(number). \(style.strong(TerminalText.safe(words)))
            \(style.faint("   \(facts.joined(separator: ", "))"))

            """ + typical.joined()
    }

    private func years(_ years: ArchiveTopics.Years) -> String {
        years.first == years.last ? "\(years.first)" : "\(years.first) to \(years.last), median \(years.middle)"
    }

    private var rest: String {
        var sentences: [String] = []
        if topics.others > 0 {
            let verb = topics.others == 1 ? "fits" : "fit"
            sentences.append("\(topics.others.counted("document")) \(verb) no topic.")
        }
        if topics.lookedAt < topics.documents {
            sentences.append("A fixed sample of \(topics.lookedAt) of \(topics.documents) documents was used.")
        }
        return sentences.joined(separator: " ")
    }
}
