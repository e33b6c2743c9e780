internal import CSandbox
import Foundation

/// Memory of a fixed size, to which a reader writes images.
final class PageImageFile {
    let descriptor: Int32

    init(bytes: Int) throws {
        descriptor = csandbox_image_file(bytes)
        guard descriptor >= 0 else { throw DocSearchError.system("Making room for", "an image") }
    }

    deinit { close(descriptor) }

    /// A copy of its first bytes, because the reader still has the file.
    func copy(_ byteCount: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, byteCount, 0))
        }
    }
}
