import Foundation

/// Paths from a bundle's metadata to its other files. They are looked up among the bundle's entries and never opened,
/// but a path that leads out of the bundle shows that its metadata cannot be trusted.
enum ConfinedPath {
    private static let maximumBytes = 4096

    /// As ``path(ofReference:)``, for a reference in a file of `folder`: `..` is allowed if it stays inside the bundle.
    static func path(ofReference reference: String, in folder: some StringProtocol) -> String? {
        guard let relative = relative(reference) else { return nil }
        return path(folder.isEmpty ? relative : "\(folder)/\(relative)", allowingParents: true)
    }

    /// `path` in the form of a container's entries: NFC, control characters other than NUL replaced, single slashes, no
    /// `.`. Nil when empty, absolute, with `..` or NUL, longer than a file's path can be, or starting with `~` or a
    /// drive letter.
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

    /// A relative URL reference, or a `file:` URL without a host as in some METS documents (`file:///./a.tif`,
    /// `file://./a.tif`), percent-decoded. Nil for other URLs and wherever ``path(_:)`` is nil.
    static func path(ofReference reference: String) -> String? { relative(reference).flatMap { path($0) } }

    /// Nil for a reference that is not to a local file. One from the root of a disk begins with a slash.
    private static func relative(_ reference: String) -> String? {
        let reference = reference.trimmingWhiteSpace()
        guard !hasScheme(reference) || isFile(reference) else { return nil }
        // A percent sign that encodes nothing stays. Some programs also encode the colon.
        var rest = Substring(reference.removingPercentEncoding ?? reference)
        if isFile(rest) {
            rest = rest.dropFirst("file:".count)
            // The path is relative only before "./": "file:///etc/passwd" is absolute.
            let start = rest.drop { $0 == "/" }
            if start.hasPrefix("./") { rest = start }
        }
        return String(rest)
    }

    /// The path components of any reference, without host, query and fragment, to recognise a copy.
    static func parts(ofReference reference: String) -> [String] {
        var rest = Substring(reference.trimmingWhiteSpace())
        guard rest.utf8.count <= maximumBytes else { return [] }
        if let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...]
            // The host, which `file:///` lacks.
            rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? ""
        }
        rest = rest.prefix { $0 != "?" && $0 != "#" }
        let path = (String(rest).removingPercentEncoding ?? String(rest)).precomposedStringWithCanonicalMapping
        return path.split { $0 == "/" || $0 == "\\" }.map(String.init).filter { $0 != "." && $0 != ".." }
    }

    /// True for a URL of something deliberately remote, or a file on another system's disk.
    static func isElsewhere(_ reference: String) -> Bool {
        if isRemote(reference) { return true }
        let trimmed = reference.trimmingWhiteSpace()
        return isFile(trimmed) || trimmed.hasPrefix("/") || hasDriveLetter(trimmed)
    }

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
