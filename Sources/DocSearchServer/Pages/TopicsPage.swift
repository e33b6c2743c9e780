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
            \(rest)
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
            <p class="about">\(topics.lookedAt < topics.documents ? "about " : "")\(topic.documents.counted("document"))\(years(topic))</p>
            <ul>\(typical)</ul>
            </li>
            """
    }

    private func search(_ word: String) -> SearchQuestion {
        question.with { $0.words = $0.words.isEmpty ? word : "\($0.words) \(word)" }
    }

    private func years(_ topic: ArchiveTopics.Topic) -> String {
        guard let years = topic.years else { return "" }
        guard years.first != years.last else { return ", \(years.first)" }
        return ", \(years.first) to \(years.last), median \(years.middle)"
    }

    private var rest: HTML {
        var sentences: [String] = []
        if topics.others > 0 {
            sentences.append("\(topics.others.counted("document")) \(topics.others == 1 ? "fits" : "fit") no topic.")
        }
        if topics.lookedAt < topics.documents {
            sentences.append("A fixed sample of \(topics.lookedAt) of \(topics.documents) documents was used.")
        }
        return sentences.isEmpty ? .none : "<p class=\"faint\">\(sentences.joined(separator: " "))</p>"
    }
}
