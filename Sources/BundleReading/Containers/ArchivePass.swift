internal import CLibarchive
internal import ExtractionProtocol
import Glibc
internal import Markup

/// Never extracts or opens a file by name.
final class ArchivePass {
    struct Header {
        var name: String
        /// The bytes of the name where it is not UTF-8 and the archive states no encoding; `name` is then provisional.
        var undecodedName: [UInt8]?
        /// From the start of the pass.
        var position: Int64
        var kind: Kind
        var isEncrypted: Bool
        /// The end of its bytes in the tar, without padding; nil where it is unknown.
        var end: Int64?
        var byteCount: Int64
        var hasContent: Bool { byteCount > 0 }

        enum Kind: Equatable {
            case file, folder, symbolicLink
            case hardLink(String)
            case other
        }
    }

    private let handle: OpaquePointer
    private let source: ArchiveSource
    private let kind: ArchiveKind
    private var byteCount: Int64 = 0

    var bytesRead: Int64 { source.bytesRead }
    /// Bytes of the tar read, decompressed.
    var position: Int64 { archive_filter_bytes(handle, 0) }
    private(set) var strayBlocks = 0
    /// Entries after an unreadable one can be read.
    private(set) var goesOn = false

    init(_ file: BundleFile, from start: Int64 = 0, _ kind: ArchiveKind) throws {
        guard let handle = archive_read_new() else { throw BundleError.memory("to read this archive") }
        (self.handle, self.kind) = (handle, kind)
        source = try ArchiveSource(file, from: start, mayBeGzip: kind == .packedTar)
        try ArchiveEngine.inUnicode {
            switch kind {
            case .tar: archive_read_support_format_tar(handle)
            case .packedTar:
                archive_read_support_format_tar(handle)
                archive_read_support_filter_bzip2(handle)
                archive_read_support_filter_xz(handle)
                archive_read_support_filter_zstd(handle)
            case .sevenZip: archive_read_support_format_7zip(handle)
            }
            // Reads past the end of a tar: another tar may follow, or a checksum.
            archive_read_set_format_option(handle, "tar", "read_concatenated_archives", "1")
            source.attach(to: handle)
            guard archive_read_open1(handle) >= ARCHIVE_WARN else { throw failure("this archive cannot be opened") }
        }
    }

    deinit { archive_read_free(handle) }

    func next() throws -> Header? {
        try ArchiveEngine.inUnicode {
            var entry: OpaquePointer?
            var status: Int32
            repeat {
                let before = position
                status = archive_read_next_header(handle, &entry)
                guard status == ARCHIVE_RETRY else { break }
                strayBlocks += 1
                guard position > before else { throw failure("the rest of this archive cannot be read") }
            } while true
            if status == ARCHIVE_EOF { return nil }
            guard status >= ARCHIVE_WARN, let entry else { throw failure("the rest of this archive cannot be read") }
            let size = max(0, archive_entry_size(entry))
            byteCount = size
            let (end, isHuge) = position.addingReportingOverflow(size)
            let name = Self.name(archive_entry_pathname_utf8(entry), archive_entry_pathname(entry))
            return Header(
                name: name.text, undecodedName: name.undecoded, position: archive_read_header_position(handle),
                kind: Self.kind(of: entry),
                isEncrypted: archive_entry_is_encrypted(entry) != 0,
                end: isHuge || archive_entry_sparse_count(entry) > 0 ? nil : end, byteCount: size)
        }
    }

    func read(_ consume: ByteConsumer) throws {
        let chunk = ReadBuffer()
        goesOn = false
        var total: Int64 = 0
        while true {
            // No more than the entry has: libarchive says nothing of bytes that it finds before an error.
            let wanted =
                byteCount > total ? min(chunk.bytes.count, Int(clamping: byteCount - total)) : chunk.bytes.count
            let count = archive_read_data(handle, chunk.bytes.baseAddress, wanted)
            if count == 0 { return }
            // Only padding follows the last byte of a file in a tar. The archive is reported as cut off.
            if count < 0, kind != .sevenZip, total > 0, total == byteCount, source.error == nil { return }
            guard count > 0 else {
                goesOn = count == Int(ARCHIVE_WARN) || count == Int(ARCHIVE_FAILED)
                throw failure("it cannot be unpacked")
            }
            total += Int64(count)
            try consume(UnsafeRawBufferPointer(rebasing: chunk.bytes[..<count]))
        }
    }

