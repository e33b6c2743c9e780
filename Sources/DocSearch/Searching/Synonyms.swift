import Foundation
import QueryLanguage

/// Words that mean the same, as the people of an archive know them. A person who asks for one word finds those beside it.
///
/// A line names words or phrases with commas between them: `tramway, tram, street railway`. Lines that begin with `#` say
/// nothing. Capitals and marks make no difference. Quoted words (`"tram"`) and exact ones (`=tram`) are found as they are.
public struct Synonyms: Sendable, Hashable {
    private var groups: [[String]] = []
    private var groupsOfWord: [String: [Int]] = [:]

    private static let limit = 16

    /// No synonyms.
    public init() {}

    /// Reads the lines described above. Lines with fewer than two words are passed over.
    public init(lines text: String) {
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            let words = line.split(separator: ",").map { Self.key(String($0)) }.filter { !$0.isEmpty }
            guard words.count > 1 else { continue }
            for word in words { groupsOfWord[word, default: []].append(groups.count) }
            groups.append(words)
        }
    }

    /// Reads a file of such lines. Throws ``DocSearchError`` with code `failed` when it cannot be read.
    public init(file path: String) throws {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw DocSearchError(.failed, "The file of synonyms \"\(path)\" cannot be read.")
        }
        self.init(lines: String(decoding: bytes, as: UTF8.self))
    }

    func alternatives(of word: String) -> [String] {
        guard !groups.isEmpty else { return [] }
        let key = Self.key(word)
        var result: [String] = []
        for other in (groupsOfWord[key] ?? []).flatMap({ groups[$0] })
        where other != key && !result.contains(other) && result.count < Self.limit { result.append(other) }
        return result
    }

    private static func key(_ text: String) -> String {
        // White space and control characters count as little here as in a query.
        text.unicodeScalars.split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
            .map { String($0) }.joined(separator: " ").lowercased().folding(options: .diacriticInsensitive, locale: nil)
    }
}
