internal import ExtractionProtocol
import Glibc
import Synchronization

/// Unnamed files for content too large for memory.
///
/// A process that may not create files receives them (``obtain(from:)``). They are reused, because one document is read
/// at a time.
package enum TemporaryFile {
    private struct Spare {
        let file: OwnedDescriptor
        weak var lent: OwnedDescriptor?
    }

    private struct State {
        /// Nil where this process creates them itself.
        var source: Source?
        var spares: [Spare] = []
    }

    package typealias Source = @Sendable () throws -> OwnedDescriptor

    private static let state = Mutex(State())

    package static func obtain(from source: @escaping Source) { state.withLock { $0 = State(source: source) } }

    static func open() throws -> OwnedDescriptor {
        try state.withLock { state in
            guard let source = state.source else { return try make() }
            let index: Int
            if let free = state.spares.firstIndex(where: { $0.lent == nil }) {
                index = free
                let file = state.spares[index].file.rawValue
                guard ftruncate(file, 0) == 0, lseek(file, 0, SEEK_SET) == 0 else {
                    throw BundleError(.environment, "a temporary file cannot be used again: \(systemMessage(errno))")
                }
            } else {
                state.spares.append(Spare(file: try source()))
                index = state.spares.count - 1
            }
            // A duplicate shares the position, so only one may be in use.
            let lent = try OwnedDescriptor(duplicating: state.spares[index].file.rawValue)
            state.spares[index].lent = lent
            return lent
        }
    }

    private static func make() throws -> OwnedDescriptor {
        let file = UnnamedFile.open()
        guard file >= 0 else {
            throw BundleError(
                .environment,
                "no temporary file can be made in \"\(UnnamedFile.folder)\" (\(systemMessage(errno))); TMPDIR names "
                    + "another folder")
        }
        return OwnedDescriptor(adopting: file)
    }

    static func write(_ bytes: UnsafeRawBufferPointer, to file: OwnedDescriptor) throws {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = Glibc.write(file.rawValue, rest.baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw BundleError(.environment, "the temporary file cannot be written: \(systemMessage(errno))")
            }
            written += count
        }
    }
}