    private static func kind(of entry: OpaquePointer) -> Header.Kind {
        if archive_entry_hardlink(entry) != nil || archive_entry_hardlink_utf8(entry) != nil {
            return .hardLink(name(archive_entry_hardlink_utf8(entry), archive_entry_hardlink(entry)).text)
        }
        // As in the mode of a file (inode(7)); archives of some programs have none.
        switch archive_entry_filetype(entry) {
        case 0o100000, 0: return .file
        case 0o040000: return .folder
        case 0o120000: return .symbolicLink
        default: return .other
        }
    }

    private static func name(
        _ unicode: UnsafePointer<CChar>?, _ bytes: UnsafePointer<CChar>?
    ) -> (text: String, undecoded: [UInt8]?) {
        if let unicode, let name = String(validatingCString: unicode) { return (name, nil) }
        guard let bytes else { return ("", nil) }
        let raw = Array(UnsafeRawBufferPointer(start: bytes, count: strlen(bytes)))
        return (TextDecoding.text(of: raw), String(validating: raw, as: UTF8.self) == nil ? raw : nil)
    }

    private func failure(_ what: String) -> BundleError {
        if let error = source.error { return BundleError(error, reading: nil) }
        let text = archive_error_string(handle).map { String(cString: $0).replacingControls() } ?? "no reason is known"
        let number = archive_errno(handle)
        if number == ENOMEM { return BundleError.memory("to unpack it") }
        let small = text.lowercased()
        if small.contains("encrypt") || small.contains("passphrase") { return .lockedArchive }
        if small.contains("unsupported") || small.contains("not supported") || small.contains("unrecognized") {
            return BundleError(.unsupported, "\(what): \(text)")
        }
        return BundleError(.damaged, "\(what): \(text)")
    }
}

extension BundleError {
    /// libarchive cannot open encrypted 7z archives.
    static var lockedArchive: BundleError {
        BundleError(.locked, "it is encrypted in a way that cannot be opened here; unpack it and index the result")
    }
}

enum ArchiveKind: String, Sendable {
    case tar
    /// In gzip, bzip2, xz or Zstandard.
    case packedTar = "tgz"
    case sevenZip = "7z"

    init?(of head: [UInt8]) {
        let signatures: [(ArchiveKind, [UInt8])] = [
            (.sevenZip, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]), (.packedTar, Gzip.mark + [8]),
            (.packedTar, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]), (.packedTar, [0x28, 0xB5, 0x2F, 0xFD]),
        ]
        if let found = signatures.first(where: { head.starts(with: $0.1) }) {
            self = found.0
        } else if head.starts(with: Array("BZh".utf8)), head.count > 10,
            head[4..<10] == [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]
        {
            self = .packedTar
        } else if Self.isTar(head) {
            self = .tar
        } else {
            return nil
        }
    }

    /// True when the first block has the checksum it states (POSIX.1-1988, ustar; older tars have it too).
    private static func isTar(_ head: [UInt8]) -> Bool {
        let (block, field) = (512, 148..<156)
        guard head.count >= block, head[0] != 0 else { return false }
        let digits = head[field].drop { $0 == 0x20 }.prefix { (0x30...0x37).contains($0) }
        guard !digits.isEmpty, let stated = Int(String(decoding: digits, as: UTF8.self), radix: 8) else { return false }
        let sum = head[..<block].indices.reduce(0) { $0 + (field.contains($1) ? 0x20 : Int(head[$1])) }
        return sum == stated
    }
}
