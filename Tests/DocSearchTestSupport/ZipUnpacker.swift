internal import CLibzip
import Foundation

/// Takes the zips of the samples apart. Not for foreign zips: names are believed.
public enum ZipUnpacker {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// The files in the zip at `path`, in its order. Throws ``Failure`` when it cannot be read.
    public static func entries(ofZipAt path: String) throws -> [(name: String, bytes: [UInt8])] {
        var code: Int32 = 0
        guard let archive = zip_open(path, ZIP_RDONLY, &code) else {
            throw Failure(description: "\(path): libzip says \(code)")
        }
        defer { zip_discard(archive) }
        return try (0..<zip_uint64_t(max(0, zip_get_num_entries(archive, 0)))).map { index in
            var status = zip_stat_t()
            guard zip_stat_index(archive, index, 0, &status) == 0, let name = status.name,
                let file = zip_fopen_index(archive, index, 0)
            else { throw Failure(description: "\(path): entry \(index) cannot be opened") }
            defer { zip_fclose(file) }
            var bytes = [UInt8](repeating: 0, count: Int(status.size))
            guard zip_fread(file, &bytes, status.size) == zip_int64_t(bytes.count) else {
                throw Failure(description: "\(path): entry \(index) cannot be read")
            }
            return (String(cString: name), bytes)
        }
    }

    /// Unpacks the zip at `path` into a folder named `name` of `folder`.
    public static func unpack(_ path: String, to name: String, in folder: TemporaryFolder) throws {
        for entry in try entries(ofZipAt: path) where !entry.name.hasSuffix("/") {
            try folder.write(entry.bytes, to: "\(name)/\(entry.name)")
        }
    }
}
