/// Systems keep thumbnails, trash, snapshots and files found by a repair in them. People archive nothing there. Names that a
/// person may give to a folder are not in the list, though a system has one of that name: “Recycled”, “Temporary Items”.
package enum SystemFolders {
    /// In lower case.
    private static let names: Set<String> = [
        // Synology, QNAP, NetApp, ZFS, Btrfs, BSD
        "@eadir", "#eadir", "@tmp", "@synoresource", "@appstore", "@appconf", "@appdata", "@apphome", "@apptemp",
        "@database", "@docker", "@sharebin", "@sharesnap", "@spool", "@quarantine", "#recycle", "#snapshot", "#trash",
        "@recycle", "@trash", "@recently-snapshot", "@__thumb", ".@__thumb", ".@__qini", ".qpkg", ".snapshot",
        "~snapshot", ".snapshots", ".snap", ".zfs", ".ckpt",
        // Windows, FrontPage
        "$recycle.bin", "recycler", "system volume information", "config.msi", "windowsimagebackup",
        "msocache", "$winreagent", "$sysreset", "$windows.~bt", "$windows.~ws", "$getcurrent", "_vti_cnf", "_vti_pvt",
        "_vti_bin", "_vti_script", "_vti_txt", "_vti_log",
        // Linux, Samba, macOS
        "lost+found", ".trash", ".trashes", ".recycle", ".recycler", ".thumbnails", ".spotlight-v100", ".fseventsd",
        ".documentrevisions-v100", ".temporaryitems", "network trash folder",
        "thevolumesettingsfolder", ".appledouble", ".appledb", ".appledesktop", ".mobilebackups", "__macosx",
        // Android
        "lost.dir",
        // Sync programs: replaced or deleted files
        ".stversions", ".stfolder", ".sync", ".dropbox.cache", ".nextcloudsync", ".owncloud", ".tmp.drivedownload",
        ".tmp.driveupload", "files_trashbin", "files_versions",
        // Version control
        ".git", ".svn", ".hg", ".bzr",
    ]

    package static func contain(_ name: some StringProtocol) -> Bool {
        // Most names begin differently and need not be lowercased.
        guard let first = name.utf8.first, firstBytes.contains(first) else { return false }
        let name = name.lowercased()
        // A user's own trash at the top of a disk (freedesktop.org, Trash specification).
        if names.contains(name) || name.hasPrefix(".trash-") && name.dropFirst(7).allSatisfy(\.isNumber) { return true }
        // Earlier states in a share of Samba: "@GMT-2024.01.31-06.00.00".
        if name.hasPrefix("@gmt-"), name.dropFirst(5).first?.isNumber == true { return true }
        // Folders that chkdsk makes when it repairs a disk: "found.000".
        return name.hasPrefix("found.") && name.utf8.count == 9 && name.dropFirst(6).allSatisfy(\.isNumber)
    }

    /// macOS keeps data about the files beside them there.
    package static func belongToFiles(_ name: some StringProtocol) -> Bool {
        ["__macosx", ".appledouble"].contains(name.lowercased())
    }

    private static let firstBytes = Set("@#$.~_CcFfLlMmNnRrSsTtWw".utf8)
}
