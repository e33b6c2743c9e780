import Foundation

/// A folder with numbered files for a search engine. One feed at a time writes to it, which `flock` on a file sees to:
/// the system gives that up when the process ends.
final class FeedFolder {
    let path: String
    private let ending: String
    private let lock: Int32

    init(_ path: String, _ engine: FeedEngine) throws {
        (self.path, ending) = (path, engine.fileEnding)
        try SafeFile.makeFolder(path)
        lock = try SafeFile.open(PathText.joined(path, "feed.lock"))
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw DocSearchError(.locked, "Another feed is writing to \"\(path)\". Nothing was done.", item: path)
        }
    }

    deinit {
        flock(lock, LOCK_UN)
        close(lock)
    }

    /// True when files show that a feed was here before.
    func wasFed() throws -> Bool {
        let names = try names()
        return FeedEngine.allCases.contains { names.contains($0.description.name) }
            || names.contains { number($0) != nil }
    }

    /// Puts the description of the fields beside the files.
    func describe(_ engine: FeedEngine) throws {
        let (name, text) = engine.description
        let file = PathText.joined(path, name)
        guard FileManager.default.contents(atPath: file) != Data(text.utf8) else { return }
        try SafeFile.write(Data(text.utf8), to: file, mode: 0o644)
    }

    // MARK: - Numbered files

    /// The greatest number of a file; 0 without one.
    func lastNumber() throws -> Int64 { try names().compactMap(number).max() ?? 0 }

    /// Writes a file under a hidden name, so that after a power failure all of it is there.
    func prepare(_ number: Int64, _ bytes: [UInt8]) throws {
        let file = hidden(number)
        // One from a feed that was killed before it counted.
        unlink(file)
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DocSearchError.system("Writing", file) }
        defer { close(descriptor) }
        do {
            if let number = bytes.withUnsafeBytes({ WholeWrite.failure(of: $0, to: descriptor) }) {
                throw DocSearchError.system("Writing", file, errno: number)
            }
            guard fsync(descriptor) == 0 else { throw DocSearchError.system("Writing", file) }
        } catch {
            unlink(file)
            throw error
        }
        SafeFile.syncFolder(path)
    }

    /// Gives a prepared file its name. Without one it has its name already.
    func publish(_ number: Int64) throws {
        let (hidden, file) = (hidden(number), file(number))
        guard FileStatus(path: hidden) != nil else { return }
        guard rename(hidden, file) == 0 else { throw DocSearchError.system("Writing", file) }
        SafeFile.syncFolder(path)
    }

    /// Files that feeds have left which ended before these counted.
    func removePrepared() throws {
        for name in try names() where name.hasPrefix(".") {
            guard number(String(name.dropFirst())) != nil else { continue }
            unlink(PathText.joined(path, name))
        }
    }

    private func file(_ number: Int64) -> String { PathText.joined(path, name(number)) }
    private func hidden(_ number: Int64) -> String { PathText.joined(path, "." + name(number)) }

    /// With as many digits as sort them.
    private func name(_ number: Int64) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 10 - digits.count)) + digits + "." + ending
    }

    private static let last: Int64 = 1 << 50

    private func number(_ name: String) -> Int64? {
        guard name.hasSuffix("." + ending), let number = Int64(name.dropLast(ending.count + 1)),
            (1...Self.last).contains(number),
            self.name(number) == name
        else { return nil }
        return number
    }

    private func names() throws -> [String] { try IndexFolder.names(in: path) }
}
