import ArgumentParser
import DocSearch

struct SearchScope: ParsableArguments {
    @Option(help: .init("A query that every document must match, as in lang:de.", valueName: "query"))
    var filter: String?
    @Option(help: .init("Only documents in this remembered folder; may be given more than once.", valueName: "path"))
    var root: [String] = []

    func request(_ query: String = "", hidden: Bool) -> SearchRequest {
        var request = SearchRequest(query)
        request.filter = filter
        request.roots = root
        request.showsHidden = hidden
        return request
    }
}
