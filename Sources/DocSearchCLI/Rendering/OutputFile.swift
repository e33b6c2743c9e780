import DocSearch
import Foundation

/// A file that a run writes for others to read: a reader sees the old one or the new one, whole.
enum OutputFile {
    /// Throws ``DocSearchError``; `what` names the file in its message.
    static func write(_ text: String, to path: String, what: String) throws {
        do {
            // The program that collects metrics is another user.
            try SafeFile.write(Data(text.utf8), to: path, mode: 0o644)
        } catch let error as DocSearchError {
            throw DocSearchError(.failed, "The \(what) could not be written. \(error.message)")
        }
    }

    /// Throws ``DocSearchError`` with code `usage` when there is something in the file's place that must not be replaced.
    static func requirePlace(_ path: String, what: String) throws {
        do {
            try SafeFile.requirePlain(path)
        } catch let error as DocSearchError {
            throw DocSearchError(.usage, "The \(what) cannot be written. \(error.message)")
        }
    }
}
