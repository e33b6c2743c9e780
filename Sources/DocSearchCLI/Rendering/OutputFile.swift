import DocSearch
import Foundation

/// A file that a run writes for others to read: whoever opens it sees the old one or the new one, whole.
enum OutputFile {
    /// Throws ``DocSearchError``; `what` names the file in its message.
    static func write(_ text: String, to path: String, what: String) throws {
        let new = path + ".new"
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: new))
            // The program that collects metrics is another user.
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: new)
        } catch {
            unlink(new)
            throw DocSearchError(.failed, "The \(what) \"\(path)\" could not be written: \(error.localizedDescription)")
        }
        guard rename(new, path) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(new)
            throw DocSearchError(.failed, "The \(what) \"\(path)\" could not be written: \(reason)")
        }
    }
}
