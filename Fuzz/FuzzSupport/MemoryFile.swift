package import BundleReading
import Glibc

/// Bytes behind a descriptor, as the coordinator would pass them.
package enum MemoryFile {
    /// The macro is too complex to be imported.
    private static let unnamedFile = 0o20_000_000 | O_DIRECTORY

    package static func descriptor(_ bytes: [UInt8]) -> OwnedDescriptor {
        let descriptor = open("/dev/shm", unnamedFile | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { report("no file can be made in /dev/shm") }
        let file = OwnedDescriptor(adopting: descriptor)
        guard write(descriptor, bytes, bytes.count) == bytes.count else { report("a file cannot be written") }
        return file
    }
}
