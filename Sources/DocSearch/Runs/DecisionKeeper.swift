final class DecisionKeeper {
    private let stores: IndexStores
    private let record: RunRecord
    private var isDone: Bool

    init(stores: IndexStores, record: RunRecord, isDryRun: Bool) {
        (self.stores, self.record, isDone) = (stores, record, isDryRun)
    }

    /// The run's work stays valid if there is no room for the copy.
    func backUp() {
        guard !isDone else { return }
        do {
            if let warning = try stores.user.backUp() { record.warn(warning) }
        } catch {
            isDone = true
            record.warn("user.sqlite could not be backed up. \(error)")
        }
    }

    /// A copy of `user.sqlite` that was restored by hand may be older than the index.
    func warnOfForgottenRoots() throws {
        let count = try stores.index.bundleCount(outside: try stores.user.roots().map(\.id))
        guard count > 0 else { return }
        let (are, them) = count == 1 ? ("bundle of the index is", "it") : ("bundles of the index are", "them")
        record.warn(
            "\(count) \(are) in folders that are not remembered, so runs do not look at \(them).", remedy: .indexFolder)
    }
}
