import Foundation

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

    /// If there is damage, moves damaged files aside, saves their readable content and updates the index. Options and
    /// events are those of ``update(_:options:)``; repairs are reported as warnings.
    public func repair(options: IndexingOptions = IndexingOptions()) -> AsyncThrowingStream<IndexingEvent, any Error> {
        onThread(options) { [self] stop, report in
            try repairing(options: options, stop: stop, report: report) { stores, isRepaired in
                if let moved = try ForgettingOrder.setAsideDamaged(in: folder) {
                    report(.warning(IndexingWarning(moved)))
                }
                if let damage = stores.damage().first { throw damage }
                let texts = try stores.damagedTexts()
                guard !texts.isEmpty else {
                    if isRepaired || stores.index.isMadeAnew { return [] }
                    try FullTextCheck(index: stores.index, pages: stores.pages).run()
                    return nil
                }
                try stores.discard(texts)
                return []
            }
        }
    }
}
