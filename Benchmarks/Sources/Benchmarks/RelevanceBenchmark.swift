import Foundation

/// The Cranfield collection (1,400 abstracts, 225 questions with judgements) as bundles with PDFs: how good the ranking
/// is.
enum RelevanceBenchmark: Benchmark {
    static let name = "relevance"

    private static let script = "Benchmarks/Scripts/cranfield-bundles.py"

    static func missing(_ setting: Setting) -> String? {
        guard MeasuredProcess.run(["/usr/bin/python3", "-c", "import reportlab"]).exitCode == 0 else {
            return "no reportlab (apt install python3-reportlab)"
        }
        let collection = setting.corpus + "/ir/cranfield"
        return access(collection, R_OK) == 0 ? nil : "no \(collection)"
    }

    static func run(_ setting: Setting) throws -> [ResultRow] {
        let (bundles, index) = (setting.index("cranfield"), setting.index("cranfield-index"))
        let made = MeasuredProcess.run(["/usr/bin/python3", script, setting.corpus + "/ir/cranfield", bundles])
        guard made.exitCode == 0 else { throw BenchmarkFailure("\(script) ended with \(made.exitCode)") }
        let indexed = MeasuredProcess.run(
            [
                setting.docsearch, "--index", index, "index", "--quiet", "--ocr", "never", "--meaning", "never",
                bundles + "/text",
            ])
        guard indexed.exitCode == 0 else { throw BenchmarkFailure("docsearch index ended with \(indexed.exitCode)") }
        var ways = [("any", "off", "at least 0.39"), ("auto", "off", "at least 0.38")]
        let vectors = MeasuredProcess.run([
            setting.docsearch, "--index", index, "index", "--quiet", "--meaning", "only",
        ])
        if vectors.exitCode == 0 {
            ways.append(("any", "auto", "at least 0.44"))
        } else {
            show("relevance: meaning is left out, there is no model")
        }
        return try ways.map { match, meaning, target in
            let answer = MeasuredProcess.output([
                setting.docsearch, "--index", index, "eval", "--json", "--match", match, "--meaning", meaning,
                "--queries", bundles + "/queries.tsv", "--qrels", bundles + "/qrels.txt",
            ])
            let values = try JSONSerialization.jsonObject(with: answer) as? [String: Any] ?? [:]
            let measures = ["nDCG@10", "MAP", "P@10", "recall@100", "MRR"].map { measure in
                (name: measure, value: values[measure] as? Double ?? 0)
            }
            let text = measures.map { "\($0.name) \(Spread.text4($0.value))" }
            let way = meaning == "off" ? match : "\(match), with meaning"
            return ResultRow(
                name: "`\(name)`: Cranfield, --match \(way)", ours: text.joined(separator: ", "),
                peer: "Lucene's BM25: nDCG@10 0.384", ratio: "", target: target,
                figures: measures.map {
                    Figure(name: "\(name): \(way), \($0.name)", unit: .share, better: .higher, value: $0.value)
                })
        }
    }
}
