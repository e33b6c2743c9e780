import Foundation

/// Paths that a bundle's metadata gives to other files of the bundle. They are looked up among the bundle's entries and
/// never opened, but a path that leads out of the bundle shows that its metadata is not to be trusted.
enum ConfinedPath {
    private static let maximumBytes = 4096

    /// As ``path(ofReference:)``, of a reference in a file of `folder`: with `..` that stays inside the bundle.
    static func path(ofReference reference: String, in folder: some StringProtocol) -> String? {
        guard let relative = relative(reference) else { return nil }
        return path(folder.isEmpty ? relative : "\(folder)/\(relative)", allowingParents: true)
    }

    /// `path` as a container's entries have theirs: in NFC, other control characters than NUL replaced, single slashes,
    /// no `.`. Nil when empty, absolute, with `..` or NUL, as long as no file's, or begun with `~` or a drive letter.
    static func path(_ path: String, allowingParents: Bool = false) -> String? {
        guard path.utf8.count <= maximumBytes, !path.utf8.contains(0) else { return nil }
        let shown = path.precomposedStringWithCanonicalMapping.replacingControls()
        let path = String(String.UnicodeScalarView(shown.unicodeScalars.map { $0 == "\\" ? "/" : $0 }))
        guard !path.hasPrefix("/"), !path.hasPrefix("~"), !hasDriveLetter(path) else { return nil }
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            guard part == ".." else {
                parts.append(part)
                continue
            }
            guard allowingParents, parts.popLast() != nil else { return nil }
        }
        guard !parts.isEmpty else { return nil }
        return parts.joined(separator: "/")
    }

    /// A relative URL reference, or a `file:` URL without a host as some METS documents have it (`file:///./a.tif`,
    /// `file://./a.tif`), with its percent-encoding resolved. Nil for other URLs and wherever ``path(_:)`` is nil.
    static func path(ofReference reference: String) -> String? { relative(reference).flatMap { path($0) } }

    /// Nil for what is no reference to a file nearby. One to a file from the top of a disk begins with a slash.
    private static func relative(_ reference: String) -> String? {
        let reference = reference.trimmingWhiteSpace()
        guard !hasScheme(reference) || isFile(reference) else { return nil }
        // A name with a percent sign that encodes nothing stands as it is. Some programs encode the colon, too.
        var rest = Substring(reference.removingPercentEncoding ?? reference)
        if isFile(rest) {
            rest = rest.dropFirst("file:".count)
            // What remains of the slashes is taken for relative only before "./": "file:///etc/passwd" is absolute.
            let start = rest.drop { $0 == "/" }
            if start.hasPrefix("./") { rest = start }
        }
        return String(rest)
    }

    /// The parts of the path in a reference to anywhere, without host, query and fragment, to tell a copy by.
    static func parts(ofReference reference: String) -> [String] {
        var rest = Substring(reference.trimmingWhiteSpace())
        guard rest.utf8.count <= maximumBytes else { return [] }
        if let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...]
            // The host, which `file:///` has not.
            rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? ""
        }
        rest = rest.prefix { $0 != "?" && $0 != "#" }
        let path = (String(rest).removingPercentEncoding ?? String(rest)).precomposedStringWithCanonicalMapping
        return path.split { $0 == "/" || $0 == "\\" }.map(String.init).filter { $0 != "." && $0 != ".." }
    }

    /// Whether a reference is a URL of something that is elsewhere by intent, or a file on the disk of another system.
    static func isElsewhere(_ reference: String) -> Bool {
        if isRemote(reference) { return true }
        let trimmed = reference.trimmingWhiteSpace()
        return isFile(trimmed) || trimmed.hasPrefix("/") || hasDriveLetter(trimmed)
    }

    /// Whether a reference is a URL of something that is elsewhere by intent.
    static func isRemote(_ reference: String) -> Bool {
        let reference = reference.trimmingWhiteSpace()
        return hasScheme(reference) && !isFile(reference) && !hasDriveLetter(reference)
    }

    private static func isFile(_ reference: some StringProtocol) -> Bool {
        reference.prefix("file:".count).lowercased() == "file:"
    }

    private static func hasDriveLetter(_ path: String) -> Bool {
        let start = path.utf8.prefix(2)
        return start.count == 2 && start.last == UInt8(ascii: ":") && (start.first.map(isLetter) ?? false)
    }

    private static func hasScheme(_ reference: String) -> Bool {
        guard let colon = reference.firstIndex(of: ":"), let first = reference.utf8.first, isLetter(first)
        else { return false }
        return reference[..<colon].utf8.allSatisfy {
            isLetter($0) || (0x30...0x39).contains($0)
                || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains($0)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
