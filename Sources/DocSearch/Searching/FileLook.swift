import Foundation
import Synchronization

/// Looks whether files are there. No search waits long for a disk that does not answer, such as a network folder: a
/// thread of its own looks at each folder, and no other follows one that has not come back.
struct FileLook: Sendable {
    struct File: Sendable {
        var root: IndexRoot
        var path: String
    }

    var patience = DispatchTimeInterval.seconds(1)
    /// 0 when something is at a path, else the number of the error.
    var status: @Sendable (String) -> CInt = { path in
        var status = stat()
        return DiskName.bytes(of: path).withCPath { stat($0, &status) } == 0 ? 0 : errno
    }

    private static let silent = Mutex<[String: Int]>([:])

    /// In the order of `files`. Those not heard of are ``SearchHit/Presence/unknown``.
    func presence(of files: [File]) -> [SearchHit.Presence] {
        var found = [SearchHit.Presence](repeating: .unknown, count: files.count)
        let deadline = DispatchTime.now() + patience
        var started: Set<Int64> = []
        let roots = files.map(\.root).filter { started.insert($0.id).inserted }
        let looks = roots.compactMap { start($0, files) }
        for look in looks {
            // Files found until then count.
            if look.done.wait(timeout: deadline) == .timedOut { look.giveUp() }
            for (position, presence) in look.state.withLock(\.found) { found[position] = presence }
        }
        return found
    }

    private final class Look: Sendable {
        struct State {
            var found: [(position: Int, presence: SearchHit.Presence)] = []
            var isDone = false
            var isGivenUp = false
        }

        let folder: String
        let state = Mutex(State())
        let done = DispatchSemaphore(value: 0)

        init(_ folder: String) { self.folder = folder }

        func giveUp() {
            state.withLock { state in
                guard !state.isDone else { return }
                state.isGivenUp = true
                FileLook.silent.withLock { $0[folder, default: 0] += 1 }
            }
        }

        func end() {
            state.withLock { state in
                state.isDone = true
                guard state.isGivenUp else { return }
                FileLook.silent.withLock { $0[folder, default: 1] -= 1 }
            }
            done.signal()
        }
    }

    private func start(_ root: IndexRoot, _ files: [File]) -> Look? {
        guard Self.silent.withLock({ $0[root.path] ?? 0 }) <= 0 else { return nil }
        let look = Look(root.path)
        let work = { @Sendable in
            var missing: [Int] = []
            for (position, file) in files.enumerated() where file.root.id == root.id {
                let error = status(file.path)
                if error == ENOENT || error == ENOTDIR {
                    missing.append(position)
                } else {
                    look.state.withLock { $0.found.append((position, Self.presence(error))) }
                }
            }
            if !missing.isEmpty {
                let presence = isAway(root) ? SearchHit.Presence.away : .gone
                look.state.withLock { state in
                    for position in missing { state.found.append((position, presence)) }
                }
            }
            look.end()
        }
        // Without a thread the files stay unknown.
        do { try WorkThread.start(stackSize: 1 << 20, work) } catch { return nil }
        return look
    }

    private static func presence(_ error: CInt) -> SearchHit.Presence {
        switch error {
        case 0: .there
        case EACCES, EPERM: .forbidden
        default: .failing
        }
    }

    /// A disk that is away may leave an empty folder.
    private func isAway(_ root: IndexRoot) -> Bool {
        guard status(root.folder) == 0 else { return true }
        guard !root.isFile, let entries = opendir(root.folder) else { return false }
        defer { closedir(entries) }
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) { return false }
        }
        return true
    }
}
