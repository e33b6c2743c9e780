import Foundation

/// The lock of an index's only writer: `flock` on a file, which the system releases when the process ends. The file
/// names the holder. Text left in it by a killed run means nothing, as the lock is free then.
final class WriterLock: Sendable {
    private let descriptor: Int32

    init(_ folder: IndexFolder) throws {
        let opened = try SafeFile.open(folder.lock)
        // From here on `deinit` closes it, even if this throws. Closing it here too could close a file that another
        // thread has opened under the same number.
        descriptor = opened
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            throw DocSearchError(
                .locked, "Another run is writing to \"\(folder.path)\"\(Self.holder(opened)). Nothing was done.")
        }
        let since = DocumentDate(secondsSinceEpoch: Int64(Date().timeIntervalSince1970), precision: .instant)
        let text = "process \(getpid()) on \(Self.host) since \(since)\n"
        var status = stat()
        // A file with a second name is not ours, so its text is left alone. The lock holds without a text too.
        guard fstat(descriptor, &status) == 0, status.st_nlink == 1, ftruncate(descriptor, 0) == 0 else { return }
        _ = text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
    }

    deinit {
        // The lock belongs to the open file, which a process being started by another thread shares until its program
        // begins. Closing alone would leave the index locked for that moment.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// The system's own name. Resolving it on the network could take long.
    private static var host: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "this machine" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func holder(_ descriptor: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 400)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return "" }
        let text = String(decoding: buffer[..<count], as: UTF8.self).prefix { !$0.isNewline }
        return " (\(text))"
    }
}
