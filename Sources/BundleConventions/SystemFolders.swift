/// Folders in which systems keep what is theirs: thumbnails, what was thrown away, snapshots, what a repair has found. People
/// archive nothing in them, and their files are copies or parts of others.
package enum SystemFolders {
    /// In small letters.
    private static let names: Set<String> = [
        // Synology, QNAP, NetApp, ZFS, Btrfs
        "@eadir", "@tmp", "#recycle", "#snapshot", "@recycle", "@recently-snapshot", ".@__thumb", ".snapshot",
        "~snapshot",
        ".snapshots", ".zfs",
        // Windows
        "$recycle.bin", "recycler", "system volume information",
        // Linux, macOS
        "lost+found", ".trash", ".trashes", ".spotlight-v100", ".fseventsd", ".documentrevisions-v100",
        ".temporaryitems",
        ".appledouble", "__macosx",
        // Programs that keep folders alike on several machines: what was replaced or deleted
        ".stversions", ".dropbox.cache",
    ]

    package static func contain(_ name: some StringProtocol) -> Bool {
        // Most names begin otherwise, and are not copied.
        guard let first = name.utf8.first, firstBytes.contains(first) else { return false }
        let name = name.lowercased()
        // A user's own bin at the top of a disk (freedesktop.org, Trash specification).
        return names.contains(name) || name.hasPrefix(".trash-") && name.dropFirst(7).allSatisfy(\.isNumber)
    }

    /// Whether macOS keeps its own data about the files beside it in a folder of this name.
    package static func belongToFiles(_ name: some StringProtocol) -> Bool {
        ["__macosx", ".appledouble"].contains(name.lowercased())
    }

    private static let firstBytes = Set("@#$.~_LlRrSs".utf8)
}
