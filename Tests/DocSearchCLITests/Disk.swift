import DocSearchTestSupport
import Foundation
import Testing

/// A disk of a test's own: a tmpfs of a given size. Gone, with what is on it, when the object goes.
final class Disk {
    let path: String

    /// Whether this user may mount disks here. Where not, tests that need one are left out and say so.
    static let isPossible: Bool = {
        guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
        return (try? Disk(at: folder.path + "/probe", size: "64k")) != nil
    }()

    static let reason: Comment = "mounting a disk needs root, and a system that lets it"

    init(at path: String, size: String) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Self.run("mount", "-t", "tmpfs", "-o", "size=\(size)", "docsearch-test", path)
    }

    func remount(_ options: String) throws { try Self.run("mount", "-o", "remount,\(options)", path) }

    /// Fills the disk but for so much, with a file `filler`.
    func fill(leaving kilobytes: Int) throws {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { throw ProgramError(message: "\(path): no statvfs") }
        let free = Int(status.f_bavail) * Int(status.f_bsize)
        try Data(count: free - kilobytes * 1024).write(to: URL(fileURLWithPath: path + "/filler"))
    }

    /// Takes the filler away. Its room is free at once, although a program that another test started meanwhile may have got
    /// it open: Foundation writes files without `O_CLOEXEC`.
    func makeRoom() throws {
        guard truncate(path + "/filler", 0) == 0, unlink(path + "/filler") == 0 else {
            throw ProgramError(message: "\(path)/filler could not be removed")
        }
    }

    func unmount() throws { try Self.run("umount", path) }

    deinit {
        // Nothing is mounted there when the test has done it itself.
        try? Self.run("umount", "-l", path)
    }

    private static func run(_ program: String, _ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ProgramError(message: "\(program) \(arguments.joined(separator: " ")): \(process.terminationStatus)")
        }
    }
}
