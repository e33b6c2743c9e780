import Foundation

/// The kind of disk that a folder is on. SQLite's write-ahead logs need memory that processes share, and locks that
/// hold (SQLite, "Write-Ahead Logging", section 1, and "How To Corrupt An SQLite Database File", 2.1). Between several
/// machines neither is there.
struct FileSystemKind: Equatable {
    let name: String

    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0, let mounts = FileManager.default.contents(atPath: "/proc/self/mountinfo") else {
            return nil
        }
        // The numbers as gnu_dev_major(3) and gnu_dev_minor(3) take them out.
        let device = UInt64(status.st_dev)
        let major = device >> 8 & 0xFFF | device >> 32 & 0xFFFF_F000
        let minor = device & 0xFF | device >> 12 & 0xFFFF_FF00
        self.init(device: "\(major):\(minor)", mounts: String(decoding: mounts, as: UTF8.self))
    }

    /// `device` is `major:minor`, `mounts` a table as in `/proc/self/mountinfo` (proc(5)).
    init?(device: String, mounts: String) {
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            // The optional fields end with a dash; the name comes behind it.
            guard fields.count > 2, fields[2] == device, let dash = fields.lastIndex(of: "-"), dash + 1 < fields.count
            else { continue }
            name = String(fields[dash + 1])
            return
        }
        return nil
    }

    var isNetwork: Bool { Self.networks.contains(name.hasPrefix("fuse.") ? String(name.dropFirst(5)) : name) }

    private static let networks: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "virtiofs", "vboxsf", "ceph", "afs", "coda", "ncpfs", "gfs2",
        "ocfs2", "lustre", "beegfs", "gpfs", "glusterfs", "sshfs", "rclone", "s3fs", "davfs", "davfs2", "ceph-fuse",
    ]
}

extension IndexFolder {
    var networkWarning: String? {
        guard let kind = FileSystemKind(path: path), kind.isNetwork else { return nil }
        return
            "The index folder \"\(path)\" is on a network file system (\(kind.name)). SQLite's log and locks are safe "
            + "there only as long as this machine alone uses the index. Put it on a disk of this machine; the archive "
            + "itself may stay on the network."
    }
}
