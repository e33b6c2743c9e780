import DocSearch
import Foundation

/// The configuration file: `$DOCSEARCH_CONFIG`, else `docsearch/config.json` in the configuration folder of the XDG
/// Base Directory Specification. A missing file is an empty one; a broken one is an error.
package struct ConfigurationFile: Decodable {
    package var index: String?
    package var language: String?
    package var jobs: Int?
    package var limits: ReadingLimits?
    /// Whether "docsearch index" computes vectors.
    package var meaning: IndexingOptions.Meaning?
    /// A file of synonyms.
    package var synonyms: String?
    /// A file of passwords for what is locked.
    package var passwords: String?
    /// Documents that are wanted in front: path forms or identifiers.
    package var pinned: [String]?
    /// How much a word counts in titles, texts, authors and tags.
    package var weights: RankingWeights?
    /// How much words and meaning count when both have answered.
    package var fusion: FusionWeights?
    /// Whether searches on a terminal are kept; they are when nothing is said.
    package var recent: Bool?

    package static func load() throws -> ConfigurationFile {
        let given = Environment.value("DOCSEARCH_CONFIG")
        let base = Environment.value("XDG_CONFIG_HOME") ?? (Environment.value("HOME") ?? "") + "/.config"
        let path = given ?? base + "/docsearch/config.json"
        if given == nil, access(path, F_OK) != 0 { return ConfigurationFile() }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw DocSearchError(.usage, "The configuration file \"\(path)\" cannot be read.")
        }
        do {
            return try JSONDecoder().decode(Checked.self, from: bytes).file
        } catch let error as DecodingError {
            throw DocSearchError(
                .usage,
                "The configuration file \"\(path)\" is not as docs/command-line.md describes it: \(reason(error)).")
        }
    }

    /// The member that is at fault, and what is wrong with it.
    private static func reason(_ error: DecodingError) -> String {
        let context: DecodingError.Context
        switch error {
        case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
            .dataCorrupted(let found):
            context = found
        @unknown default: return "\(error)"
        }
        let member = context.codingPath.map(\.stringValue).joined(separator: ".")
        let description = context.debugDescription
        return (member.isEmpty ? "" : "\(member): ")
            + (description.hasSuffix(".") ? String(description.dropLast()) : description)
    }

    package init() {}

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case index, language, jobs, limits, meaning, synonyms, passwords, pinned, weights, fusion, recent
    }

    /// The file, when it has no other members.
    private struct Checked: Decodable {
        let file: ConfigurationFile

        init(from decoder: any Decoder) throws {
            try KnownMembers(CodingKeys.allCases.map(\.rawValue)).refuseOthers(in: decoder)
            file = try ConfigurationFile(from: decoder)
        }
    }

    /// What concerns searching; a file of synonyms that was named with the command goes before the configured one.
    package func apply(to request: inout SearchRequest, synonyms named: String?) throws {
        if let weights { request.weights = weights }
        if let fusion { request.fusion = fusion }
        if let pinned { request.pinned = pinned.map { DocumentReference($0) } }
        if let file = named ?? synonyms { request.synonyms = try Synonyms(file: IndexLocation.absolute(file)) }
    }
}
