/// How often an index is brought up to date, and whether that has stopped.
struct RunRhythm {
    /// On which runs began, from the last one back, each once, in days since 1970-01-01.
    var days: [Int64]

    /// Runs on fewer days say nothing of the next one: somebody may have indexed an archive once and for all.
    private static let fewestDays = 4

    /// Days since the last run, when they are more than two and more than three times as many as usually lay between runs. Times
    /// are seconds since 1970-01-01T00:00:00Z; `lastLook` is when a run last found nothing to do.
    func daysWithoutRun(until now: Int64, lastLook: Int64?) -> Int? {
        guard let last = days.first, days.count >= Self.fewestDays else { return nil }
        let distances = zip(days, days.dropFirst()).map { $0 - $1 }.sorted()
        let usual = distances[distances.count / 2]
        let age = now / 86400 - max(last, (lastLook ?? 0) / 86400)
        return age > 2 && age > 3 * usual ? Int(clamping: age) : nil
    }
}
