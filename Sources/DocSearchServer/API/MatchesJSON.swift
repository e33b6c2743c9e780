import AnswerForms
import DocSearch

/// Places of words in the form of solr-ocrhighlighting: regions, and one box for each line of a match. Points from the
/// top left.
package enum MatchesJSON {
    package static func object(_ matches: PageMatches, problem: String? = nil) -> JSONObject {
        [
            "problem": problem, "page": matches.page, "width": matches.size?.width, "height": matches.size?.height,
            "numTotal": matches.matches.count, "regions": matches.regions.map { box($0.box) + ["text": $0.text] },
            "highlights": matches.matches.map { match in
                match.boxes.map { box($0) + ["text": match.text, "parentRegionIdx": match.region] }
            },
            "ranges": matches.matches.map(\.range),
        ]
    }

    private static func box(_ box: PageBox) -> JSONObject {
        ["ulx": box.left, "uly": box.top, "lrx": box.left + box.width, "lry": box.top + box.height]
    }
}
