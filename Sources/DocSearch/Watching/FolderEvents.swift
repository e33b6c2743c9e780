import Foundation

/// Tells in which folders something happened, by inotify(7).
final class FolderEvents {
    private let descriptor: Int32
    /// The path of each watched folder, by the number that the system gave it.
    private var paths: [Int32: String] = [:]

    /// Why folders cannot be watched.
    struct Refusal: Error {
        var reason: String
    }

    /// Everything that can make a bundle another one. Writing counts when the writer closes the file; until then it would
    /// only be read in vain.
    private static let interest = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_ONLYDIR)

    /// - Parameter folders: With all below them. A folder that is not there, or hidden, is not watched.
    /// - Throws: ``Refusal`` when the system has no more watches to give.
    init(folders: [String]) throws {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw Refusal(reason: String(cString: strerror(errno))) }
        for folder in folders { try watch(folder) }
    }

    deinit { close(descriptor) }

    var count: Int { paths.count }

    private func watch(_ folder: String) throws {
        var waiting = [folder]
        while let path = waiting.popLast() {
            let number = inotify_add_watch(descriptor, path, Self.interest)
            if number < 0 {
                if [ENOSPC, ENOMEM].contains(errno) {
                    throw Refusal(
                        reason: "the system has no more watches to give than \(paths.count); as root: "
                            + "sysctl fs.inotify.max_user_watches=1000000")
                }
                // Gone, or not to be read: the run that follows says so.
                continue
            }
            paths[number] = path
            // A folder that cannot be listed is named by the run that follows.
            guard let listing = try? DirectoryListing(path: path) else { continue }
            for entry in listing.indices where listing.mayBeOtherThanFile(entry) {
                guard let name = listing.name(entry), listing.status(entry)?.kind == .directory else { continue }
                waiting.append(PathText.joined(path, name))
            }
        }
    }

    /// Folders in which something happened since the last call; new ones are watched from now on.
    ///
    /// - Parameter milliseconds: How long to wait for something to happen.
    /// - Returns: Nil when so much happened that the system has lost count.
    /// - Throws: ``Refusal`` when the system has no more watches to give.
    func changed(within milliseconds: Int32) throws -> Set<String>? {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, milliseconds) > 0 else { return [] }
        var changed: Set<String> = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return changed }
            var offset = 0
            while offset + MemoryLayout<inotify_event>.size <= count {
                let event = buffer.withUnsafeBytes {
                    $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                }
                let start = offset + MemoryLayout<inotify_event>.size
                let name = buffer[start..<start + Int(event.len)].prefix { $0 != 0 }
                offset = start + Int(event.len)
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return nil }
                if let folder = try folder(of: event, name) { changed.insert(folder) }
            }
        }
    }

    /// The folder that a run should look at after an event.
    private func folder(of event: inotify_event, _ name: ArraySlice<UInt8>) throws -> String? {
        guard let path = paths[event.wd] else { return nil }
        if event.mask & UInt32(IN_IGNORED) != 0 {
            paths[event.wd] = nil
            return nil
        }
        if event.mask & UInt32(bitPattern: Int32(IN_ISDIR)) != 0 {
            guard name.first != UInt8(ascii: "."), !name.isEmpty else { return nil }
            if event.mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0 {
                try watch(PathText.joined(path, String(decoding: name, as: UTF8.self)))
            }
            return path
        }
        let isOnlyBegun = event.mask & UInt32(IN_CREATE) != 0
        return !isOnlyBegun && RootWalker.isCandidate(name) ? path : nil
    }
}
