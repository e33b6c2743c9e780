import Foundation

/// Archives of 1,000, 10,000 and 100,000 documents into an empty index: how time grows with their number, and that
/// memory does not.
enum GrowthBenchmark: Benchmark {
    static let name = "growth"

    static func missing(_ setting: Setting) -> String? { PreparedArchive.missing(setting) }

    static func run(_ setting: Setting) throws -> [ResultRow] {
        let archives = [100, 10, 1].map { part in
            PreparedArchive(setting, "growth-\(part)", count: max(10, setting.bundles / part), pages: 3, words: 250)
        }
        for archive in archives { try archive.write() }
        defer { for archive in archives { archive.remove() } }
        var measurements = archives.map { _ in [Measurement]() }
        var exponents: [Double] = []
        // The largest takes minutes. The sizes take turns, so that a slow hour slows all of them.
        for _ in 0..<max(1, setting.runs / 7) {
            for (number, archive) in archives.enumerated() {
                measurements[number].append(archive.runAnew())
                archive.removeIndex()
            }
            exponents.append(
                exponent(zip(archives, measurements).map { (Double($0.count), $1.last?.wall ?? 0) }))
        }
        return zip(archives, measurements).map(row) + [
            ResultRow(
                name: "`\(name)`: exponent of time against documents, least squares", ours: "\(Spread(exponents))",
                peer: "", ratio: "", target: "at most 1.05",
                figures: [Figure(name: "\(name): exponent", unit: .ratio, Spread(exponents))])
        ]
    }

    private static func row(_ archive: PreparedArchive, _ runs: [Measurement]) -> ResultRow {
        let codes = Set(runs.map(\.exitCode)).subtracting([0])
        let peak = runs.map(\.residentBytes).max() ?? 0
        return ResultRow(
            name: "`\(name)`: \(archive.count) documents, \(archive.pageCount) pages",
            ours: "\(Spread(runs.map(\.wall))) s, \(Spread(runs.map { Double(archive.pageCount) / $0.wall })) pages/s, "
                + "\(peak >> 20) MiB" + (codes.isEmpty ? "" : ", exit code \(codes)"),
            peer: "", ratio: "", target: "under 150 MB",
            figures: [
                Figure(name: "\(name): \(archive.count) documents, time", unit: .seconds, Spread(runs.map(\.wall))),
                Figure(name: "\(name): \(archive.count) documents, peak memory", unit: .bytes, value: Double(peak)),
            ])
    }

    /// The slope of the straight line through the logarithms that has the least squares of errors.
    private static func exponent(_ points: [(size: Double, seconds: Double)]) -> Double {
        let logarithms = points.map { (x: log($0.size), y: log(max(1e-9, $0.seconds))) }
        let count = Double(max(1, points.count))
        let x = logarithms.reduce(0) { $0 + $1.x } / count
        let y = logarithms.reduce(0) { $0 + $1.y } / count
        let spread = logarithms.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
        return logarithms.reduce(0) { $0 + ($1.x - x) * ($1.y - y) } / max(1e-9, spread)
    }
}
