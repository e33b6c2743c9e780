import Foundation

/// Warnings of poppler and its libraries. Each process reads one file at a time, so they belong to that file. The first
/// message is kept, and the rest are counted.
package struct HeardWarnings: Sendable, Equatable {
    /// Such as `poppler: No font in show`.
    package private(set) var first: String?
    package private(set) var count = 0
    /// Poppler had to search for misplaced data, and may have found it.
    package private(set) var repair: String?
    /// At most ``mostMissing``: a page's fonts may have any names.
    private var missingResources: Set<MissingResource> = []

    /// The resources that this machine lacks for what was read, by name.
    package var missing: [MissingResource] { missingResources.sorted { $0.name < $1.name } }

    package var isDamage: Bool { count > 0 }

    /// Such as `poppler: No font in show; 12 messages`.
    package var damage: String? {
        first.map { count > 1 ? "\($0); \(count) messages" : $0 }
    }

    package var summary: String? { damage ?? repair }

    package init() {}

    private static let mostBytes = 120
    private static let mostMessages = 10_000
    private static let mostMissing = 20

    private static let lock = NSLock()
    private nonisolated(unsafe) static var heard = HeardWarnings()

    /// Clears the warnings.
    @discardableResult
    package static func take() -> HeardWarnings {
        lock.withLock {
            defer { heard = HeardWarnings() }
            return heard
        }
    }

    static func unheard<Result>(_ body: () throws -> Result) rethrows -> Result {
        let before = lock.withLock { heard }
        defer { lock.withLock { heard = before } }
        return try body()
    }

    package static func add(_ message: String, from library: String) {
        lock.withLock { heard.hear(message, from: library) }
    }

    mutating func hear(_ message: String, from library: String) {
        if missingResources.count < Self.mostMissing, let resource = MissingResource(message: message) {
            missingResources.insert(resource)
        }
        // Further messages would change nothing that people read.
        if count >= Self.mostMessages { return }
        let words = Self.words(of: message)
        if Self.isRepair(words) || Self.isOwnOperator(words) {
            if repair == nil { repair = Self.cut("\(library): \(words)") }
        } else if Self.isDamage(message, words) {
            count += 1
            if first == nil { first = Self.cut("\(library): \(words)") }
        }
    }

    /// Removes poppler's "Syntax error at position 12: ".
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

    /// False for syntax warnings, which poppler can handle, and for errors in parts without words. Programs have
    /// written such files for decades, and nothing is lost.
    private static func isDamage(_ message: String, _ words: String) -> Bool {
        if message.hasPrefix("Syntax warning") || message.hasPrefix("Unimplemented") { return false }
        return !harmless.contains { words.contains($0) }
    }

    /// Messages that also occur for programs that were careless with lengths and tables of contents.
    private static let repairs = [
        "xref num", "Invalid XRef entry", "Couldn't find trailer", "Couldn't read xref", "Bad 'Length'",
        "Missing 'endstream'", "Dictionary key must be a name", "Illegal character",
    ]

    /// libjpeg passes over bytes before a marker: some programs write a few, and line ends that were converted are such.
    private static func isRepair(_ words: String) -> Bool {
        repairs.contains { words.hasPrefix($0) } || words.contains("extraneous bytes")
    }

    /// True for an operator that a program made up. Those that show text have one or two letters, and a damaged one may
    /// have run into its neighbour.
    private static func isOwnOperator(_ words: String) -> Bool {
        guard words.hasPrefix("Unknown operator '") else { return false }
        let name = words.split(separator: "'", omittingEmptySubsequences: false).dropFirst().first ?? ""
        return name.count > 2 && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            && !["Tj", "TJ", "Td", "TD", "Tf", "Tm", "BT", "ET"].contains { name.contains($0) }
    }

    private static let harmless = [
        // A lack on this machine is no damage; see ``MissingResource``.
        "Missing language pack", "Unknown character collection", "Couldn't find a",
        // Poppler: layers, forms, fonts, colours and remnants of programs.
        "Expected the default config", "Can't get Fields array", "Leftover args in content stream", "font thing failed",
        "Couldn't create a font", "Bad color space", "ICC", "Unsupported Annot Type",
        "Restoring state when no valid states to pop",
        // OpenJPEG: poppler tries bare codestreams as files first.
        "first box must be JPEG 2000 signature box",
        // libjpeg: headers of other programs.
        "Adobe", "SOS parameters", "JFIF",
    ]
}
