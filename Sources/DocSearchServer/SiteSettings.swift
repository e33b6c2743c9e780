import AnswerForms
import DocSearch
import Foundation

/// What the server is told when it starts.
package struct SiteSettings: Sendable {
    package var index: String
    /// Synonyms, weights and pinned documents, as for "docsearch find".
    package var configuration = ConfigurationFile()
    /// Who may come in; nil where no token is asked for.
    package var tokens: TokenFile?
    /// Whether everything may be read without a token.
    package var isPublic = false
    /// What everyone sees beside documents, where everything may be read without a token.
    package var publicExtras: Set<Visitor.Extra> = []
    /// Rights of those who come without a token.
    package var anonymousRights: Set<Visitor.Right> = []
    /// Who comes without a token.
    package var anonymous: Visitor {
        var visitor = Visitor(rights: anonymousRights)
        if isPublic { visitor.sees = publicExtras }
        return visitor
    }
    /// Where people reach the server, when that is not where it listens: without a slash at the end.
    package var publicURL: String?
    /// The names that the server is asked for under, apart from numbers and localhost.
    package var hostNames: Set<String> = []
    /// Whether it speaks TLS itself.
    package var usesCertificate = false
    /// How long one question may take.
    package var questionTime: Duration = .seconds(10)
    /// Requests of one address in a second, over some time; others wait for theirs. Nil for no limit.
    package var requestsPerSecond: Int? = 50
    /// Where images of pages are kept; nil for a folder of the system's.
    package var imageFolder: String?
    /// The `docsearch-extract` program; nil looks where it usually is.
    package var extractorPath: String?
    /// Whether anything is found by meaning, where the index has vectors.
    package var usesMeaning = true
    /// What makes vectors of questions; nil for the model that is installed.
    package var model: MeaningModel?
    /// What viewers are to show with every document, such as whose archive it is.
    package var statement: String?
    /// The file that gets a line for each answer; nil for none.
    package var accessLog: AccessLog?
    /// Passwords to try on documents that are locked.
    package var passwords: [String] = []

    package init(index: String) { self.index = index }

    /// The path before all addresses, where a proxy hands out a folder of its site; empty, or with a slash at its beginning.
    package var basePath: String {
        guard let publicURL, let scheme = publicURL.firstRange(of: "://") else { return "" }
        let rest = publicURL[scheme.upperBound...]
        return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? ""
    }

    package var isSecure: Bool { usesCertificate || publicURL?.hasPrefix("https://") ?? false }

    /// The beginning of whole addresses, as IIIF and feeds need them.
    package func base(host: String) -> String { publicURL ?? "\(usesCertificate ? "https" : "http")://\(host)" }

    package func isOwnHost(_ host: String) -> Bool {
        let name = Self.name(ofHost: host).lowercased()
        guard Self.isPort(afterName: host) else { return false }
        return name == "localhost" || Self.isNumeric(name) || hostNames.contains(name)
    }

    package func isOwnOrigin(_ origin: String, host: String) -> Bool {
        if let publicURL, origin == publicURL.dropLast(basePath.count) { return true }
        return origin == "http://\(host)" || origin == "https://\(host)"
    }

    /// Without the port and the brackets.
    package static func name(ofHost host: String) -> String {
        if host.hasPrefix("[") { return String(host.dropFirst().prefix { $0 != "]" }) }
        return String(host.prefix { $0 != ":" })
    }

    /// Whether nothing but a port stands behind the name of a host: it is written into links.
    private static func isPort(afterName host: String) -> Bool {
        let rest = host.hasPrefix("[") ? host.drop { $0 != "]" }.dropFirst() : host.drop { $0 != ":" }
        return rest.isEmpty || (rest.first == ":" && UInt16(rest.dropFirst()) != nil)
    }

    package static func isNumeric(_ name: String) -> Bool {
        var (four, six) = (in_addr(), in6_addr())
        return inet_pton(AF_INET, name, &four) == 1 || inet_pton(AF_INET6, name, &six) == 1
    }
}
