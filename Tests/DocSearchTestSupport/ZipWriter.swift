/// Writes zips for tests, wrong ones too: every field of a header can be set to something else than the truth.
public struct ZipWriter: Sendable {
    /// One entry. Its data is stored as it is; for another `method`, give `data` as that method would have packed it,
    /// and the `checksum` and `claimedSize` of what it unpacks to.
    public struct Entry: Sendable {
        /// The bytes of the name as they stand in the zip.
        public var name: [UInt8]
        public var data: [UInt8]
        /// 0 is stored, 8 is deflate.
        public var method: UInt16 = 0
        /// Bit 0 says encrypted, bit 11 says that the name is UTF-8.
        public var flags: UInt16 = 0
        /// CRC-32 as claimed; nil for the true one of `data`.
        public var checksum: UInt32?
        /// Size after unpacking as claimed; nil for the size of `data`.
        public var claimedSize: UInt32?
        /// Size before unpacking as claimed; nil for the size of `data`.
        public var claimedPackedSize: UInt32?
        /// The Unix file mode; nil for an entry made on MS-DOS.
        public var unixMode: UInt16?
        /// Extra fields, each with its four bytes of header.
        public var extra: [UInt8] = []
        /// The name in the entry's own header; nil for the one in the directory.
        public var localName: [UInt8]?
        /// Checksum and sizes follow the data, as from programs that write what they cannot measure beforehand. The
        /// header before the data has zeros.
        public var hasDescriptor = false
        /// Sizes and offset in a zip64 extra field of the directory, where the short fields refer to it.
        public var zip64: (size: UInt64, packedSize: UInt64, offset: UInt64)?
        /// Where the entry begins as claimed; nil for the true offset.
        public var claimedOffset: UInt32?
        /// Whether there is nothing of the entry outside the directory, so that it has to share what others have.
        public var isOnlyListed = false

        public init(_ name: String, _ data: [UInt8]) {
            self.init(name: Array(name.utf8), data: data)
            if !name.utf8.allSatisfy({ $0 < 0x80 }) { flags = Self.utf8Name }
        }

        public init(_ name: String, _ text: String) {
            self.init(name, Array(text.utf8))
        }

        /// A name in any encoding; no flag says which.
        public init(name: [UInt8], data: [UInt8]) {
            self.name = name
            self.data = data
        }

        public static let encrypted: UInt16 = 1 << 0
        public static let utf8Name: UInt16 = 1 << 11
        public static let symbolicLink: UInt16 = 0o120777

        /// This entry after `change`, to say in one line what is wrong with it.
        public func with(_ change: (inout Entry) -> Void) -> Entry {
            var entry = self
            change(&entry)
            return entry
        }
    }

    public var entries: [Entry]
    /// What stands before the zip, such as a self-extracting program; offsets count from its start.
    public var prefix: [UInt8]
    /// What the end of the zip says; nil for the truth.
    public var claimedCount: UInt16?
    public var claimedDirectorySize: UInt32?
    public var claimedDirectoryOffset: UInt32?
    /// Whether there is an end record of zip64 before the other, which refers to it, and the number of entries that it
    /// claims; nil for the truth.
    public var hasZip64End = false
    public var claimedZip64Count: UInt64?

    public init(_ entries: [Entry] = [], prefix: [UInt8] = []) {
        self.entries = entries
        self.prefix = prefix
    }

    /// This zip after `change`.
    public func with(_ change: (inout ZipWriter) -> Void) -> ZipWriter {
        var zip = self
        change(&zip)
        return zip
    }

