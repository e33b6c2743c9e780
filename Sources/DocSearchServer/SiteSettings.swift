import AnswerForms
import DocSearch
import Foundation

package struct SiteSettings: Sendable {
    package var index: String
    /// Synonyms, weights and pinned documents, as for "docsearch find".
    package var configuration = ConfigurationFile()
    /// Nil when no token is required.
    package var tokens: TokenFile?
    package var isPublic = false
    /// Extras for everyone where everything may be read without a token.
    package var publicExtras: Set<Visitor.Extra> = []
    package var anonymousRights: Set<Visitor.Right> = []
    package var anonymous: Visitor {
        var visitor = Visitor(rights: anonymousRights)
        if isPublic { visitor.sees = publicExtras }
        return visitor
    }
    /// The public address, when it differs from the listening one; without a slash at the end.
    package var publicURL: String?
    /// Accepted host names, apart from IP addresses and localhost.
    package var hostNames: Set<String> = []
    package var usesCertificate = false
    package var questionTime: Duration = .seconds(10)
    /// Requests a second from one address, averaged. Nil for no limit.
    package var requestsPerSecond: Int? = 50
    /// Nil for a folder of the system's.
    package var imageFolder: String?
    /// The `docsearch-extract` program; nil searches the usual places.
    package var extractorPath: String?
    /// Searches by meaning when the index has vectors.
    package var usesMeaning = true
    /// Computes vectors of questions; nil for the installed model.
    package var model: MeaningModel?
    /// Statement that viewers show with every document, such as the archive's name.
    package var statement: String?
    /// Gets a line for each answer; nil for no log.
    package var accessLog: AccessLog?
    package var passwords: [String] = []

    package init(index: String) { self.index = index }

    /// The path before all addresses, where a proxy serves a folder of its site; empty, or with a slash at its start.
    package var basePath: String {
        guard let publicURL, let scheme = publicURL.firstRange(of: "://") else { return "" }
        let rest = publicURL[scheme.upperBound...]
        return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? ""
    }

    package var isSecure: Bool { usesCertificate || publicURL?.hasPrefix("https://") ?? false }

    /// The start of absolute addresses, for IIIF and feeds.
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

    /// Without port and brackets.
    package static func name(ofHost host: String) -> String {
        if host.hasPrefix("[") { return String(host.dropFirst().prefix { $0 != "]" }) }
        return String(host.prefix { $0 != ":" })
    }

    /// Only a port may follow the host's name, because the name is written into links.
    private static func isPort(afterName host: String) -> Bool {
        let rest = host.hasPrefix("[") ? host.drop { $0 != "]" }.dropFirst() : host.drop { $0 != ":" }
        return rest.isEmpty || (rest.first == ":" && UInt16(rest.dropFirst()) != nil)
    }

    package static func isNumeric(_ name: String) -> Bool {
        var (four, six) = (in_addr(), in6_addr())
        return inet_pton(AF_INET, name, &four) == 1 || inet_pton(AF_INET6, name, &six) == 1
    }
}
