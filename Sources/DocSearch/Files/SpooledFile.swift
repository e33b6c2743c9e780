import ExtractionProtocol
import Foundation

enum SpooledFile {
    private static let chunk = 1 << 20

    static func whole(_ file: FileHandle) throws -> FileHandle {
        var status = stat()
        guard fstat(file.fileDescriptor, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return file }
        let folder = UnnamedFile.folder
        let descriptor = UnnamedFile.open()
        guard descriptor >= 0 else {
            throw DocSearchError(
                .environment, "No file can be made in \"\(folder)\": \(String(cString: strerror(errno))).", item: folder
            )
        }
        let copy = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            while let part = try file.read(upToCount: chunk), !part.isEmpty { try copy.write(contentsOf: part) }
            try copy.seek(toOffset: 0)
        } catch {
            throw DocSearchError(
                .failed, "The bytes to be read cannot be kept in \"\(folder)\": \(error.localizedDescription)",
                item: folder)
        }
        return copy
    }
}
