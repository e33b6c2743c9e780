import Foundation
import GRDB

/// What is done about a damaged `index.sqlite`, `pages.sqlite` or `vectors.sqlite`: the file is moved aside, never deleted, and what it held
/// is made again. Needs the writer's lock.
struct IndexRecovery {
    let folder: IndexFolder
    /// Is told each step before it is taken. What it throws ends the repair as a power failure would.
    var willTake: (Step) throws -> Void = { _ in }

    /// The steps of a repair in their order. Whatever step is the last, the next run that writes goes on: see ``resume()``.
    enum Step: CaseIterable, Sendable {
        case salvage, nameSalvaged, setAside, setLogAside, setLogIndexAside, exchange
    }

    /// Texts that are being saved, perhaps not all of them.
    private var salvaging: String { folder.pages + ".salvaging" }
    /// All texts that could be saved, in a file that is whole.
    private var salvaged: String { folder.pages + ".salvaged" }

    /// Moves the damaged file aside and saves what can be saved of it.
    ///
    /// - Parameter error: What the damage was noticed by.
    /// - Returns: What was done, for the report; nil when the error is no damage that can be helped.
    /// - Throws: ``DocSearchError`` when the file cannot be moved or written.
    func recover(from error: DocSearchError) throws -> String? {
        switch error.damagedFile {
        case folder.user:
            let lock = try DecisionLock(folder)
            return try withExtendedLifetime(lock) { try UserBackups(folder).exchange() }
        case folder.index:
            let aside = try setAside(folder.index)
            return
                "\"\(folder.index)\" was damaged. It was moved to \"\(aside)\" and is made again from the bundles and "
                + "pages.sqlite; pages that were recognised are not recognised again."
        case folder.pages:
            // First what can be saved, then the exchange: a repair that is killed, or runs out of disk in between, begins
            // again from the damaged file.
            try willTake(.salvage)
            let saved = try DatabaseOpening.translating(salvaging) {
                try PagesSalvage(damaged: folder.pages).copy(into: salvaging)
            }
            try willTake(.nameSalvaged)
            try move(salvaging, to: salvaged)
            let aside = try setAside(folder.pages)
            try willTake(.exchange)
            try move(salvaged, to: folder.pages)
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
            let aside = try setAside(folder.vectors)
            return "\"\(folder.vectors)\" was damaged. It was moved to \"\(aside)\", and vectors are computed again "
                + "where a model is installed. Search by words is not touched."
        }
    }

    /// Ends a repair that was killed or stopped by a full disk. To be called before the files are opened for writing.
    ///
    /// - Returns: What was done, for the report; nil when there was nothing to do.
    func resume() throws -> String? {
        guard FileStatus(path: folder.pages) == nil, FileStatus(path: salvaged) != nil else {
            // The damaged file is in its place: what was saved of it is saved again when the damage is met again.
            if FileStatus(path: folder.pages) != nil { try forgetSalvaged() }
            for file in [folder.index, folder.pages, folder.vectors] where FileStatus(path: file) == nil {
                try DamagedFile(file).setLogsAside(willMove: willMove)
            }
            return nil
        }
        try DamagedFile(folder.pages).setLogsAside(willMove: willMove)
        try willTake(.exchange)
        try move(salvaged, to: folder.pages)
        return
            "The repair of \"\(folder.pages)\" had been interrupted and was finished with the texts that it had saved; "
            + "what is missing is read and recognised again."
    }

    /// Removes what an interrupted repair has saved, for an index that is begun anew.
    func forgetSalvaged() throws {
        for file in [salvaging, salvaged] where unlink(file) != 0 && errno != ENOENT {
            throw DocSearchError.system("Removing", file)
        }
    }

    /// Returns the new name.
    private func setAside(_ file: String) throws -> String { try DamagedFile(file).setAside(willMove: willMove) }

    private func willMove(_ suffix: String) throws {
        try willTake(["-wal": .setLogAside, "-shm": .setLogIndexAside][suffix] ?? .setAside)
    }

    private func move(_ file: String, to target: String) throws {
        guard rename(file, target) == 0 else { throw DocSearchError.system("Moving", file) }
    }
}
