import GRDB
import Synchronization

struct Permission: Sendable {
    let documents: DocumentSet
    let ids: Set<Int64>
    /// In the full-text tables, ascending, none touching the next.
    let rows: [Range<Int64>]
    let saturations: [Float]

    init(ordinals: [Int], _ rowMap: DocumentRowMap) {
        documents = DocumentSet(ordinals: ordinals, count: rowMap.count)
        ids = Set(ordinals.map { rowMap.ids[$0] })
        rows = rowMap.rows(ordinals)
        saturations = rowMap.saturations(among: ordinals)
    }
}

/// Permissions, kept until anything changes that they could depend on.
final class KnownPermissions: Sendable {
    struct Version: Hashable, Sendable {
        /// In this transaction (SQLite, "PRAGMA data_version": it changes with every change by another connection).
        var index: Int
        var user: Int
        /// The same when decisions were laid over the index the last time, which is before the transaction.
        var laidOver: [Int]
    }

    private struct Known {
        var version: Version
        /// By the bytes of the query: what Swift takes for equal may let through other documents.
        var permissions: [ExactText: Permission] = [:]
    }

    private let known = Mutex<Known?>(nil)
    /// Each takes some bytes a document.
    private static let most = 16

    func permission(by access: String, in version: Version, make: () throws -> Permission) rethrows -> Permission {
        let access = ExactText(access)
        if let known = known.withLock({ $0 }), known.version == version, let found = known.permissions[access] {
            return found
        }
        let made = try make()
        known.withLock { known in
            if known?.version != version || known?.permissions.count ?? 0 >= Self.most {
                known = Known(version: version)
            }
            known?.permissions[access] = made
        }
        return made
    }
}

extension IndexStore {
    /// Call inside ``read(_:)``.
    func permission(by access: String, make: () throws -> Permission) throws -> Permission {
        try read { db in
            guard let version = try permissionVersion(db) else { return try make() }
            return try knownPermissions.permission(by: access, in: version, make: make)
        }
    }

    /// Nil where it cannot be told: for a writer, whose own changes do not count, and without `user.sqlite`.
    private func permissionVersion(_ db: Database) throws -> KnownPermissions.Version? {
        guard isReader, let laidOver = said.version else { return nil }
        return KnownPermissions.Version(
            index: try Int.fetchOne(db.cachedStatement(sql: "PRAGMA main.data_version")) ?? 0,
            user: try Int.fetchOne(db.cachedStatement(sql: "PRAGMA person.data_version")) ?? 0, laidOver: laidOver)
    }
}
