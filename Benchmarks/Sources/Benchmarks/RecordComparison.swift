/// A run beside a record: what has become worse by more than a given share.
struct RecordComparison {
    var record: ResultRecord
    var run: ResultRecord
    /// 0.03 for 3 %.
    var tolerance: Double

    private struct Pair {
        var before: Figure
        var now: Figure
    }

    private var isSameMachine: Bool { record.machine == run.machine }

    private var pairs: [Pair] {
        let known = Dictionary(record.figures.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        return run.figures.compactMap { now in
            guard isSameMachine || !now.unit.dependsOnMachine, let before = known[now.name] else { return nil }
            return Pair(before: before, now: now)
        }
    }

    /// Prints a row for each figure that both have. Returns whether none is worse; throws when they cannot be compared.
    func report() throws -> Bool {
        guard record.bundles == run.bundles else {
            throw BenchmarkFailure("the record was made with --bundles \(record.bundles), this run with \(run.bundles)")
        }
        let pairs = pairs
        guard !pairs.isEmpty else {
            throw BenchmarkFailure("this run and the record have no figure that can be compared")
        }
        show("\nBeside \(record.commit) of \(record.date):\n")
        if !isSameMachine {
            show("That was another machine (\(record.machine)): times and memory are left out.\n")
        }
        show("| figure | record | now | change |\n|---|---|---|---|")
        var worse: [String] = []
        for pair in pairs {
            let loss = pair.now.loss(since: pair.before)
            let isWorse = loss > tolerance
            if isWorse { worse.append(pair.now.name) }
            show(
                "| \(pair.now.name) | \(text(pair.before)) | \(text(pair.now)) | \(change(loss))"
                    + (isWorse ? ", **worse**" : "") + " |")
        }
        let limit = percent(tolerance)
        show(
            worse.isEmpty
                ? "\nNothing is worse by more than \(limit)."
                : "\nWorse by more than \(limit): \(worse.joined(separator: "; ")).")
        return worse.isEmpty
    }

    private func text(_ figure: Figure) -> String {
        func number(_ value: Double) -> String {
            switch figure.unit {
            case .bytes: "\(Spread.text(value / 1_048_576)) MiB"
            case .count: "\(Int(value))"
            case .share: Spread.text4(value)
            case .ratio: Spread.text(value)
            case .seconds: "\(Spread.text(value)) s"
            case .milliseconds: "\(Spread.text(value)) ms"
            }
        }
        guard figure.lowest < figure.highest else { return number(figure.median) }
        return "\(number(figure.median)) (\(number(figure.lowest)) to \(number(figure.highest)))"
    }

    private func change(_ loss: Double) -> String {
        loss == 0 ? "none" : percent(abs(loss)) + (loss > 0 ? " worse" : " better")
    }

    private func percent(_ share: Double) -> String { "\(Spread.text(share * 100)) %" }
}
