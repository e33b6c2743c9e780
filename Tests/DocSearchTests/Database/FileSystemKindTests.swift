import Testing

@testable import DocSearch

@Suite("The disk that an index is on")
struct FileSystemKindTests {
    private static let mounts = """
        22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
        90 22 0:45 / /mnt/archive rw,relatime shared:40 master:2 - nfs4 server:/export rw,vers=4.2
        91 22 0:46 / /mnt/with\\040blank rw - fuse.sshfs me@host:/ rw
        92 22 0:47 / /mnt/share rw - cifs //server/share rw
        """

    @Test(arguments: [
        ("254:1", "ext4", false), ("0:45", "nfs4", true), ("0:46", "fuse.sshfs", true), ("0:47", "cifs", true),
    ])
    func theDiskOfAnIndexIsKnownByTheNameOfItsFileSystem(device: String, name: String, isNetwork: Bool) throws {
        let kind = try #require(FileSystemKind(device: device, mounts: Self.mounts))
        #expect(kind.name == name)
        #expect(kind.isNetwork == isNetwork)
    }

    @Test func theDiskOfAnIndexIsUnknownWhereTheSystemDoesNotSay() {
        #expect(FileSystemKind(device: "9:9", mounts: Self.mounts) == nil)
        #expect(FileSystemKind(device: "9:9", mounts: "rubbish - \n\n - x") == nil)
    }

    @Test func theFileSystemOfAFolderIsFound() {
        #expect(FileSystemKind(path: "/proc")?.name == "proc")
        #expect(FileSystemKind(path: "/nowhere/at/all") == nil)
    }
}
