import BundleConventions
import Foundation

/// Tells in which folders something happened, by inotify(7).
final class FolderEvents {
    private let descriptor: Int32
    /// The watched folders, by the numbers that the system gave them.
    private var watched: [Int32: Watched] = [:]
    private let roots: [Watched]
    /// What was at the paths of the roots when they were watched.
    private let identities: [FolderIdentity?]
    /// Watched folders that may have become bundles.
    private var maybeBundles: Set<Int32> = []

    private struct Watched {
        var path: String
        /// The folder that a run should look at when something happens here.
        var subject: String
        var isRoot = false
        /// Whether it is a bundle or inside of one: any file of it may matter.
        var isInBundle = false

        func folder(_ name: String) -> Self {
            Self(path: PathText.joined(path, name), subject: PathText.joined(subject, name), isInBundle: isInBundle)
        }
    }

    /// Why folders cannot be watched.
    struct Refusal: Error { var reason: String }

    /// Everything that can make a bundle another one. Writing counts when the writer closes the file; until then it would
    /// only be read in vain.
    private static let interest = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_ONLYDIR)

    /// With all below them, but for folders that are hidden or not there. Throws ``Refusal`` when there are no more watches.
    init(folders: [String]) throws {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw Refusal(reason: String(cString: strerror(errno))) }
        roots = folders.map { Watched(path: $0, subject: $0, isRoot: true) }
        identities = folders.map(FolderIdentity.init)
        for root in roots { try watch(root) }
    }

    deinit { close(descriptor) }

    var count: Int { watched.count }

    /// Whether there is something else at the path of a root than before: a disk was mounted or taken away, a folder
    /// replaced. Of a root that is no longer watched the system tells, and of nothing else.
    var haveRootsChanged: Bool { hasLostRoot || roots.map { FolderIdentity(path: $0.path) } != identities }
    /// The same folder may be back since, with the same number.
    private var hasLostRoot = false
    /// Folders that could not be watched. They may be given rights.
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
                // Gone, or not to be read: the run that follows says so.
                if errno == EACCES { unwatched.insert(parent.path) }
                continue
            }
            // A folder that cannot be listed is named by the run that follows.
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

    /// The folder of a root that Yiana writes texts into, which is hidden.
    private func results(of root: Watched) -> Watched? {
        let path = PathText.joined(root.path, BundleNames.yianaResults)
        guard FileStatus(path: path)?.kind == .directory else { return nil }
        return Watched(path: path, subject: root.subject)
    }

    /// Folders in which something happened since the last call, for which it waits so long; nil when so much happened that
    /// the system has lost count. New ones are watched from now on. Throws ``Refusal`` when there are no more watches.
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
                    // Folders may have been made of which nothing was heard.
                    for root in roots { try watch(root) }
                    return nil
                }
                if let folder = try folder(of: event, name) { changed.insert(folder) }
            }
        }
        try watchBundles()
        return changed
    }

    /// All below a bundle counts. Looked at once for all that happened in a folder: each look goes through all its names.
    private func watchBundles() throws {
        for number in maybeBundles {
            guard let parent = watched[number], !parent.isInBundle else { continue }
            // A folder that cannot be listed is named by the run that follows.
            if (try? FolderLook.isCandidate(at: parent.path)) == true { try watch(parent) }
        }
        maybeBundles = []
    }

    /// The folder that a run should look at after an event.
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
            // What no name says, the content may.
            parent.isInBundle || name.first != UInt8(ascii: ".") || name.elementsEqual(IgnoreList.name.utf8)
            || MailFolder.isPart(parent.path)
        guard !isOnlyBegun, mayMatter else { return nil }
        if !parent.isInBundle, !kind.isBundle { maybeBundles.insert(event.wd) }
        return parent.subject
    }
}

/// Which folder or file is at a path, whatever its name.
private struct FolderIdentity: Equatable {
    private let device: dev_t
    private let inode: ino_t

    /// Nil when there is none.
    init?(path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        (device, inode) = (status.st_dev, status.st_ino)
    }
}
