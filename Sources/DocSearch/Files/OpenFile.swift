import ExtractionProtocol
import Foundation

struct OpenFile: ~Copyable {
    let descriptor: Int32
    let status: FileStatus

    /// Follows no symbolic link and does not wait for a pipe's other end. `shownPath` is for messages.
    init(_ path: String, below folder: FolderHandle, shownPath: String) throws {
        let descriptor = folder.open(DiskName.bytes(of: path), O_RDONLY | O_NONBLOCK)
        guard descriptor >= 0 else { throw DocSearchError.opening(shownPath) }
        guard let status = FileStatus(descriptor: descriptor), status.kind == .file else {
            close(descriptor)
            throw DocSearchError(.failed, "\"\(shownPath)\" is not a regular file.")
        }
        (self.descriptor, self.status) = (descriptor, status)
    }

    private init(descriptor: Int32, status: FileStatus) { (self.descriptor, self.status) = (descriptor, status) }

    static func temporary() throws -> OpenFile {
        let descriptor = UnnamedFile.open()
        guard descriptor >= 0, let status = FileStatus(descriptor: descriptor) else {
            if descriptor >= 0 { close(descriptor) }
            throw DocSearchError.system("Making a temporary file in", UnnamedFile.folder)
        }
        return OpenFile(descriptor: descriptor, status: status)
    }

    /// The caller closes the descriptor from now on.
    consuming func handedOn() -> Int32 {
        let descriptor = descriptor
        discard self
        return descriptor
    }

    deinit { close(descriptor) }
}
