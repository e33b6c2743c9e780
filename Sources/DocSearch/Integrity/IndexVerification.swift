import Foundation
import GRDB

/// Damage found in a file of the index.
public struct IndexDamage: Sendable, Hashable {
    /// The file's path.
    public var file: String
    /// The fault, in one or two sentences.
    public var reason: String
    /// Whether ``ArchiveIndex/repair(options:)`` can help.
    public var isRepairable: Bool
}

extension ArchiveIndex {
    /// Checks the files of the index for damage. Takes the writer's lock and about as long as reading the files.
    ///
    /// Throws ``DocSearchError``: `noIndex`, `locked`.
    public func verify() throws -> [IndexDamage] {
        guard exists || access(folder.pages, F_OK) == 0 else { throw noIndex }
        var damage: [DocSearchError] = []
        var texts = DamagedTexts()
        do {
            try writing { stores in
                damage = stores.damage()
                // Texts are checked only in intact files, and words only in intact texts. Vectors do not matter for
                // either.
                let isWhole = damage.allSatisfy { [folder.vectors, folder.vectorFile].contains($0.damagedFile) }
                if isWhole { texts = try stores.damagedTexts() }
                if isWhole, texts.isEmpty { try FullTextCheck(index: stores.index, pages: stores.pages).run() }
            }
        } catch let error as DocSearchError where error.damagedFile != nil {
            let besideLoss = folder.damageBesideLoss()
            damage += besideLoss.isEmpty ? [error] : besideLoss
        }
        let order = ForgettingOrder.damage(in: folder).map {
            IndexDamage(file: folder.forgetting, reason: $0.message, isRepairable: true)
        }
        return try (order.map { [$0] } ?? [])
            + damage.map { error in
                IndexDamage(
                    file: error.damagedFile ?? path, reason: error.message,
                    isRepairable: try isRepairable(error.damagedFile))
            } + texts.reasons.map { IndexDamage(file: folder.pages, reason: $0, isRepairable: true) }
    }

    private func isRepairable(_ file: String?) throws -> Bool {
        switch file {
        case folder.index, folder.pages, folder.vectors, folder.vectorFile: true
        case folder.user: try UserBackups(folder).newestWhole() != nil
        default: false
        }
    }

    /// If there is damage, saves what can be read of damaged files and updates the index. Options and events are those of
    /// ``update(_:options:)``; repairs are reported as warnings.
    public func repair(options: IndexingOptions = IndexingOptions()) -> AsyncThrowingStream<IndexingEvent, any Error> {
        onThread(options) { [self] stop, report in
            try repairing(options: options, stop: stop, report: report) { stores, isRepaired in
                if let moved = try ForgettingOrder.setAsideDamaged(in: folder) {
                    report(.warning(IndexingWarning(moved)))
                }
                if let damage = stores.damage().first { throw damage }
                let texts = try stores.damagedTexts()
                guard texts.isEmpty else {
                    try stores.discard(texts)
                    return []
                }
                if isRepaired || stores.index.isMadeAnew { return [] }
                try FullTextCheck(index: stores.index, pages: stores.pages).run()
                return nil
            }
        }
    }
}

extension IndexStores {
    /// Looks through the files as files: their structure, their schemas, and whether all rows are as they were
    /// written. Takes about as long as reading them.
    fileprivate func damage() -> [DocSearchError] {
        Self.errors(of: [
            { try user.check() }, { try pages.check() },
            {
                try index.read { db in try DatabaseOpening.checkAll(db, index.file) }
                for table in FullTextTables.current.tables { try index.check(table, nil) }
            }, { try vectorDamage() },
        ])
    }

    fileprivate static func errors(of checks: [() throws -> Void]) -> [DocSearchError] {
        checks.compactMap { check in
            do {
                try check()
                return nil
            } catch {
                return DocSearchError(wrapping: error)
            }
        }
    }
}

extension IndexFolder {
    /// Where `pages.sqlite` or `index.sqlite` is lost, that and the damage to what is left; nothing is made in its place.
    /// Empty where both are there.
    fileprivate func damageBesideLoss() -> [DocSearchError] {
        guard let lost = lostFile else { return [] }
        // Alone: an index with what people said laid over it has other rows.
        func checkAlone(_ file: String, _ migrator: DatabaseMigrator) throws {
            let queue = try DatabaseOpening.reader(file, migrator: migrator)
            try DatabaseOpening.translating(file) { try queue.read { db in try DatabaseOpening.checkAll(db, file) } }
        }
        let checks: [() throws -> Void] = [
            { if try !UserStore.isMissing(in: self) { try checkAlone(user, UserSchema.migrator()) } },
            {
                try lost == pages
                    ? checkAlone(index, IndexSchema.migrator()) : checkAlone(pages, PagesSchema.migrator())
            },
        ]
        return IndexStores.errors(of: checks) + [DatabaseOpening.missing(lost)]
    }
}

extension UserStore {
    func check() throws { try read { db in try DatabaseOpening.checkAll(db, file) } }
}

extension PageStore {
    /// Texts are another question: ``IndexStores/damagedTexts(in:_:)``.
    func check() throws {
        try read { db in try DatabaseOpening.checkAll(db, file) }
        for table in PagesSchema.Table.allCases where table != .text { try check(table) }
    }
}
