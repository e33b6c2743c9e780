import Foundation

/// Paths that a bundle's metadata gives to other files of the bundle. They are looked up among the bundle's entries and
/// never opened, but a path that leads out of the bundle shows that its metadata is not to be trusted.
enum ConfinedPath {
    private static let maximumBytes = 4096

    /// `path` as the paths of a container's entries are: in NFC, other control characters than NUL replaced, with
    /// slashes, single ones, and without `.`. Nil when it is empty, absolute, begins with `~` or a drive letter, has
    /// `..` or a NUL, or is as long as no file's path.
    static func path(_ path: String) -> String? {
        guard path.utf8.count <= maximumBytes, !path.utf8.contains(0) else { return nil }
        let shown = path.precomposedStringWithCanonicalMapping.replacingControls()
        let path = String(String.UnicodeScalarView(shown.unicodeScalars.map { $0 == "\\" ? "/" : $0 }))
        guard !path.hasPrefix("/"), !path.hasPrefix("~"), !hasDriveLetter(path) else { return nil }
        let parts = path.split(separator: "/").filter { $0 != "." }
        guard !parts.isEmpty, !parts.contains("..") else { return nil }
        return parts.joined(separator: "/")
    }

    /// A relative URL reference, or a `file:` URL without a host as some METS documents have it (`file:///./a.tif`,
    /// `file://./a.tif`), with its percent-encoding resolved. Nil for other URLs and wherever ``path(_:)`` is nil.
    static func path(ofReference reference: String) -> String? {
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
        return path(String(rest))
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
        guard let colon = reference.firstIndex(of: ":"), let first = reference.utf8.first, isLetter(first) else {
            return false
        }
        return reference[..<colon].utf8.allSatisfy {
            isLetter($0) || (0x30...0x39).contains($0)
                || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains($0)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
