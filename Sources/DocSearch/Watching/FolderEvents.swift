import BundleConventions
import Foundation

/// Uses inotify(7).
final class FolderEvents {
    private let descriptor: Int32
    /// By the system's watch numbers.
    private var watched: [Int32: Watched] = [:]
    private let roots: [Watched]
    /// By the numbers of file system and inode.
    private let identities: [[UInt64?]]
    private var maybeBundles: Set<Int32> = []

    private struct Watched {
        var path: String
        /// A run checks it after an event here.
        var subject: String
        var isRoot = false
        /// Any of its files may matter then.
        var isInBundle = false

        func folder(_ name: String) -> Self {
            Self(path: PathText.joined(path, name), subject: PathText.joined(subject, name), isInBundle: isInBundle)
        }
    }

    struct Refusal: Error { var reason: String }

    /// A write counts when the writer closes the file; earlier the file would be read in vain.
    private static let interest = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_ONLYDIR)

    init(folders: [String]) throws {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw Refusal(reason: String(cString: strerror(errno))) }
        roots = folders.map { Watched(path: $0, subject: $0, isRoot: true) }
        identities = folders.map(Self.identity)
        for root in roots { try watch(root) }
    }

    deinit { close(descriptor) }

    var count: Int { watched.count }

    /// The path of a root leads to something else than before: a disk was mounted or removed, or a folder replaced. The
    /// system reports this only for a watch that it has ended.
    var haveRootsChanged: Bool { hasLostRoot || roots.map { Self.identity($0.path) } != identities }

    private static func identity(_ path: String) -> [UInt64?] {
        [FileStatus.device(path: path), FileStatus(path: path).map { UInt64(bitPattern: $0.inode) }]
    }

    /// Kept, because the same folder may have come back with the same number.
    private var hasLostRoot = false
    private var unwatched: Set<String> = []

    private func watch(_ first: Watched) throws {
        var waiting = [first]
        while var parent = waiting.popLast() {
            let number = DiskName.bytes(of: parent.path).withCPath { inotify_add_watch(descriptor, $0, Self.interest) }
            if number < 0 {
                if [ENOSPC, ENOMEM].contains(errno) {
                    throw Refusal(
                        reason: "the system allows only \(watched.count) watches; to allow more, as root: "
                            + "sysctl fs.inotify.max_user_watches=1000000")
                }
                // Gone or unreadable; the next run reports it.
                if errno == EACCES { unwatched.insert(parent.path) }
                continue
            }
            // The next run reports a folder that cannot be listed.
            let listing = try? DirectoryListing(path: parent.path)
            parent.isInBundle = parent.isInBundle || listing.map { FolderLook.isCandidate($0) } == true
            watched[number] = parent
            if parent.isRoot, let results = results(of: parent) { waiting.append(results) }
            guard let listing else { continue }
            for entry in listing.indices where listing.mayBeOtherThanFile(entry) {
                guard listing.status(entry)?.kind == .directory else { continue }
                waiting.append(parent.folder(listing.name(entry)))
            }
        }
    }

    private func results(of root: Watched) -> Watched? {
        let path = PathText.joined(root.path, BundleNames.yianaResults)
        guard FileStatus(path: path)?.kind == .directory else { return nil }
        return Watched(path: path, subject: root.subject)
    }

    /// Nil when events were lost. New folders are watched from now on.
    func changed(within milliseconds: Int32) throws -> Set<String>? {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, milliseconds) > 0 else { return [] }
        var changed: Set<String> = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            var offset = 0
            while offset + MemoryLayout<inotify_event>.size <= count {
                let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self) }
                let start = offset + MemoryLayout<inotify_event>.size
                let name = buffer[start..<start + Int(event.len)].prefix { $0 != 0 }
                offset = start + Int(event.len)
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                    // Folders may have been created without an event.
                    for root in roots { try watch(root) }
                    return nil
                }
                if let folder = try folder(of: event, name) { changed.insert(folder) }
            }
        }
        try watchBundles()
        return changed
    }

    /// Done once for all events in a folder, because each check reads all its names.
    private func watchBundles() throws {
        for number in maybeBundles {
            guard let parent = watched[number], !parent.isInBundle else { continue }
            // The next run reports a folder that cannot be listed.
            if (try? FolderLook.isCandidate(at: parent.path)) == true { try watch(parent) }
        }
        maybeBundles = []
    }

    private func folder(of event: inotify_event, _ name: ArraySlice<UInt8>) throws -> String? {
        guard let parent = watched[event.wd] else { return nil }
        if event.mask & UInt32(IN_IGNORED) != 0 {
            if parent.isRoot { hasLostRoot = true }
            watched[event.wd] = nil
            return nil
        }
        if event.mask & UInt32(bitPattern: Int32(IN_ISDIR)) != 0 {
            guard !name.isEmpty else { return nil }
            let folder = parent.folder(DiskName.text(of: Array(name)))
            let isNew = event.mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0 || unwatched.remove(folder.path) != nil
            if name.first == UInt8(ascii: ".") {
                guard parent.isRoot, name.elementsEqual(BundleNames.yianaResults.utf8) else { return nil }
                if isNew, let results = results(of: parent) { try watch(results) }
            } else if isNew {
                try watch(folder)
            }
            return parent.subject
        }
        let isOnlyBegun = event.mask & UInt32(IN_CREATE) != 0
        let kind = name.withUnsafeBytes { NameKind($0) }
        let mayMatter =
            // The content may tell where no name does.
            parent.isInBundle || name.first != UInt8(ascii: ".") || name.elementsEqual(IgnoreList.name.utf8)
            || MailFolder.isPart(parent.path)
        guard !isOnlyBegun, mayMatter else { return nil }
        if !parent.isInBundle, !kind.isBundle { maybeBundles.insert(event.wd) }
        return parent.subject
    }
}
