import AnswerForms
import DocSearch

struct TopicsPage {
    let frame: SiteFrame
    let question: SearchQuestion
    let topics: ArchiveTopics

    private var links: Links { frame.links }

    var html: HTML {
        frame.page(
            "Topics – docsearch", question: question, width: "narrow",
            """
            <h1>Topics of \(topics.documents.counted("document"))\(question.isEmpty ? "" : " found")</h1>
            \(question.isEmpty ? .none : "<p class=\"back\"><a href=\"\(links.search(question))\">The documents themselves</a></p>" as HTML)
            \(topics.hints.map { "<p class=\"hint\">\($0.message)</p>" as HTML })
            \(topics.topics.isEmpty ? "<p>No document that is asked about has vectors, so there are no topics.</p>" as HTML : .none)
            <ol class="topics">\(topics.topics.map(item))</ol>
            \(HTML.when(!topics.rest.isEmpty, "<p class=\"faint\">\(topics.rest)</p>"))
            """)
    }

    private func item(_ topic: ArchiveTopics.Topic) -> HTML {
        let words: [HTML] = topic.words.map { "<a href=\"\(links.search(search($0)))\">\($0)</a>" }
        let typical: [HTML] = topic.typical.map { document in
            let year = document.date.map { String($0.description.prefix(4)) } ?? ""
            return """
                <li><a href="\(links.document(document.id))"><bdi>\(document.title)</bdi></a> <span class="count">\(year)</span></li>
                """
        }
        return """
            <li>
            <h2>\(words.isEmpty ? "(no words)" : words.joined(separator: ", "))</h2>
            <p class="about">\(topics.lookedAt < topics.documents ? "about " : "")\(topic.documents.counted("document"))\(topic.years.map { ", \($0.text)" } ?? "")</p>
            <ul>\(typical)</ul>
            </li>
            """
    }

    private func search(_ word: String) -> SearchQuestion {
        question.with { $0.words = $0.words.isEmpty ? word : "\($0.words) \(word)" }
    }
}
