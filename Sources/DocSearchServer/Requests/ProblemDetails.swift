import AnswerForms
import DocSearch

/// An error as a problem document (RFC 9457).
package struct ProblemDetails: Error, Sendable, Equatable {
    package var status: Int
    package var title: String
    /// The failure, its reason, and what to do.
    package var detail: String
    /// Seconds.
    package var retryAfter: Int?
    package var allow: String?
    /// For the log only: paths and system messages.
    package var cause: String?

    package init(
        _ status: Int, _ title: String, _ detail: String, retryAfter: Int? = nil, allow: String? = nil,
        cause: String? = nil
    ) {
        (self.status, self.title, self.detail) = (status, title, detail)
        (self.retryAfter, self.allow, self.cause) = (retryAfter, allow, cause)
    }

    package static func badParameter(_ name: String, _ wanted: String) -> ProblemDetails {
        ProblemDetails(400, "A parameter is not valid", "The parameter \"\(name)\" must be \(wanted).")
    }

    package static let noRequest = ProblemDetails(
        400, "The request is not valid", "It is not HTTP/1.1, its address is not a path, or a part of it is too long.")
    package static let noPage = ProblemDetails(404, "There is nothing here", "This server has no page at this address.")
    package static let noDocument = ProblemDetails(
        404, "There is no such document", "The index has no document, or no page, with this number that you may see.")
    package static let tooSlow = ProblemDetails(
        503, "The search took too long",
        "It reached the time limit without finding anything. Search for rarer words, or for fewer.", retryAfter: 5)
    static let noLink = ProblemDetails(
        404, "There is no such link", "It has ended, or was made with another token.")
    static let unknownToken = ProblemDetails(
        401, "This token is not known", "It was mistyped, has expired, or was removed from the token file.")
    static let tooLate = ProblemDetails(503, "This took too long", Site.tooLate, retryAfter: 5)
    package static let tooBusy = ProblemDetails(
        503, "The server is busy", "Too many queries are waiting. Try again in a moment.", retryAfter: 2)

    /// The error's text has paths of the machine.
    package init(_ error: DocSearchError, hiding secrets: Redaction) {
        self =
            switch error.code {
            case .noIndex:
                ProblemDetails(
                    503, "There is no index yet",
                    "Nothing has been indexed yet. This page will work after the first run of \"docsearch index\".",
                    retryAfter: 60)
            case .newerIndex:
                ProblemDetails(
                    503, "The index is of a newer release",
                    "This server is older than the program that made the index. It must be upgraded.")
            case .damagedIndex:
                ProblemDetails(
                    503, "The index is damaged",
                    "A part of the index cannot be read. The next run repairs it; \"docsearch verify --repair\" does it now.",
                    retryAfter: 60)
            case .locked:
                ProblemDetails(
                    503, "The index is being changed", "Another program is changing it at this moment. Try again soon.",
                    retryAfter: 5)
            case .limit: .tooSlow
            case .notFound, .ambiguous: ProblemDetails(404, "Not found", secrets.applied(to: error.message))
            case .usage: ProblemDetails(400, "This request is not valid", secrets.applied(to: error.message))
            default:
                ProblemDetails(500, "Something failed", "This could not be answered. The log of the server says why.")
            }
        if error.code != .limit { cause = error.message }
    }

    package var answer: Answer {
        let object: JSONObject = ["type": "about:blank", "title": title, "status": status, "detail": detail]
        return Answer(status, json: object, type: "application/problem+json").with(of: self)
    }
}

extension Answer {
    func with(of problem: ProblemDetails) -> Answer {
        var answer = self
        if let seconds = problem.retryAfter { answer = answer.with("retry-after", String(seconds)) }
        if let methods = problem.allow { answer = answer.with("allow", methods) }
        return answer
    }
}
