import DocSearch
import Foundation

/// `$DOCSEARCH_CONFIG`, else `docsearch/config.json` in the configuration folder of the XDG Base Directory
/// Specification. A missing file is an empty one; a broken one is an error.
package struct ConfigurationFile: Decodable {
    package var index: String?
    package var language: String?
    package var jobs: Int?
    package var limits: ReadingLimits?
    package var meaning: IndexingOptions.Meaning?
    package var synonyms: String?
    package var passwords: String?
    package var pinned: [String]?
    package var weights: RankingWeights?
    package var fusion: FusionWeights?
    package var zipNames: String?
    package var otherLanguages: IndexingOptions.OtherLanguages?
    /// The first one is used unless another is named; an empty list stands for none.
    package var recognizers: [PageRecognizer]?
    /// True unless set.
    package var recent: Bool?

    package static func load() throws -> ConfigurationFile {
        let given = Environment.value("DOCSEARCH_CONFIG")
        let base = Environment.value("XDG_CONFIG_HOME") ?? (Environment.home ?? "") + "/.config"
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
                "The configuration file \"\(path)\" is not as docs/command-line.md describes it: "
                    + "\(reason(error, in: String(decoding: bytes, as: UTF8.self))).")
        }
    }

    private static func reason(_ error: DecodingError, in text: String) -> String {
        let fault = JSONFault(error, in: text)
        return (fault.isUnplaced ? unfitNumber(in: text) : nil) ?? fault.sentence
    }

    /// The decoder does not name the number that is too large or not whole. Each number is replaced in turn: with the
    /// right one replaced, the file can be read or fails with a different error.
    private static func unfitNumber(in text: String) -> String? {
        for match in text.matches(of: /"([^"]+)"\s*:\s*(-?[0-9][0-9.eE+-]*)/) {
            let number = match.output.2
            let other = text[..<number.startIndex] + "1" + text[number.endIndex...]
            do {
                _ = try JSONDecoder().decode(Checked.self, from: Data(other.utf8))
            } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
                continue
            } catch {
                // That error is reported once this number has been corrected.
            }
            let line = 1 + text[..<number.startIndex].utf8.count { $0 == UInt8(ascii: "\n") }
            return "line \(line), \(match.output.1): it must be a whole number, and no larger than a program can hold"
        }
        return nil
    }

    package init() {}

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case index, language, jobs, limits, meaning, synonyms, passwords, pinned, weights, fusion, recent, recognizers
        case zipNames = "zip_names"
        case otherLanguages = "other_languages"
    }

    private struct Checked: Decodable {
        let file: ConfigurationFile

        init(from decoder: any Decoder) throws {
            try KnownMembers(CodingKeys.allCases.map(\.rawValue)).refuseOthers(in: decoder)
            var file = try ConfigurationFile(from: decoder)
            let possible = IndexingOptions.possibleJobs
            if let jobs = file.jobs, !possible.contains(jobs) {
                throw Self.error(
                    in: .jobs, "it must be a whole number from \(possible.lowerBound) to \(possible.upperBound)")
            }
            let names = (file.recognizers ?? []).map(\.name)
            if Set(names).count < names.count { throw Self.error(in: .recognizers, "two of them have the same name") }
            if let page = file.zipNames {
                if let refusal = ReadingLimits.refusal(ofCodePage: page) { throw Self.error(in: .zipNames, refusal) }
                var limits = file.limits ?? ReadingLimits()
                limits.zipNames = page
                file.limits = limits
            }
            self.file = file
        }

        private static func error(in member: CodingKeys, _ reason: String) -> DecodingError {
            .dataCorrupted(.init(codingPath: [member], debugDescription: reason))
        }
    }

    /// Those of the file, and one that docsearch has installed.
    package func allRecognizers() throws -> [PageRecognizer] {
        let configured = recognizers ?? []
        guard let installed = try RecognizerInstallation().recognizer(),
            !configured.contains(where: { $0.name == installed.name })
        else { return configured }
        return configured + [installed]
    }

    /// Without a name, the first one in the file is used, or else the installed one. Nil for `none`, and when there is no
    /// recogniser.
    package func recognizer(named name: String?) throws -> PageRecognizer? {
        guard let name else { return try recognizers.map(\.first) ?? allRecognizers().first }
        if name == "none" { return nil }
        guard let found = try allRecognizers().first(where: { $0.name == name }) else {
            throw DocSearchError(.usage, "There is no recogniser \"\(name)\".", remedy: .installRecognizer)
        }
        return found
    }

    /// A synonym file named on the command line takes precedence over the configured one.
    package func apply(to request: inout SearchRequest, synonyms named: String?) throws {
        if let weights { request.weights = weights }
        if let fusion { request.fusion = fusion }
        if let pinned { request.pinned = pinned.map { DocumentReference($0) } }
        if let file = named ?? synonyms { request.synonyms = try Synonyms(file: IndexLocation.absolute(file)) }
    }
}
