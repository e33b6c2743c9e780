import AnswerForms
import DocSearch
import Foundation

package struct SiteSettings: Sendable {
    package var index: String
    package var configuration = ConfigurationFile()
    package var tokens: TokenFile?
    package var isPublic = false
    package var publicExtras: Set<Visitor.Extra> = []
    package var anonymousRights: Set<Visitor.Right> = []
    package var anonymous: Visitor {
        var visitor = Visitor(rights: anonymousRights)
        if isPublic { visitor.sees = publicExtras }
        return visitor
    }
    /// Without a slash at the end.
    package var publicURL: String?
    /// Apart from IP addresses and localhost.
    package var hostNames: Set<String> = []
    package var usesCertificate = false
    package var questionTime: Duration = .seconds(10)
    /// Averaged, from one address.
    package var requestsPerSecond: Int? = 50
    package var imageFolder: String?
    /// Nil searches the usual places.
    package var extractorPath: String?
    package var usesMeaning = true
    package var model: MeaningModel?
    /// Viewers show it with every document.
    package var statement: String?
    package var accessLog: AccessLog?
    package var passwords: [String] = []

    package init(index: String) { self.index = index }

    /// Where a proxy serves a folder of its site; empty, or with a slash at its start.
    package var basePath: String {
        guard let publicURL, let scheme = publicURL.firstRange(of: "://") else { return "" }
        let rest = publicURL[scheme.upperBound...]
        return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? ""
    }

    package var isSecure: Bool { usesCertificate || publicURL?.hasPrefix("https://") ?? false }

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
