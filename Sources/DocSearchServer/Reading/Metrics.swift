import Synchronization

/// Counts since the start of the server, in Prometheus format.
package final class Metrics: Sendable {
    private struct Counts {
        var answers: [Int: Int] = [:]
        var searches = 0
        var searchBuckets = [Int](repeating: 0, count: Metrics.bounds.count)
        var searchSeconds = 0.0
    }

    private static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    private let counts = Mutex(Counts())

    package func count(_ status: Int, _ time: Duration, of visit: Visit?) {
        let seconds = time / .seconds(1)
        let isSearch = visit.map { $0.path.isEmpty || $0.path.starts(with: ["api", "v1", "search"]) } ?? false
        counts.withLock { counts in
            counts.answers[status, default: 0] += 1
            guard isSearch else { return }
            counts.searches += 1
            counts.searchSeconds += seconds
            for (number, bound) in Self.bounds.enumerated() where seconds <= bound { counts.searchBuckets[number] += 1 }
        }
    }

    package var text: String {
        counts.withLock { counts in
            var lines = ["# HELP docsearch_answers_total Answers by status.", "# TYPE docsearch_answers_total counter"]
            lines += counts.answers.sorted { $0.key < $1.key }.map {
                "docsearch_answers_total{status=\"\($0.key)\"} \($0.value)"
            }
            lines += [
                "# HELP docsearch_search_seconds How long searches took.", "# TYPE docsearch_search_seconds histogram",
            ]
            lines += zip(Self.bounds, counts.searchBuckets).map {
                "docsearch_search_seconds_bucket{le=\"\($0)\"} \($1)"
            }
            lines += [
                "docsearch_search_seconds_bucket{le=\"+Inf\"} \(counts.searches)",
                "docsearch_search_seconds_sum \(counts.searchSeconds)",
                "docsearch_search_seconds_count \(counts.searches)",
            ]
            return lines.joined(separator: "\n") + "\n"
        }
    }
}
