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

    public init(_ entries: [Entry] = [], prefix: [UInt8] = []) {
        self.entries = entries
        self.prefix = prefix
    }

    /// The zip.
    public var bytes: [UInt8] {
        var result = prefix
        var directory: [UInt8] = []
        for entry in entries {
            directory += centralHeader(of: entry, offset: UInt32(result.count))
            result += localHeader(of: entry) + entry.data
        }
        let start = UInt32(result.count)
        result += directory
        result += number(0x0605_4B50, 4) + number(0, 4)
        result += number(UInt32(entries.count), 2) + number(UInt32(entries.count), 2)
        result += number(UInt32(directory.count), 4) + number(start, 4) + number(0, 2)
        return result
    }

    /// The CRC-32 of zip, PNG and Ethernet.
    public static func checksum(of data: some Sequence<UInt8>) -> UInt32 {
        ~data.reduce(~0) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    private func localHeader(of entry: Entry) -> [UInt8] {
        number(0x0403_4B50, 4) + number(20, 2) + commonFields(of: entry) + entry.name + entry.extra
    }

    private func centralHeader(of entry: Entry, offset: UInt32) -> [UInt8] {
        let unix: UInt32 = 3 << 8
        var header = number(0x0201_4B50, 4)
        header += number(20 | (entry.unixMode == nil ? 0 : unix), 2) + number(20, 2)
        header += commonFields(of: entry)
        // Comment length, disk, internal attributes, external attributes.
        header += number(0, 2) + number(0, 2) + number(0, 2) + number(UInt32(entry.unixMode ?? 0) << 16, 4)
        return header + number(offset, 4) + entry.name + entry.extra
    }

    /// From the flags to the lengths of name and extra fields, alike in both headers. Dated 1980-01-01.
    private func commonFields(of entry: Entry) -> [UInt8] {
        let size = UInt32(entry.data.count)
        var fields = number(UInt32(entry.flags), 2) + number(UInt32(entry.method), 2)
        fields += number(0, 2) + number(0x0021, 2)
        fields += number(entry.checksum ?? Self.checksum(of: entry.data), 4)
        fields += number(entry.claimedPackedSize ?? size, 4) + number(entry.claimedSize ?? size, 4)
        return fields + number(UInt32(entry.name.count), 2) + number(UInt32(entry.extra.count), 2)
    }

    /// Little-endian, as everything in a zip.
    private func number(_ value: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }
}
