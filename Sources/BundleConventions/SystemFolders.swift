/// Systems keep thumbnails, trash, snapshots and files found by a repair in them. People archive nothing there.
package enum SystemFolders {
    /// In lower case.
    private static let names: Set<String> = [
        // Synology, QNAP, NetApp, ZFS, Btrfs
        "@eadir", "#eadir", "@tmp", "@synoresource", "#recycle", "#snapshot", "@recycle", "@recently-snapshot",
        "@__thumb", ".@__thumb", ".snapshot", "~snapshot", ".snapshots", ".zfs",
        // Windows
        "$recycle.bin", "recycler", "recycled", "system volume information",
        // Linux, macOS
        "lost+found", ".trash", ".trashes", ".spotlight-v100", ".fseventsd", ".documentrevisions-v100",
        ".temporaryitems", "temporary items", "network trash folder", ".appledouble", "__macosx",
        // Sync programs: replaced or deleted files
        ".stversions", ".dropbox.cache", "files_trashbin", "files_versions",
        // Version control
        ".git", ".svn", ".hg",
    ]

    package static func contain(_ name: some StringProtocol) -> Bool {
        // Most names begin differently and need not be lowercased.
        guard let first = name.utf8.first, firstBytes.contains(first) else { return false }
        let name = name.lowercased()
        // A user's own trash at the top of a disk (freedesktop.org, Trash specification).
        if names.contains(name) || name.hasPrefix(".trash-") && name.dropFirst(7).allSatisfy(\.isNumber) { return true }
        // What chkdsk finds when it repairs a disk: "found.000".
        return name.hasPrefix("found.") && name.utf8.count == 9 && name.dropFirst(6).allSatisfy(\.isNumber)
    }

    /// macOS keeps data about the files beside them there.
    package static func belongToFiles(_ name: some StringProtocol) -> Bool {
        ["__macosx", ".appledouble"].contains(name.lowercased())
    }

    private static let firstBytes = Set("@#$.~_FfLlNnRrSsTt".utf8)
}
