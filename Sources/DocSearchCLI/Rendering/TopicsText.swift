import AnswerForms
import DocSearch

struct TopicsText {
    let topics: ArchiveTopics
    let style: Style

    var text: String {
        let shown = topics.topics.enumerated().map { text($0 + 1, $1) }.joined(separator: "\n")
        return shown + (topics.rest.isEmpty ? "" : "\n\(topics.rest)\n")
    }

    private func text(_ number: Int, _ topic: ArchiveTopics.Topic) -> String {
        let words = topic.words.isEmpty ? "(no words)" : topic.words.joined(separator: ", ")
        let about = topics.lookedAt < topics.documents ? "about " : ""
        let facts = ["\(about)\(topic.documents.counted("document"))", topic.years?.text].compactMap { $0 }
        let typical = topic.typical.map { document in
            let year = document.date.map { "  \($0.description.prefix(4))" } ?? ""
            return "   \(TerminalText.safe(document.title))\(year)  \(style.faint("(document \(document.id))"))\n"
        }
        return """
            \(number). \(style.strong(TerminalText.safe(words)))
            \(style.faint("   \(facts.joined(separator: ", "))"))

            """ + typical.joined()
    }
}
