import Foundation

/// What poppler and the libraries below it say is wrong with a file while they read it. Bounded: the first words are kept,
/// and the rest is counted.
///
/// Whatever a library warns of is added by ``add(_:from:)``; readers take it when a piece of work is done. Each process
/// reads one file at a time, so what is heard is about the file in hand.
package struct HeardWarnings: Sendable, Equatable {
    /// The first that says that content may be lost, as `poppler: No font in show`.
    package private(set) var first: String?
    /// How many said so.
    package private(set) var count = 0
    /// The first that says that poppler had to look for what was not in its place, in the same form. It may have found it.
    package private(set) var repair: String?

    /// Whether something said that content may be lost.
    package var isDamage: Bool { count > 0 }

    /// The first words and how many there were, for a reason: `poppler: No font in show; 12 messages`.
    package var damage: String? {
        first.map { count > 1 ? "\($0); \(count) messages" : $0 }
    }

    /// What was said, of damage or else of a repair.
    package var summary: String? { damage ?? repair }

    /// Nothing was heard.
    package init() {}

    private static let mostBytes = 120
    private static let mostMessages = 10_000

    private static let lock = NSLock()
    private nonisolated(unsafe) static var heard = HeardWarnings()

    /// What was heard since the last time, which is then forgotten.
    @discardableResult
    package static func take() -> HeardWarnings {
        lock.withLock {
            defer { heard = HeardWarnings() }
            return heard
        }
    }

    /// What `body` gives; what is said meanwhile is not heard.
    static func unheard<Result>(_ body: () throws -> Result) rethrows -> Result {
        let before = lock.withLock { heard }
        defer { lock.withLock { heard = before } }
        return try body()
    }

    /// To be called with each message of a library.
    package static func add(_ message: String, from library: String) {
        let words = Self.words(of: message)
        lock.withLock {
            // Nobody reads so many.
            if heard.count >= mostMessages { return }
            if Self.repairs.contains(where: { words.hasPrefix($0) }) {
                if heard.repair == nil { heard.repair = cut("\(library): \(words)") }
            } else if Self.isDamage(message, words) {
                heard.count += 1
                if heard.first == nil { heard.first = cut("\(library): \(words)") }
            }
        }
    }

    /// Without poppler's "Syntax error at position 12: ".
    private static func words(of message: String) -> String {
        guard let place = message.range(of: " at position "),
            let end = message.range(of: ": ", range: place.upperBound..<message.endIndex)
        else { return message.trimmingCharacters(in: .whitespacesAndNewlines) }
        return message[end.upperBound...].trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Messages quote the file: one line, of bounded length.
    private static func cut(_ words: String) -> String {
        var result = ""
        for scalar in words.unicodeScalars {
            let isPlain = scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
            result.unicodeScalars.append(isPlain ? scalar : " ")
            if result.utf8.count >= mostBytes { return result + "…" }
        }
        return result
    }

    /// Warnings of syntax are about what poppler copes with, and these errors are of things that hold no words. Files
    /// that programs have written for decades have them, and lose nothing.
    private static func isDamage(_ message: String, _ words: String) -> Bool {
        if message.hasPrefix("Syntax warning") || message.hasPrefix("Unimplemented") { return false }
        return !harmless.contains { words.contains($0) }
    }

    /// What programs that were sloppy with lengths and tables of contents give occasion to as well.
    private static let repairs = [
        "xref num", "Invalid XRef entry", "Couldn't find trailer", "Couldn't read xref", "Bad 'Length'",
        "Missing 'endstream'", "Dictionary key must be a name", "Illegal character",
    ]

    private static let harmless = [
        // What this machine lacks is no damage, see ``MissingResource``.
        "Missing language pack", "Unknown character collection", "Couldn't find a",
        // Poppler: layers, forms, fonts, colours and what programs leave behind.
        "Expected the default config", "Can't get Fields array", "Leftover args in content stream", "font thing failed",
        "Couldn't create a font", "Bad color space", "ICC",
        // libjpeg: what comes before a marker, and headers of other programs.
        "extraneous bytes", "Adobe", "SOS parameters", "JFIF",
    ]
}
