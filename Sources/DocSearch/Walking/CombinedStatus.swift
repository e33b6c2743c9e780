import ContentHashing

/// Puts together what `lstat` says of several files, in whatever order they come, so that any of them being added,
/// changed or taken away shows as one file's change would.
struct CombinedStatus {
    private var byteCount: Int64 = 0
    private var modified: Int64 = 0
    private var hash: UInt64 = 0

    /// `name` tells a file from the others, and is not to depend on what may be renamed as a whole.
    mutating func add(_ name: some Sequence<UInt8>, _ status: FileStatus) {
        let (sum, isTooLarge) = byteCount.addingReportingOverflow(max(0, status.byteCount))
        byteCount = isTooLarge ? .max : sum
        modified = max(modified, status.modified)
        // A sum is the same in any order.
        hash &+= Self.hash(name, [status.byteCount, status.modified, status.inode])
    }

    /// Takes note of a folder that cannot be looked into.
    mutating func add(unreadable name: some Sequence<UInt8>) { hash &+= Self.hash(name, []) }

    /// The whole as one file; the hash stands for its inode.
    func status(_ kind: FileStatus.Kind) -> FileStatus {
        FileStatus(kind: kind, byteCount: byteCount, modified: modified, inode: Int64(hash & 0x7FFF_FFFF_FFFF_FFFF))
    }

    /// The index keeps what comes of it.
    private static func hash(_ name: some Sequence<UInt8>, _ numbers: [Int64]) -> UInt64 {
        // So that where one part ends matters.
        let end = CollectionOfOne<UInt8>(0xFF)
        var hash = StableHash()
        hash.add(name)
        hash.add(end)
        for number in numbers {
            withUnsafeBytes(of: number.littleEndian) { hash.add($0) }
            hash.add(end)
        }
        // Sums of values that are not stirred would hide differences that cancel out.
        var value = hash.value
        value = (value ^ value >> 33) &* 0xFF51_AFD7_ED55_8CCD
        value = (value ^ value >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return value ^ value >> 33
    }
}
