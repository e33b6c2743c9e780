internal import BundleConventions
internal import ExtractionProtocol
import Foundation

/// A file in a container: what the container's directory claims, nothing checked yet.
struct BundleEntry: Sendable, Hashable {
    /// The index in the directory, by which alone entries are read: names may come twice.
    let index: UInt64
    /// For people, in NFC and without control characters. Unlike names may look the same here.
    let name: String
    /// Why the entry is not going to be read.
    let refusal: BundleError?
    let encryption: Encryption
    /// As the directory claims; nil where it does not, or where there is no file behind the name.
    let byteCount: Int64?

    enum Encryption: Sendable {
        case none
        /// A password is needed; the entry's checksum tells whether it was the right one.
        case checksummed
        /// The encryption has a checksum of its own, and the entry therefore none (AE-2 of WinZip's AES). libzip 1.7
        /// compares the one that is not there all the same, after the bytes have passed the other.
        case authenticated
    }

    /// `name` in UTF-8, whatever the container had. A backslash divides folders, as some programs on Windows write it, unless
    /// the name is that of a file on disk.
    init(
        index: UInt64, name: String, refusal: BundleError? = nil, encryption: Encryption = .none,
        byteCount: Int64? = nil, isOnDisk: Bool = false
    ) {
        self.index = index
        self.byteCount = byteCount
        self.encryption = encryption
        let shown = name.precomposedStringWithCanonicalMapping.replacingControls()
        self.name = isOnDisk ? shown : shown.replacing("\\", with: "/")
        self.refusal = refusal?.naming(self.name)
    }

    /// Where it is in its container: its name.
    var path: String { name }

    var isDirectory: Bool { path.hasSuffix("/") }

    /// Whether it lies in a folder that a system keeps for itself. What macOS adds to files does not count: it is a part of those.
    var isOfSystem: Bool {
        let folders = path.split(separator: "/").dropLast()
        return folders.contains { SystemFolders.contain($0) } && !folders.contains { SystemFolders.belongToFiles($0) }
    }

    /// Leftovers of file managers, not part of what was archived.
    var isLitter: Bool {
        let components = path.split(separator: "/")
        guard let last = components.last else { return true }
        return components.dropLast().contains { SystemFolders.contain($0) } || last.hasPrefix("._")
            || last == ".DS_Store"
            || last.lowercased() == "thumbs.db"
    }
}

extension BundleError {
    /// Of an entry that a container does not have.
    static var gone: BundleError { BundleError(.changed, "it is no longer there") }

    static func encryptedEntry(hasPasswords: Bool) -> BundleError {
        BundleError(
            .locked,
            hasPasswords
                ? "it is encrypted, and none of the passwords opens it"
                : "it is encrypted; give its password in a file with --passwords, or unpack it and index the result")
    }
}
