import DocSearch
import Foundation

/// A file that the command line names.
enum InputFile {
    /// All bytes; `-` is standard input.
    static func read(_ path: String) throws -> Data {
        let bytes =
            path == "-" ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: path)
        guard let bytes else { throw DocSearchError(.failed, "The file \"\(path)\" cannot be read.") }
        return bytes
    }

    /// Opens it to be read piece by piece.
    static func open(_ path: String) throws -> FileHandle {
        guard path != "-" else { return .standardInput }
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            throw DocSearchError(.failed, "\"\(path)\" is a folder, not a file.", item: path)
        }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw DocSearchError(.failed, "The file \"\(path)\" cannot be read.")
        }
        return file
    }
}
