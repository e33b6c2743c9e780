import DocSearch

extension Site {
    static var signingRoutes: [Route] {
        [
            Route("GET", "/sign-in") { site, visit, _ in
                Answer(html: SignInPage(frame: site.frame(visit), to: visit.query["to"] ?? "").html)
            },
            Route("POST", "/sign-in", mostBytes: 16 << 10) { site, visit, _ in
                let form = visit.form
                let to = form["to"] ?? ""
                guard let tokens = site.settings.tokens, let name = tokens.visitor(of: form["token"] ?? "")?.name else {
                    site.note(failedSignIn: visit)
                    // Slows down guessing, wherever it comes from.
                    try await Task.sleep(for: .milliseconds(300))
                    return Answer(401, html: SignInPage(frame: site.frame(visit), to: to, notice: .unknownToken).html)
                }
                let secret = site.door.sessions.begin(token: name)
                return .redirect(303, to: site.ownAddress(to)).with("set-cookie", site.door.cookieHeader(secret))
            },
            Route("POST", "/sign-out", mostBytes: 16 << 10) { site, visit, _ in
                if let secret = Doorkeeper.cookies(visit)[Doorkeeper.cookie] { site.door.sessions.end(secret) }
                // The next person at this browser must not see its stored data (W3C Clear Site Data).
                return .redirect(303, to: site.links.to("/")).with("set-cookie", site.door.cookieHeader(nil))
                    .with("clear-site-data", "\"cache\"")
            },
        ]
    }

    /// Accepts only paths of this server. Browsers take `//` and `/\` for the start of a host.
    func ownAddress(_ text: String) -> String {
        let isOwn =
            text.hasPrefix("/") && !text.hasPrefix("//") && !text.contains("\\")
            && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7F }
        guard isOwn else { return links.to("/") }
        return !settings.basePath.isEmpty && !text.hasPrefix(settings.basePath + "/") ? settings.basePath + text : text
    }
}

struct SignInPage {
    let frame: SiteFrame
    let to: String
    var notice: Notice?

    enum Notice: String {
        case unknownToken = "This token is not known. It was mistyped, has expired, or was revoked."
        case sessionEnded =
            "You are no longer signed in, so nothing was changed. Sign in, go back to the page, and send it again."
    }

    var html: HTML {
        frame.page(
            "Sign in – docsearch", width: "narrow",
            """
            <h1>Sign in</h1>
            \(notice.map { "<p class=\"hint\" role=\"alert\">\($0.rawValue)</p>" } ?? .none as HTML)
            <form class="stack" method="post" action="\(frame.links.to("/sign-in"))">
            <input type="hidden" name="to" value="\(to)">
            <label for="token">Token</label>
            <input type="password" id="token" name="token" required autofocus autocomplete="current-password" maxlength="200">
            <button>Sign in</button>
            </form>
            <p class="faint">Ask the people who run this search for a token.</p>
            """)
    }
}
