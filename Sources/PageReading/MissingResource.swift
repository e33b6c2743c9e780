import Foundation
import Synchronization

/// A resource that poppler lacks on this machine and without which it leaves out text. Poppler reports it only in its
/// log.
package struct MissingResource: Hashable, Sendable {
    let name: String
    private let kind: Kind

    private enum Kind: Hashable { case tables, font }

    package static func noticed<Result>(
        during body: () throws -> Result
    ) rethrows -> (result: Result, missing: [MissingResource]) {
        // A thread's dictionary takes longer to look up than many a page takes to read.
        let before = timesHeard.load(ordering: .relaxed)
        if before > 0 { Thread.current.threadDictionary[key] = nil }
        let result = try body()
        guard timesHeard.load(ordering: .relaxed) != before else { return (result, []) }
        let missing = Thread.current.threadDictionary[key] as? Set<MissingResource> ?? []
        return (result, missing.sorted { $0.name < $1.name })
    }

    /// On the reading thread.
    static func hear(_ message: UnsafePointer<CChar>) {
        guard strstr(message, "Missing language pack") != nil || strstr(message, "Couldn't find a") != nil,
            let resource = MissingResource(message: String(cString: message))
        else { return }
        timesHeard.wrappingAdd(1, ordering: .relaxed)
        let dictionary = Thread.current.threadDictionary
        var all = dictionary[key] as? Set<MissingResource> ?? []
        if all.count < most { all.insert(resource) }
        dictionary[key] = all
    }

    /// Nil for a message that is not about this machine. Files may name collections for which nobody has tables.
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

    /// Otherwise the text is only not drawn.
    package var concealsText: Bool { kind == .tables }

    /// To be put into a sentence.
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
    private static let timesHeard = Atomic(0)
    /// For one page, whose fonts may have any names.
    private static let most = 20
    private static let collections: Set<String> = [
        "Adobe-CNS1", "Adobe-GB1", "Adobe-Japan1", "Adobe-Japan2", "Adobe-Korea1", "Adobe-KR",
    ]
}
