import Foundation

/// The lock of the one writer of an index: `flock` on a file in its folder, which the system gives up when the process
/// ends. The file says who has it; what a killed run has left in it means nothing, as the lock is then free.
final class WriterLock: Sendable {
    private let descriptor: Int32

    /// Throws ``DocSearchError`` with code ``DocSearchError/Code/locked`` when another process holds it.
    init(_ folder: IndexFolder) throws {
        let opened = try SafeFile.open(folder.lock)
        // From here on `deinit` closes it, also when this throws; closing it here as well would close whatever file
        // another thread has opened meanwhile under the same number.
        descriptor = opened
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            throw DocSearchError(
                .locked, "Another run is writing to \"\(folder.path)\"\(Self.holder(opened)). Nothing was done.")
        }
        let since = DocumentDate(secondsSinceEpoch: Int64(Date().timeIntervalSince1970), precision: .instant)
        let text = "process \(getpid()) on \(Self.host) since \(since)\n"
        var status = stat()
        // A file that has another name as well is not ours; its text is left alone. Without a text the lock holds too.
        guard fstat(descriptor, &status) == 0, status.st_nlink == 1, ftruncate(descriptor, 0) == 0 else { return }
        _ = text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
    }

    deinit {
        // The lock belongs to the open file, which a process being started by another thread shares until its program
        // begins: closing alone would leave the index locked for that moment.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// As the system has it; asking the network what it makes of that could take long.
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
