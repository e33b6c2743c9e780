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
}
