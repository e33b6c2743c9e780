import Foundation

/// Something that poppler lacks on this machine, and without which it leaves text out. It says so in its log alone.
package struct MissingResource: Hashable, Sendable {
    /// What it lacks, in poppler's words: a collection of characters such as `Adobe-Japan1`, or the name of a font.
    let name: String
    private let kind: Kind

    private enum Kind: Hashable { case tables, font }

    /// What `body` gives, with what poppler lacked for it.
    package static func noticed<Result>(
        during body: () throws -> Result
    ) rethrows -> (result: Result, missing: [MissingResource]) {
        let thread = Thread.current
        thread.threadDictionary[key] = nil
        let result = try body()
        let missing = thread.threadDictionary[key] as? Set<MissingResource> ?? []
        return (result, missing.sorted { $0.name < $1.name })
    }

    /// Takes a message of poppler, which it gives on the thread that reads.
    static func hear(_ message: UnsafePointer<CChar>) {
        guard strstr(message, "Missing language pack") != nil || strstr(message, "Couldn't find a") != nil,
            let resource = MissingResource(message: String(cString: message))
        else { return }
        let dictionary = Thread.current.threadDictionary
        var all = dictionary[key] as? Set<MissingResource> ?? []
        if all.count < most { all.insert(resource) }
        dictionary[key] = all
    }

    /// Nil for what is no fault of this machine. Files may name collections that nobody has tables for.
    init?(message: String, hasTables: Bool = PDFEngine.hasTables) {
        guard let quoted = message.split(separator: "'", omittingEmptySubsequences: false).dropFirst().first else {
            return nil
        }
        name = String(
            quoted.unicodeScalars.prefix(100).filter { $0.properties.generalCategory != .control }.map(Character.init))
        switch message {
        case let message where message.contains("Missing language pack"):
            guard !hasTables, Self.collections.contains(name) else { return nil }
            kind = .tables
        case let message where message.contains("Couldn't find a font for"): kind = .font
        default: return nil
        }
    }

    /// Whether text that needs it is neither read nor drawn; otherwise it is only not drawn.
    package var concealsText: Bool { kind == .tables }

    /// What is missing and what to do, to be put into a sentence.
    package var reason: String {
        switch kind {
        case .tables:
            "the page has text that poppler cannot read without its tables for Chinese, Japanese and Korean (\(name)), "
                + "which are missing on this machine: apt install poppler-data"
        case .font:
            "the page cannot be drawn, as there is no font for “\(name)” on this machine: apt install fonts-dejavu-core, "
                + "or a package with fonts of its script"
        }
    }

    private static let key = "docsearch.missing"
    /// Of one page. Its fonts may have any names.
    private static let most = 20
    /// Those that poppler-data has tables for.
    private static let collections: Set<String> = [
        "Adobe-CNS1", "Adobe-GB1", "Adobe-Japan1", "Adobe-Japan2", "Adobe-Korea1", "Adobe-KR",
    ]
}
