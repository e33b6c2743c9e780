import Foundation

/// A database file that is damaged, with its logs, which may hold what it lacks. They are moved to names that nothing
/// has, never onto something. Needs the writer's lock.
struct DamagedFile {
    let file: String

    /// The file, its log and the memory that goes with the log.
    private static let suffixes = ["", "-wal", "-shm"]

    init(_ file: String) { self.file = file }

    /// Moves what there is of the three under one number, greater than all before. `willMove` is told each of the
    /// endings before a file with it is moved. Returns the new name of the file. Throws ``DocSearchError`` when a file
    /// cannot be moved, and what `willMove` throws.
    @discardableResult
    func setAside(willMove: (String) throws -> Void = { _ in }) throws -> String {
        try move(Self.suffixes, to: try lastNumber() + 1, willMove)
    }

    /// Moves logs aside that a killed repair left behind, or that outlived a file which is lost. They belong to the file
    /// that was moved last, unless that has such logs already. SQLite would take them for logs of the file that comes in
    /// its place.
    func setLogsAside(willMove: (String) throws -> Void = { _ in }) throws {
        let last = try lastNumber()
        let logs = Self.suffixes.dropFirst().filter { FileStatus(path: file + $0) != nil }
        guard !logs.isEmpty else { return }
        let belongToLast =
            last > 0 && FileStatus(path: name(last)) != nil
            && !logs.contains { FileStatus(path: name(last) + $0) != nil }
        try move(logs, to: belongToLast ? last : last + 1, willMove)
    }

    @discardableResult
    private func move(_ suffixes: [String], to number: Int, _ willMove: (String) throws -> Void) throws -> String {
        for suffix in suffixes {
            try willMove(suffix)
            try move(file + suffix, to: name(number) + suffix)
        }
        return name(number)
    }

    /// Not with `rename`, which would take the place of what is there.
    private func move(_ old: String, to new: String) throws {
        if link(old, new) == 0 {
            guard unlink(old) == 0 else { throw DocSearchError.system("Moving", old) }
            return
        }
        let number = errno
        if number == ENOENT { return }
        // Some file systems have no second names for a file, and some systems none for those of others.
        guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(number), FileStatus(path: new) == nil else {
            throw DocSearchError.system("Moving", old, errno: number)
        }
        guard rename(old, new) == 0 else { throw DocSearchError.system("Moving", old) }
    }

    private func name(_ number: Int) -> String { "\(file).damaged-\(number)" }

    /// The greatest number that one of the three has; 0 when nothing was set aside.
    private func lastNumber() throws -> Int {
        let names = try IndexFolder.names(in: PathText.parent(file))
        let start = PathText.name(file) + ".damaged-"
        return names.lazy.filter { $0.hasPrefix(start) }
            .compactMap { name in Int32(name.dropFirst(start.count).prefix { $0 != "-" }) }.max().map(Int.init) ?? 0
    }
}
