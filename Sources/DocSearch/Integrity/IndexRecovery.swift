import Foundation
import GRDB

/// What is done about a damaged `index.sqlite`, `pages.sqlite` or `vectors.sqlite`: the file is moved aside, never
/// deleted, and what it held is made again. Needs the writer's lock.
struct IndexRecovery {
    let folder: IndexFolder
    /// Is told each step before it is taken. What it throws ends the repair as a power failure would.
    var willTake: (Step) throws -> Void = { _ in }

    /// The steps of a repair in their order. Whatever step is the last, the next run that writes goes on: see ``resume()``.
    enum Step: CaseIterable, Sendable {
        case salvage, nameSalvaged, setAside, setLogAside, setLogIndexAside, exchange
    }

    /// What is being saved of a file, perhaps not all of it.
    private static func salvaging(_ file: String) -> String { file + ".salvaging" }
    /// All that could be saved of a file, in one that is whole.
    static func salvaged(_ file: String) -> String { file + ".salvaged" }

    /// Moves the damaged file aside and saves what can be saved of it. Returns what was done, for the report; nil when
    /// the error is no damage that can be helped. Throws ``DocSearchError`` when the file cannot be moved or written.
    func recover(from error: DocSearchError) throws -> String? {
        switch error.damagedFile {
        case folder.user:
            let lock = try AnnotationLock(folder)
            return try withExtendedLifetime(lock) { try UserBackups(folder).exchange() }
        case folder.index:
            let aside = try setAside(folder.index)
            return
                "\"\(folder.index)\" was damaged. It was moved to \"\(aside)\" and is made again from the bundles and "
                + "pages.sqlite; pages that were recognised are not recognised again."
        case folder.pages:
            let (saved, aside) = try exchange(folder.pages) { try PagesSalvage(damaged: folder.pages).copy(into: $0) }
            return "\"\(folder.pages)\" was damaged. It was moved to \"\(aside)\"; \(saved.read) of about "
                + "\(saved.all) page texts could be saved, and what is missing is read and recognised again."
        case folder.vectors, folder.vectorFile: return try recoverVectors()
        default: return nil
        }
    }

    /// Rows that were altered are taken out; a file that does not hold together is moved aside.
    private func recoverVectors() throws -> String {
        try folder.removeVectorFile()
        do {
            guard FileStatus(path: folder.vectors) != nil else {
                return "\"\(folder.vectorFile)\" was damaged and is made again."
            }
            let vectors = try VectorStore(writing: folder)
            defer { vectors.close() }
            try vectors.check()
            let count = try vectors.discardAltered()
            // Which text has which vectors follows from the texts.
            try vectors.forgetLinks()
            return count == 0
                ? "\"\(folder.vectorFile)\" was damaged and is made again."
                : "\(count.counted("row")) of \"\(folder.vectors)\" \(count == 1 ? "was" : "were") damaged, and "
                    + "\(count == 1 ? "is" : "are") computed again."
        } catch let error as DocSearchError where error.damagedFile == folder.vectors {
            let (saved, aside) = try exchange(folder.vectors) {
                try VectorsSalvage(damaged: folder.vectors).copy(into: $0)
            }
            return "\"\(folder.vectors)\" was damaged. It was moved to \"\(aside)\"; the vectors of "
                + "\(saved.counted("text")) could be saved, and what is missing is computed again where a model is "
                + "installed. Search by words is not affected."
        }
    }

    /// First what can be saved, then the exchange: a repair that ends in between begins again from the damaged file.
    private func exchange<Saved>(
        _ file: String, saving save: (String) throws -> Saved
    ) throws -> (saved: Saved, aside: String) {
        let (salvaging, salvaged) = (Self.salvaging(file), Self.salvaged(file))
        try willTake(.salvage)
        let saved = try DatabaseOpening.translating(salvaging) { try save(salvaging) }
        try willTake(.nameSalvaged)
        try move(salvaging, to: salvaged)
        let aside = try setAside(file)
        try willTake(.exchange)
        try move(salvaged, to: file)
        return (saved, aside)
    }

    /// Ends a repair that was killed or stopped by a full disk. To be called before the files are opened for writing.
    /// Returns what was done, for the report; nil when there was nothing to do.
    func resume() throws -> String? {
        let done = try [folder.pages, folder.vectors].filter(resume)
        if done.isEmpty { try DamagedFile(folder.index).setLogsAsideWithoutFile(willMove: willMove) }
        guard let file = done.first else { return nil }
        return
            "The repair of \"\(file)\" had been interrupted and was finished with what it had saved; what is missing is made "
            + "again."
    }

    /// Returns whether a repair of this file was ended.
    private func resume(_ file: String) throws -> Bool {
        guard FileStatus(path: file) == nil, FileStatus(path: Self.salvaged(file)) != nil else {
            // The damaged file is in its place: what was saved of it is saved again when the damage is met again.
            if FileStatus(path: file) != nil { try forgetSalvaged(of: file) }
            try DamagedFile(file).setLogsAsideWithoutFile(willMove: willMove)
            return false
        }
        try DamagedFile(file).setLogsAside(willMove: willMove)
        try willTake(.exchange)
        try move(Self.salvaged(file), to: file)
        return true
    }

    /// Removes what an interrupted repair has saved, for an index that is begun anew.
    func forgetSalvaged() throws {
        for file in [folder.pages, folder.vectors] { try forgetSalvaged(of: file) }
    }

    private func forgetSalvaged(of file: String) throws {
        for file in [Self.salvaging(file), Self.salvaged(file)] where unlink(file) != 0 && errno != ENOENT {
            throw DocSearchError.system("Removing", file)
        }
    }

    private func setAside(_ file: String) throws -> String { try DamagedFile(file).setAside(willMove: willMove) }

    private func willMove(_ suffix: String) throws {
        try willTake(["-wal": .setLogAside, "-shm": .setLogIndexAside][suffix] ?? .setAside)
    }

    private func move(_ file: String, to target: String) throws {
        guard rename(file, target) == 0 else { throw DocSearchError.system("Moving", file) }
    }
}
