import GRDB
internal import GRDBSQLite

extension IndexStore {
    /// What `body` reads; nil when the time is up before it is done.
    func read<Value>(
        within clock: SearchClock, _ stage: SearchClock.Stage, _ body: () throws -> Value
    ) throws -> Value? {
        guard clock.isLimited else { return try body() }
        guard !clock.isOver(stage) else { return nil }
        return try read { db in
            try db.ending(SearchAlarm(clock, stage)) { alarm in
                do {
                    return try body()
                } catch let error as DocSearchError where error.code == .limit && alarm.hasRung {
                    return nil
                } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT && alarm.hasRung {
                    return nil
                }
            }
        }
    }
}

/// What SQLite asks while it works. Used from the thread that reads.
private final class SearchAlarm {
    private let clock: SearchClock
    private let stage: SearchClock.Stage
    private(set) var hasRung = false

    init(_ clock: SearchClock, _ stage: SearchClock.Stage) { (self.clock, self.stage) = (clock, stage) }

    func ring() -> Bool {
        hasRung = hasRung || clock.isOver(stage)
        return hasRung
    }
}

extension Database {
    /// Runs `body`; what it reads ends with an error once the alarm rings.
    fileprivate func ending<Value>(_ alarm: SearchAlarm, _ body: (SearchAlarm) throws -> Value) throws -> Value {
        try withExtendedLifetime(alarm) {
            // Asked some thousand times a second. The pointer is used until it is taken away.
            sqlite3_progress_handler(
                sqliteConnection, 10_000,
                { pointer in
                    pointer.map { Unmanaged<SearchAlarm>.fromOpaque($0).takeUnretainedValue().ring() } ?? false ? 1 : 0
                }, Unmanaged.passUnretained(alarm).toOpaque())
            defer { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
            return try body(alarm)
        }
    }
}
