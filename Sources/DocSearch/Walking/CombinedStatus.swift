/// Puts together what `lstat` says of several files, in whatever order they come, so that any of them being added,
/// changed or taken away shows as one file's change would.
struct CombinedStatus {
    private var byteCount: Int64 = 0
    private var modified: Int64 = 0
    private var hash: UInt64 = 0

    /// - Parameters:
    ///   - name: Its place among the files, which is not to depend on what may be renamed as a whole.
    ///   - status: What `lstat` says.
    mutating func add(_ name: some Sequence<UInt8>, _ status: FileStatus) {
        let (sum, isTooLarge) = byteCount.addingReportingOverflow(max(0, status.byteCount))
        byteCount = isTooLarge ? .max : sum
        modified = max(modified, status.modified)
        var bytes = StableHash()
        bytes.add(name)
        for number in [status.byteCount, status.modified, status.inode] {
            withUnsafeBytes(of: number.littleEndian) { bytes.add($0) }
        }
        // A sum is the same in any order.
        hash &+= bytes.value
    }

    /// Takes note of a place that cannot be looked into.
    mutating func add(unreadable name: some Sequence<UInt8>) {
        var bytes = StableHash()
        bytes.add(name)
        hash &+= bytes.value
    }

    /// The whole as one file; the hash stands for its inode.
    func status(_ kind: FileStatus.Kind) -> FileStatus {
        FileStatus(kind: kind, byteCount: byteCount, modified: modified, inode: Int64(hash & 0x7FFF_FFFF_FFFF_FFFF))
    }
}

/// FNV-1a with a last stirring. Swift's own hash is another one in every run.
private struct StableHash {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        // So that where one part ends matters.
        state = (state ^ 0xFF) &* 0x0000_0100_0000_01B3
    }

    /// Sums of values that are not stirred would hide differences that cancel out.
    var value: UInt64 {
        var value = state
        value = (value ^ value >> 33) &* 0xFF51_AFD7_ED55_8CCD
        value = (value ^ value >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return value ^ value >> 33
    }
}
