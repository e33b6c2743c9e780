struct RunRhythm {
    /// Latest first, each once, in days since 1970-01-01.
    var days: [Int64]

    /// Runs on fewer days show no rhythm: an archive may have been indexed once and for all.
    private static let fewestDays = 4

    /// More than two days, and more than three times the usual interval. Times are seconds since 1970-01-01T00:00:00Z.
    func daysWithoutRun(until now: Int64, lastLook: Int64?) -> Int? {
        guard let last = days.first, days.count >= Self.fewestDays else { return nil }
        let distances = zip(days, days.dropFirst()).map { $0 - $1 }.sorted()
        let usual = distances[distances.count / 2]
        let age = now / 86400 - max(last, (lastLook ?? 0) / 86400)
        return age > 2 && age > 3 * usual ? Int(clamping: age) : nil
    }
}
