import ContentHashing

/// Combines the status of several files, in any order; adding, changing or removing one changes the result.
struct CombinedStatus {
    private var byteCount: Int64 = 0
    private var modified: Int64 = 0
    private var hash: UInt64 = 0

    /// `name` must not depend on a folder that may be renamed.
    mutating func add(_ name: some Sequence<UInt8>, _ status: FileStatus) {
        let (sum, isTooLarge) = byteCount.addingReportingOverflow(max(0, status.byteCount))
        byteCount = isTooLarge ? .max : sum
        modified = max(modified, status.modified)
        // A sum does not depend on the order.
        hash &+= Self.hash(name, [status.byteCount, status.modified, status.inode])
    }

    mutating func add(unreadable name: some Sequence<UInt8>) { hash &+= Self.hash(name, []) }

    func status(_ kind: FileStatus.Kind) -> FileStatus {
        FileStatus(kind: kind, byteCount: byteCount, modified: modified, inode: Int64(hash & 0x7FFF_FFFF_FFFF_FFFF))
    }

    /// Stored in the index, so it must stay the same between releases.
    private static func hash(_ name: some Sequence<UInt8>, _ numbers: [Int64]) -> UInt64 {
        // Marks the end of each part.
        let end = CollectionOfOne<UInt8>(0xFF)
        var hash = StableHash()
        hash.add(name)
        hash.add(end)
        for number in numbers {
            withUnsafeBytes(of: number.littleEndian) { hash.add($0) }
            hash.add(end)
        }
        // In a sum of unmixed values differences could cancel out.
        var value = hash.value
        value = (value ^ value >> 33) &* 0xFF51_AFD7_ED55_8CCD
        value = (value ^ value >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return value ^ value >> 33
    }
}