    /// The zip.
    public var bytes: [UInt8] {
        var result = prefix
        var directory: [UInt8] = []
        for entry in entries {
            directory += Self.centralHeader(of: entry, offset: entry.claimedOffset ?? UInt32(result.count))
            guard !entry.isOnlyListed else { continue }
            result += Self.localHeader(of: entry) + entry.data
            if entry.hasDescriptor { result += number(0x0807_4B50, 4) + Self.sizes(of: entry) }
        }
        let start = result.count
        result += directory
        if hasZip64End { result += zip64End(at: result.count, directory: start, size: directory.count) }
        result += number(0x0605_4B50, 4) + number(0, 4)
        let count = claimedCount ?? (hasZip64End ? .max : UInt16(entries.count))
        result += number(UInt32(count), 2) + number(UInt32(count), 2)
        result += number(claimedDirectorySize ?? UInt32(directory.count), 4)
        return result + number(claimedDirectoryOffset ?? UInt32(start), 4) + number(0, 2)
    }

    private func zip64End(at position: Int, directory: Int, size: Int) -> [UInt8] {
        let count = claimedZip64Count ?? UInt64(entries.count)
        var record = number(0x0606_4B50, 4) + wideNumber(44) + number(45, 2) + number(45, 2) + number(0, 4)
        record += number(0, 4) + wideNumber(count) + wideNumber(count)
        record += wideNumber(UInt64(size)) + wideNumber(UInt64(directory))
        return record + number(0x0706_4B50, 4) + number(0, 4) + wideNumber(UInt64(position)) + number(1, 4)
    }

    /// The CRC-32 of zip, PNG and Ethernet.
    public static func checksum(of data: some Sequence<UInt8>) -> UInt32 {
        ~data.reduce(~0) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    /// The header before an entry's data.
    public static func localHeader(of entry: Entry) -> [UInt8] {
        let name = entry.localName ?? entry.name
        let start = number(0x0403_4B50, 4) + number(20, 2) + kind(of: entry)
        let sizes = entry.hasDescriptor ? [UInt8](repeating: 0, count: 12) : sizes(of: entry)
        return start + sizes + number(UInt32(name.count), 2) + number(UInt32(entry.extra.count), 2) + name + entry.extra
    }

    /// The header of an entry in the directory, that says that the entry is at `offset`.
    public static func centralHeader(of entry: Entry, offset: UInt32) -> [UInt8] {
        let unix: UInt32 = 3 << 8
        var entry = entry
        var offset = offset
        if let zip64 = entry.zip64 {
            entry.extra += number(1, 2) + number(24, 2)
            entry.extra += wideNumber(zip64.size) + wideNumber(zip64.packedSize) + wideNumber(zip64.offset)
            (entry.claimedSize, entry.claimedPackedSize, offset) = (.max, .max, .max)
        }
        var header = number(0x0201_4B50, 4)
        header += number(20 | (entry.unixMode == nil ? 0 : unix), 2) + number(20, 2)
        header += kind(of: entry) + sizes(of: entry)
        header += number(UInt32(entry.name.count), 2) + number(UInt32(entry.extra.count), 2)
        // Comment length, disk, internal attributes, external attributes.
        header += number(0, 2) + number(0, 2) + number(0, 2) + number(UInt32(entry.unixMode ?? 0) << 16, 4)
        return header + number(offset, 4) + entry.name + entry.extra
    }

    /// Flags and method, alike in both headers. Dated 1980-01-01.
    private static func kind(of entry: Entry) -> [UInt8] {
        let flags = entry.flags | (entry.hasDescriptor ? 1 << 3 : 0)
        return number(UInt32(flags), 2) + number(UInt32(entry.method), 2) + number(0, 2) + number(0x0021, 2)
    }

    private static func sizes(of entry: Entry) -> [UInt8] {
        let size = UInt32(entry.data.count)
        return number(entry.checksum ?? checksum(of: entry.data), 4)
            + number(entry.claimedPackedSize ?? size, 4) + number(entry.claimedSize ?? size, 4)
    }
}

/// Little-endian, as everything in a zip.
private func number(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
}

private func wideNumber(_ value: UInt64) -> [UInt8] {
    number(UInt32(truncatingIfNeeded: value), 4) + number(UInt32(truncatingIfNeeded: value >> 32), 4)
}
