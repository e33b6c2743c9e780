internal import BundleConventions
internal import ExtractionProtocol
import Foundation

/// As the container's directory describes it, unchecked.
struct BundleEntry: Sendable, Hashable {
    /// Entries are read only by index, because names may be repeated.
    let index: UInt64
    /// For display, in NFC and without control characters. Different names may look the same here.
    let name: String
    let refusal: BundleError?
    let encryption: Encryption
    let byteCount: Int64?

    enum Encryption: Sendable {
        case none
        case checksummed
        /// The encryption has a checksum of its own, so the entry has none (AE-2 of WinZip's AES). libzip 1.7 compares
        /// the missing one all the same, after the bytes have passed the other.
        case authenticated
    }

    /// `name` is in UTF-8, whatever the container had. A backslash separates folders, as some Windows programs write
    /// it, unless the name is that of a file on disk.
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

    var path: String { name }

    var isDirectory: Bool { path.hasSuffix("/") }

    /// Files that macOS adds do not count, because they belong to other files.
    var isOfSystem: Bool {
        let folders = path.split(separator: "/").dropLast()
        return folders.contains { SystemFolders.contain($0) } && !folders.contains { SystemFolders.belongToFiles($0) }
    }

    /// Leftovers of file managers, office programs (`.~lock.letter.odt#`) and NFS (`.nfs0000001`), which are not archived
    /// content.
    var isLitter: Bool {
        let components = path.split(separator: "/")
        guard let last = components.last else { return true }
        return components.dropLast().contains { SystemFolders.contain($0) } || last.hasPrefix("._")
            || last == ".DS_Store" || last.hasPrefix(".~lock.") && last.hasSuffix("#")
            || last.hasPrefix(".nfs") && last.count > 4 && last.dropFirst(4).allSatisfy(\.isHexDigit)
            || ["thumbs.db", "desktop.ini"].contains(last.lowercased())
    }
}

extension BundleError {
    static var gone: BundleError { BundleError(.changed, "it is no longer there") }

    static func encryptedEntry(hasPasswords: Bool) -> BundleError {
        BundleError(
            .locked,
            hasPasswords
                ? "it is encrypted, and none of the passwords opens it"
                : "it is encrypted; give its password in a file with --passwords, or unpack it and index the result")
    }
}
