internal import CSandbox
import Foundation

/// Landlock (landlock(7)) limits the files that can be opened, whatever else the process may be tricked into.
///
/// Open descriptors keep their rights, so the bundle, the unnamed temporary file and the two ends of the conversation
/// need no rule. Landlock does not cover names, sizes and times (stat(2)), which stay visible.
enum FileRules {
    /// Refuses everything that this kernel's Landlock can refuse, except reading below `readable`, files or folders, of
    /// which missing ones are skipped. Returns the version.
    static func apply(readable: [String]) throws -> Int {
        let version = csandbox_landlock_version()
        guard version > 0 else { throw ConfinementFailure.system("the kernel has no Landlock or does not use it") }
        let ruleset = csandbox_landlock_ruleset(
            files(version), version >= 4 ? Self.network : 0, version >= 6 ? Self.scopes : 0)
        guard ruleset >= 0 else { throw ConfinementFailure.system("Landlock takes no rules") }
        defer { Glibc.close(ruleset) }
        for path in readable { try allowReading(path, ruleset) }
        guard csandbox_landlock_restrict(ruleset) == 0 else {
            throw ConfinementFailure.system("Landlock's rules cannot be put in force")
        }
        return Int(version)
    }

    private static func allowReading(_ path: String, _ ruleset: Int32) throws {
        let file = open(path, pathOnly | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { Glibc.close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw ConfinementFailure.system("looking at \"\(path)\"") }
        // A right that only folders have is refused for a file.
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        guard csandbox_landlock_allow(ruleset, file, isFolder ? readFile | readFolder : readFile) == 0 else {
            throw ConfinementFailure.system("Landlock takes no rule for \"\(path)\"")
        }
    }

    /// The bits of `LANDLOCK_ACCESS_FS_*`: 13 from the first version on, and one more with the second (linking and
    /// renaming between folders), third (truncating) and fifth (controlling devices).
    private static func files(_ version: Int32) -> UInt64 {
        let bits = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13
        return 1 << UInt64(bits) - 1
    }

    private static let readFile: UInt64 = 1 << 2
    private static let readFolder: UInt64 = 1 << 3
    /// `LANDLOCK_ACCESS_NET_BIND_TCP` and `_CONNECT_TCP`.
    private static let network: UInt64 = 0b11
    /// `LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET` and `_SIGNAL`: they cannot reach anything outside of this reader.
    private static let scopes: UInt64 = 0b11
    /// `O_PATH`, the same on all processors: gives the location of a file but not its content. The macro is not
    /// imported.
    private static let pathOnly: Int32 = 0o10_000_000
}
