internal import ExtractionProtocol
import Foundation

/// A file in a container: what the container's directory claims, nothing checked yet.
struct BundleEntry: Sendable, Hashable {
    /// The place in the directory, by which alone entries are read: names may come twice.
    let index: UInt64
    /// For people, in NFC and without control characters. Unlike names may look the same here.
    let name: String
    /// Why the entry is not going to be read.
    let refusal: BundleError?
    /// Whether a password is needed.
    let isEncrypted: Bool

    /// `name` in UTF-8, whatever the container had.
    init(index: UInt64, name: String, refusal: BundleError? = nil, isEncrypted: Bool = false) {
        self.index = index
        self.isEncrypted = isEncrypted
        let shown = Self.displayName(name)
        self.name = shown
        path = shown.replacing("\\", with: "/")
        self.refusal = refusal?.naming(shown)
    }

    /// `name` with the backslashes of some Windows programs as slashes.
    let path: String

    var isDirectory: Bool { path.hasSuffix("/") }

    /// Leftovers of file managers, not part of what was archived.
    var isLitter: Bool {
        let components = path.split(separator: "/")
        guard let last = components.last else { return true }
        return components.contains("__MACOSX") || last.hasPrefix("._") || last == ".DS_Store"
            || last.lowercased() == "thumbs.db"
    }

    var isPDF: Bool { !isDirectory && path.lowercased().hasSuffix(".pdf") }

    private static func displayName(_ name: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in name.precomposedStringWithCanonicalMapping.unicodeScalars {
            scalars.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
        }
        return String(scalars)
    }
}

extension BundleError {
    static func unsupportedMethod(_ method: Int) -> BundleError {
        BundleError(.unsupported, "compression method \(method) is not supported")
    }

    static func encryptedEntry(hasPasswords: Bool) -> BundleError {
        BundleError(
            .locked,
            hasPasswords
                ? "it is encrypted, and none of the passwords opens it"
                : "it is encrypted; give its password in a file with --passwords, or unpack it and index the result")
    }
}
