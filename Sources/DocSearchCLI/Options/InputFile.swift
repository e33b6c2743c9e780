import DocSearch
import Foundation

enum InputFile {
    /// `-` is standard input.
    static func read(_ path: String) throws -> Data {
        let file = try open(path)
        do {
            return try file.readToEnd() ?? Data()
        } catch {
            throw DocSearchError(
                .failed, "The file \"\(path)\" cannot be read: \(error.localizedDescription)", item: path)
        }
    }

    static func open(_ path: String) throws -> FileHandle {
        guard path != "-" else { return .standardInput }
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            throw DocSearchError(.failed, "\"\(path)\" is a folder, not a file.", item: path)
        }
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let cause = String(cString: strerror(errno))
            throw DocSearchError(.failed, "The file \"\(path)\" cannot be read: \(cause).", item: path, cause: cause)
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}
