import DocSearch

package struct SiteFrame: Sendable {
    package var links: Links
    package var visitor: Visitor
    package var hasTokens: Bool
    package var mayShare: Bool
    /// It names files that not everyone may know of.
    package var showsNight: Bool

    package func page(
        _ title: String, question: SearchQuestion = SearchQuestion(), width: StaticString = "wide", _ content: HTML
    ) -> HTML {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <title>\(title)</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <link rel="stylesheet" href="\(links.asset(.style))">
        <link rel="icon" href="\(links.asset(.icon))" type="image/svg+xml">
        \(isShared ? .none : "<link rel=\"search\" type=\"application/opensearchdescription+xml\" title=\"docsearch\" href=\"\(links.to("/opensearch.xml"))\">" as HTML)
        <script src="\(links.asset(.script))" defer></script>
        </head>
        <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="top">
        \(isShared ? "<span class=\"home\">docsearch</span>" : menu(question))
        </header>
        <main id="content" class="\(HTML(stringLiteral: width))">
        \(content)
        </main>
        </body>
        </html>

        """
    }

    private var isShared: Bool { visitor.share != nil }

    private func menu(_ question: SearchQuestion) -> HTML {
        """
        <a class="home" href="\(links.to("/"))">docsearch</a>
        \(searchForm(question))
        <nav aria-label="Pages">
        <a href="\(links.to("/batch"))">Lists</a>
        \(mayShare ? "<a href=\"\(links.to("/links"))\">Links</a>" as HTML : "")
        \(showsNight ? "<a href=\"\(links.to("/night"))\">Runs</a>" as HTML : "")
        \(signing)
        </nav>
        """
    }

    private func searchForm(_ question: SearchQuestion) -> HTML {
        let fields: [HTML] = question.with { $0.words = "" }.items.items.map {
            "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">"
        }
        return """
            <form class="search" role="search" action="\(links.to("/"))" method="get">
            <label class="unseen" for="q">Words to look for</label>
            <input type="search" id="q" name="q" value="\(question.words)" placeholder="Words to look for" autocomplete="off" spellcheck="false" maxlength="\(QueryItems.mostCharacters)" list="words" data-suggest="\(links.to("/api/v1/suggest"))">
            <datalist id="words"></datalist>
            \(fields)
            <button>Search</button>
            </form>
            """
    }

    private var signing: HTML {
        guard hasTokens else { return .none }
        guard let name = visitor.name else { return "<a href=\"\(links.to("/sign-in"))\">Sign in</a>" }
        return """
            <form class="plain" action="\(links.to("/sign-out"))" method="post"><button class="link" title="Signed in as \(name)">Sign out</button></form>
            """
    }

    func problem(_ problem: ProblemDetails, _ again: FormAgain? = nil) -> HTML {
        page(
            problem.title, width: "narrow",
            """
            <h1>\(problem.title)</h1>
            <p>\(problem.detail)</p>
            \(again?.html)
            \(isShared ? .none : "<p><a href=\"\(links.to("/"))\">To the search</a></p>" as HTML)
            """)
    }
}
