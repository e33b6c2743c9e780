import Foundation
import GRDB

/// Repairs a damaged file of the index: `index.sqlite` and the vectors, which follow from the others, are
/// deleted, for the run to make them again. `pages.sqlite` and `user.sqlite` are moved aside, never deleted; the texts
/// that can be read come back, and a copy of what people said. Needs the writer's lock.
struct IndexRecovery {
    let folder: IndexFolder
    /// Is told each step before it is taken. An error that it throws ends the repair as a power failure would.
    var willTake: (Step) throws -> Void = { _ in }

    /// The steps of a repair of `pages.sqlite` in their order. Whatever step is the last, the next run that writes goes on:
    /// see ``resume()``.
    enum Step: CaseIterable, Sendable {
        case salvage, nameSalvaged, setAside, setLogAside, setLogIndexAside, exchange
    }

    /// The texts that are being saved, perhaps not all of them.
    private var salvaging: String { folder.pages + ".salvaging" }
    /// All that could be saved of a file, in one that is whole.
    static func salvaged(_ file: String) -> String { file + ".salvaged" }

    /// Returns what was done, for the report; nil when the error is no damage that can be helped. Throws
    /// ``DocSearchError`` when the file cannot be removed, moved or written.
    func recover(from error: DocSearchError) throws -> String? {
        switch error.damagedFile {
        case folder.user:
            let lock = try AnnotationLock(folder)
            return try withExtendedLifetime(lock) { try UserBackups(folder).exchange() }
        case folder.index:
            try IndexFolder.removeDatabase(folder.index)
            return
                "\"\(folder.index)\" was damaged. It is made again from the bundles and pages.sqlite; pages that were "
                + "recognised are not recognised again."
        case folder.pages: return try recoverPages()
        case folder.vectors:
            try folder.removeVectors()
            return
                "\"\(folder.vectors)\" was damaged. The vectors are computed again where a model is installed. Search "
                + "by words is not affected."
        case folder.vectorFile:
            try folder.removeVectorFile()
            return "\"\(folder.vectorFile)\" was damaged and is made again."
        default: return nil
        }
    }

    /// First what can be saved, then the exchange: a repair that ends in between begins again from the damaged file.
    private func recoverPages() throws -> String {
        try willTake(.salvage)
        let saved = try DatabaseOpening.translating(salvaging) {
            try PagesSalvage(damaged: folder.pages).copy(into: salvaging)
        }
        try willTake(.nameSalvaged)
        try move(salvaging, to: Self.salvaged(folder.pages))
        let aside = try DamagedFile(folder.pages).setAside(willMove: willMove)
        try willTake(.exchange)
        try move(Self.salvaged(folder.pages), to: folder.pages)
        return "\"\(folder.pages)\" was damaged. It was moved to \"\(aside)\"; \(saved.read) of about "
            + "\(saved.all) page texts could be saved, and what is missing is read and recognised again."
    }

    /// Ends a repair that was killed or stopped by a full disk. To be called before the files are opened for writing.
    /// Returns what was done, for the report; nil when there was nothing to do.
    func resume() throws -> String? {
        // Logs that outlived their file would be taken for logs of the file that comes in its place.
        for file in [folder.index, folder.vectors] where FileStatus(path: file) == nil {
            try IndexFolder.removeDatabase(file)
        }
        guard FileStatus(path: folder.pages) == nil else {
            // The damaged file is in its place: what was saved of it is saved again when the damage is met again.
            try forgetSalvaged()
            return nil
        }
        try DamagedFile(folder.pages).setLogsAside(willMove: willMove)
        guard FileStatus(path: Self.salvaged(folder.pages)) != nil else { return nil }
        try willTake(.exchange)
        try move(Self.salvaged(folder.pages), to: folder.pages)
        return
            "The repair of \"\(folder.pages)\" had been interrupted and was finished with what it had saved; what is "
            + "missing is made again."
    }

    /// Removes what an interrupted repair has saved, for an index that is begun anew.
    func forgetSalvaged() throws {
        for file in [salvaging, Self.salvaged(folder.pages)] where unlink(file) != 0 && errno != ENOENT {
            throw DocSearchError.system("Removing", file)
        }
    }

    private func willMove(_ suffix: String) throws {
        try willTake(["-wal": .setLogAside, "-shm": .setLogIndexAside][suffix] ?? .setAside)
    }

    private func move(_ file: String, to target: String) throws {
        guard rename(file, target) == 0 else { throw DocSearchError.system("Moving", file) }
    }
}
