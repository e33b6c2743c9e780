import ArgumentParser

package struct ServeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
    package var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 chooses a free one.")
    package var port: Int?

    @Flag(help: "Choose a free port of this machine, and open the page in the browser.")
    package var open = false

    @Option(help: ArgumentHelp("A token file: each token with the documents it gives access to.", valueName: "file"))
    package var tokenFile: String?

    @Flag(help: "Let everyone who can reach the address read, without a token.")
    package var `public` = false

    package enum Extra: String, CaseIterable, ExpressibleByArgument { case notes, names, questions, hidden }

    @Option(
        help: ArgumentHelp(
            "With --public, also show: notes (and highlights), names (of the accounts that wrote them), questions (saved ones), hidden (documents); may be repeated.",
            valueName: "what"))
    package var show: [Extra] = []

    @Option(
        help: ArgumentHelp(
            "Where people reach the server behind a proxy, as in https://archive.example/search.", valueName: "url"))
    package var publicUrl: String?

    @Option(help: ArgumentHelp("A certificate with its chain (PEM), to speak TLS.", valueName: "file"))
    package var certificate: String?

    @Option(help: ArgumentHelp("The private key of the certificate (PEM).", valueName: "file"))
    package var key: String?

    @Flag(help: "Let users of this machine add tags, notes and highlights without a token.")
    package var write = false

    package enum Meaning: String, CaseIterable, ExpressibleByArgument { case auto, never }

    @Option(help: "Search by meaning as well as by words: auto (where the index has vectors) or never.")
    package var meaning = Meaning.auto

    @Option(help: ArgumentHelp("The time limit for one query, in seconds.", valueName: "seconds"))
    package var queryTime = 10

    @Option(help: ArgumentHelp("A file to which a line of JSON is added for each answer.", valueName: "file"))
    package var accessLog: String?

    @Option(help: ArgumentHelp("A folder in which this server alone caches page images.", valueName: "folder"))
    package var images: String?

    @Option(
        help: ArgumentHelp(
            "A line that IIIF viewers show with every document, for example its owner.", valueName: "text")
    )
    package var statement: String?

    @Option(help: ArgumentHelp("Make a token, and print it with its line for the token file.", valueName: "name"))
    package var makeToken: String?

    package init() {}

    package func validate() throws {
        if let port, !(0...65_535).contains(port) { throw ValidationError("--port must be 0 to 65535.") }
        if !(1...600).contains(queryTime) { throw ValidationError("--query-time must be 1 to 600.") }
        if let statement, statement.isEmpty || statement.count > 500 {
            throw ValidationError("--statement must have 1 to 500 letters.")
        }
        if (certificate == nil) != (key == nil) { throw ValidationError("--certificate and --key go together.") }
        if open, tokenFile != nil || `public` || certificate != nil {
            throw ValidationError("--open cannot be used with --token-file, --public or --certificate.")
        }
        if !show.isEmpty, !`public` { throw ValidationError("--show is for --public; others see all of this.") }
        if write, `public` || tokenFile != nil || host != "127.0.0.1" {
            throw ValidationError("--write is for this machine only; tokens let others write.")
        }
        if let publicUrl {
            try PublicURL.require(publicUrl)
            guard !write else { throw ValidationError("--write is for this machine only; tokens let others write.") }
        }
    }

    /// For docsearch-serve.
    package var arguments: [String] {
        let values: [(String, String?)] = [
            ("--host", host), ("--port", port.map(String.init)), ("--token-file", tokenFile),
            ("--public-url", publicUrl), ("--certificate", certificate), ("--key", key),
            ("--meaning", meaning.rawValue), ("--query-time", String(queryTime)), ("--images", images),
            ("--access-log", accessLog), ("--statement", statement), ("--make-token", makeToken),
        ]
        let flags = [("--open", open), ("--public", `public`), ("--write", write)]
        let shown = show.map { "--show=\($0.rawValue)" }
        return shown + values.flatMap { name, value in value.map { ["\(name)=\($0)"] } ?? [] }
            + flags.filter(\.1).map(\.0)
    }
}
