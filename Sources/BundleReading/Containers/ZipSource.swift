internal import CLibzip
import Glibc

/// Lets libzip read a bundle by position. Its own sources seek, and the caller's descriptor shares the offset.
///
/// Also counts the bytes really read, so that a compression ratio does not depend on headers.
final class ZipSource {
    private let zip: ZipBytes
    private var position: Int64 = 0
    private(set) var bytesRead: Int64 = 0
    private var error = zip_error_t()

    private init(_ zip: ZipBytes) {
        self.zip = zip
        zip_error_init(&error)
    }

    deinit { zip_error_fini(&error) }

    /// The source, and a libzip source that keeps it alive until libzip frees it. Nil when memory runs out.
    static func make(for zip: ZipBytes) -> (source: ZipSource, handle: OpaquePointer)? {
        let source = ZipSource(zip)
        let retained = Unmanaged.passRetained(source)
        guard let handle = zip_source_function_create(callback, retained.toOpaque(), nil) else {
            retained.release()
            return nil
        }
        return (source, handle)
    }

    private static let callback: zip_source_callback = { state, data, length, command in
        guard let state else { return -1 }
        let unmanaged = Unmanaged<ZipSource>.fromOpaque(state)
        if command == ZIP_SOURCE_FREE {
            unmanaged.release()
            return 0
        }
        return unmanaged.takeUnretainedValue().perform(command, into: data, length: length)
    }

    /// One command of libzip's source protocol (zip_source_function(3)); -1 for failure.
    private func perform(_ command: zip_source_cmd_t, into data: UnsafeMutableRawPointer?, length: UInt64) -> Int64 {
        switch command {
        case ZIP_SOURCE_OPEN:
            position = 0
            return 0
        case ZIP_SOURCE_CLOSE: return 0
        case ZIP_SOURCE_READ: return read(into: data, length)
        case ZIP_SOURCE_STAT:
            guard let data, length >= UInt64(MemoryLayout<zip_stat_t>.size) else { return -1 }
            let status = data.assumingMemoryBound(to: zip_stat_t.self)
            zip_stat_init(status)
            status.pointee.size = UInt64(zip.byteCount)
            status.pointee.valid |= UInt64(ZIP_STAT_SIZE)
            return Int64(MemoryLayout<zip_stat_t>.size)
        case ZIP_SOURCE_SEEK:
            guard let data else { return -1 }
            let target = zip_source_seek_compute_offset(UInt64(position), UInt64(zip.byteCount), data, length, &error)
            guard target >= 0 else { return -1 }
            position = target
            return 0
        case ZIP_SOURCE_TELL: return position
        case ZIP_SOURCE_ERROR:
            guard let data else { return -1 }
            return zip_error_to_data(&error, data, length)
        case ZIP_SOURCE_SUPPORTS: return Self.supportedCommands
        default:
            zip_error_set(&error, ZIP_ER_OPNOTSUPP, 0)
            return -1
        }
    }

    private func read(into data: UnsafeMutableRawPointer?, _ length: UInt64) -> Int64 {
        guard let data, let wanted = Int(exactly: length) else {
            zip_error_set(&error, ZIP_ER_INVAL, 0)
            return -1
        }
        do {
            let buffer = UnsafeMutableRawBufferPointer(start: data, count: wanted)
            let count = try zip.read(at: position, into: buffer)
            position += Int64(count)
            bytesRead += Int64(count)
            return Int64(count)
        } catch {
            // The reason is passed as errno, the only form that libzip can carry.
            zip_error_set(&self.error, ZIP_ER_READ, errno)
            return -1
        }
    }

    /// The commands that ``perform(_:into:length:)`` handles, as the variadic `zip_source_make_command_bitmap` would
    /// return them.
    private static let supportedCommands: Int64 = [
        ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
        ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS,
    ].reduce(0) { $0 | 1 << Int64($1.rawValue) }
}
