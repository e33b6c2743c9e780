internal import CLibarchive
import Glibc

/// Makes tars and 7z in memory.
public struct ArchiveWriter {
    public enum Format: String, CaseIterable, Sendable {
        case tar, gzip, bzip2, xz, zstd
        case sevenZip = "7z"
    }

    public struct Entry {
        var name: String
        var content: [UInt8] = []
        /// As in the mode of a file.
        var type: UInt32 = 0o100000
        var link: String?
        var isHardLink = false

        public init(_ name: String, _ content: [UInt8]) { (self.name, self.content) = (name, content) }
        public init(_ name: String, _ content: String) { self.init(name, Array(content.utf8)) }

        public static func folder(_ name: String) -> Entry {
            var entry = Entry(name, "")
            entry.type = 0o040000
            return entry
        }
        public static func symbolicLink(_ name: String, to target: String) -> Entry {
            var entry = Entry(name, "")
            (entry.type, entry.link) = (0o120000, target)
            return entry
        }
        public static func hardLink(_ name: String, to target: String) -> Entry {
            var entry = Entry(name, "")
            (entry.link, entry.isHardLink) = (target, true)
            return entry
        }
        /// A pipe, or a device: `0o010000`, `0o020000`.
        public static func other(_ name: String, type: UInt32) -> Entry {
            var entry = Entry(name, "")
            entry.type = type
            return entry
        }
    }

    public enum Failure: Error { case noArchive(String) }

    /// `isStored` when a 7z is not to be compressed.
    public static func bytes(_ entries: [Entry], _ format: Format, isStored: Bool = false) throws -> [UInt8] {
        // libarchive converts names by way of the locale, and this process has none with other letters than those of ASCII.
        let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
        let before = uselocale(locale)
        defer {
            uselocale(before)
            if let locale { freelocale(locale) }
        }
        guard let handle = archive_write_new() else { throw Failure.noArchive("no memory") }
        defer { archive_write_free(handle) }
        switch format {
        case .tar: archive_write_add_filter_none(handle)
        case .gzip: archive_write_add_filter_gzip(handle)
        case .bzip2: archive_write_add_filter_bzip2(handle)
        case .xz: archive_write_add_filter_xz(handle)
        case .zstd: archive_write_add_filter_zstd(handle)
        case .sevenZip: break
        }
        if format == .sevenZip { archive_write_set_format_7zip(handle) } else { archive_write_set_format_pax(handle) }
        if isStored { archive_write_set_format_option(handle, "7zip", "compression", "store") }
        archive_write_set_bytes_in_last_block(handle, 1)
        let capacity = entries.reduce(1 << 20) { $0 + $1.content.count + $1.name.utf8.count * 2 + 4096 }
        // libarchive writes there until it is closed.
        let used = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        used.initialize(to: 0)
        defer { used.deallocate() }
        let bytes = try [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            try check(archive_write_open_memory(handle, buffer.baseAddress, buffer.count, used), handle)
            for entry in entries { try write(entry, handle) }
            try check(archive_write_close(handle), handle)
            count = used.pointee
        }
        return bytes
    }

    private static func write(_ entry: Entry, _ handle: OpaquePointer) throws {
        guard let header = archive_entry_new() else { throw Failure.noArchive("no memory") }
        defer { archive_entry_free(header) }
        archive_entry_set_pathname_utf8(header, entry.name)
        archive_entry_set_filetype(header, entry.type)
        archive_entry_set_perm(header, 0o644)
        archive_entry_set_size(header, Int64(entry.content.count))
        if let link = entry.link {
            if entry.isHardLink {
                archive_entry_set_hardlink_utf8(header, link)
            } else {
                archive_entry_set_symlink_utf8(header, link)
            }
        }
        try check(archive_write_header(handle, header), handle)
        guard !entry.content.isEmpty else { return }
        guard archive_write_data(handle, entry.content, entry.content.count) == entry.content.count else {
            throw Failure.noArchive("the content of \(entry.name)")
        }
    }

    private static func check(_ status: Int32, _ handle: OpaquePointer) throws {
        guard status >= ARCHIVE_WARN else {
            throw Failure.noArchive(archive_error_string(handle).map { String(cString: $0) } ?? "\(status)")
        }
    }
}
