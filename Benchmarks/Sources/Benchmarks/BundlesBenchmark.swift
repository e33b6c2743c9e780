import Foundation

/// What bundles say of themselves, against reading their bytes and doing nothing with them.
enum BundlesBenchmark: Benchmark {
    static let name = "bundles"

    static func missing(_ setting: Setting) -> String? { nil }

    static func run(_ setting: Setting) throws -> [ResultRow] {
        let bundles = YianaBundles(root: setting.index("yiana"), count: max(1, setting.bundles / 10))
        // What cannot be removed goes with the scratch folder.
        defer { try? FileManager.default.removeItem(atPath: bundles.root) }
        try bundles.write()
        let list = setting.index("yiana-list")
        try Data(bundles.paths.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: list))
        let ours = [setting.docsearch, "bundles", "--metadata-only", "--json", "--files-from", list]
        let failure = failure(MeasuredProcess.output(ours), of: bundles).map { ", " + $0 } ?? ""
        let comparison = Comparison(runs: setting.runs, ours: { MeasuredProcess.run(ours) }) {
            MeasuredProcess.run(["cat"] + bundles.paths)
        }
        let megabytes = bundles.count * 3 / 10
        return [
            ResultRow(
                name: "`\(name)`: \(bundles.count) `.yianazip`, \(megabytes) MB, `--metadata-only`; `cat` into nothing",
                ours: "\(Spread(comparison.ours.map(\.wall))) s\(failure)",
                peer: "\(Spread(comparison.theirs.map(\.wall))) s",
                ratio: "\(comparison.ratios(\.wall)), of processor time \(comparison.ratios(\.processor))",
                target: "at most 3", figures: comparison.figures("\(name): cat"))
        ]
    }

    /// What is wrong with an answer; nil when it describes every bundle.
    private static func failure(_ output: Data, of bundles: YianaBundles) -> String? {
        let lines = output.split(separator: UInt8(ascii: "\n"))
        guard lines.count == bundles.count else { return "\(lines.count) of \(bundles.count) bundles described" }
        for (number, line) in lines.enumerated() {
            guard let bundle = try? JSONSerialization.jsonObject(with: line) as? [String: Any],
                let documents = bundle["documents"] as? [[String: Any]], documents.count == 1,
                documents[0]["title"] as? String == "Letter \(number)", bundle["format"] as? String == "yianazip"
            else { return "bundle \(number) described as \(String(decoding: line, as: UTF8.self))" }
        }
        return nil
    }
}
