import ArgumentParser
import DocSearch
import ServeOptions

/// The options of `docsearch export --to`.
struct FeedingOptions: ParsableArguments {
    @Option(help: .init("Feed a search engine: opensearch (Elasticsearch as well) or solr.", valueName: "engine"))
    var to: FeedEngine?
    @Option(help: .init("With --to, the folder of the feed.", valueName: "dir"), completion: .directory)
    var dir: String?
    @Flag(help: "With --to, all documents that are not hidden may be found.") var `public` = false
    @Option(
        help: .init(
            "With --to, only documents that match may be found, as with a filter of a token file.", valueName: "query"))
    var filter: String?
    @Flag(help: "With --to, documents that people have hidden as well.") var hidden = false
    @Option(
        help: .init("With --to, where people reach docsearch serve, for a link to each page.", valueName: "url"))
    var publicUrl: String?
    @Flag(help: "With --to, all documents again, for an engine that has lost them.") var full = false

    func validate() throws {
        guard to != nil else {
            let isUsed = dir != nil || `public` || filter != nil || hidden || publicUrl != nil || full
            return try refuse(
                if: isUsed, "--dir, --public, --filter, --hidden, --public-url and --full go with --to.")
        }
        try refuse(if: dir?.isEmpty ?? true, "--to needs --dir with a folder.")
        try refuse(
            if: `public` == (filter != nil),
            "Say which documents may be found: --public for all that are not hidden, or --filter with a query.")
        if let publicUrl { try PublicURL.require(publicUrl) }
    }

    func request() throws -> (folder: String, FeedOptions)? {
        guard let to, let dir else { return nil }
        var options = FeedOptions(engine: to)
        options.access = filter
        options.showsHidden = hidden
        options.publicURL = publicUrl.map(PublicURL.base)
        options.isFull = full
        return (dir, options)
    }
}

extension FeedEngine: ExpressibleByArgument {}
