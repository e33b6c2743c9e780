import ArgumentParser
import DocSearch
import ServeOptions

/// The options of `docsearch export --to`.
struct FeedingOptions: ParsableArguments {
    @Option(
        help: .init(
            "Feed a search engine: opensearch (Elasticsearch as well) or solr. With --as, the folder for the files.",
            valueName: "dir"))
    var to: String?
    @Option(help: .init("With --to, the folder of the feed.", valueName: "dir"), completion: .directory)
    var dir: String?
    @Flag(help: "With --to, all documents that are not hidden may be found.") var `public` = false
    @Option(
        help: .init(
            "With --to, only documents that match may be found, as with a filter of a token file.", valueName: "query"))
    var filter: String?
    @Flag(help: "With --to or --query, documents that people have hidden as well.") var hidden = false
    @Option(
        help: .init("With --to, where people reach docsearch serve, for a link to each page.", valueName: "url"))
    var publicUrl: String?
    @Flag(help: "With --to, all documents again, for an engine that has lost them.") var full = false

    /// With `--as` only `--to` and `--hidden` are used.
    func validate(isExport: Bool) throws {
        guard to != nil, !isExport else {
            let isUsed = dir != nil || `public` || filter != nil || hidden && !isExport || publicUrl != nil || full
            return try refuse(
                if: isUsed,
                isExport
                    ? "--dir, --public, --filter, --public-url and --full go with --to and a search engine."
                    : "--dir, --public, --filter, --hidden, --public-url and --full go with --to.")
        }
        try refuse(
            if: engine == nil,
            "--to is \(FeedEngine.allCases.map(\.rawValue).joined(separator: " or ")); a folder goes with --as.")
        try refuse(if: dir?.isEmpty ?? true, "--to needs --dir with a folder.")
        try refuse(
            if: `public` == (filter != nil),
            "Say which documents may be found: --public for all that are not hidden, or --filter with a query.")
        if let publicUrl { try PublicURL.require(publicUrl) }
    }

    private var engine: FeedEngine? { to.flatMap(FeedEngine.init(rawValue:)) }

    func request() throws -> (folder: String, FeedOptions)? {
        guard let engine, let dir else { return nil }
        var options = FeedOptions(engine: engine)
        options.access = filter
        options.showsHidden = hidden
        options.publicURL = publicUrl.map(PublicURL.base)
        options.isFull = full
        return (dir, options)
    }
}
