import Foundation

/// Verdicts on text layers against labels, beside three simple rules: "the document has over 50 characters", "the page has
/// no text", and Tika's AUTO rule (fewer than 10 characters on the page, or more than 10 without a Unicode mapping;
/// Apache Tika, PDFParserConfig, `OCR_STRATEGY`).
enum VerdictBenchmark: Benchmark {
    static let name = "verdicts"

    static func missing(_ setting: Setting) -> String? {
        if !MeasuredProcess.isInstalled("pdftotext") { return "no pdftotext" }
        return FileManager.default.fileExists(atPath: labels + "/labels.tsv") ? nil : "no \(labels)"
    }

    private static let labels = "Tests/VerdictSet"

    static func run(_ setting: Setting) throws -> [ResultRow] {
        var sets = [
            try LabelledPages("own pages", list: labels + "/labels.tsv", folder: labels + "/pages"),
            try LabelledPages("kinds in doubt", list: labels + "/doubtful.tsv", folder: labels + "/pages"),
            try LabelledPages(
                "kinds in doubt, held out", list: labels + "/doubtful-held-out.tsv", folder: labels + "/pages"),
        ]
        if FileManager.default.fileExists(atPath: setting.corpus + "/pdf") {
            sets += [
                try LabelledPages("corpus", list: labels + "/corpus.tsv", folder: setting.corpus),
                try LabelledPages("corpus, held out", list: labels + "/corpus-held-out.tsv", folder: setting.corpus),
            ]
        }
        return try sets.flatMap { try rows($0, setting) }
    }

    private static func rows(_ set: LabelledPages, _ setting: Setting) throws -> [ResultRow] {
        let folder = setting.index("files of \(set.name)")
        let index = setting.index("index of \(set.name)")
        try set.copyFiles(to: folder)
        _ = MeasuredProcess.run([setting.docsearch, "--index", index, "index", "--quiet", folder])
        var ours = Confusion()
        var rules = [Confusion(), Confusion(), Confusion()]
        for file in set.files {
            let verdicts = try verdicts(of: file, index, setting)
            let texts = pageTexts(folder + "/" + file)
            for page in set.pages where page.file == file {
                let verdict = verdicts[page.number] ?? "unread"
                ours.add(label: page.verdict, verdict: verdict)
                if verdict != page.verdict {
                    show("<!-- \(file) \(page.number): \(page.verdict), found \(verdict) -->")
                }
                let text = page.number <= texts.count ? texts[page.number - 1] : ""
                let whole = texts.reduce(0) { $0 + visible($1) }
                for (rule, needs) in [whole <= 50, visible(text) == 0, visible(text) < 10 || unmapped(text) > 10]
                    .enumerated()
                {
                    let found =
                        needs == Confusion.asksForRecognition(page.verdict) ? page.verdict : needs ? "missing" : "good"
                    rules[rule].add(label: page.verdict, verdict: found)
                }
            }
        }
        show("\n\(set.name), \(ours.total) pages:\n\n\(ours.table)\n")
        show(ResultRow.head)
        let names = ["over 50 characters in the document", "any text on the page", "Tika AUTO"]
        return zip(["docsearch"] + names, [ours] + rules).map { name, result in
            ResultRow(
                name: "`verdicts`: \(set.name), \(name)",
                ours: name == "docsearch" ? "accuracy \(three(result.accuracy))" : "", peer: "",
                ratio: "need \(three(result.recallOfNeed)), rest \(three(result.recallOfRest))",
                target: name == "docsearch" ? "0.98; 0.99, 0.97" : "",
                figures: name == "docsearch" ? figures(set.name, result) : [])
        }
    }

    private static func figures(_ set: String, _ result: Confusion) -> [Figure] {
        [("accuracy", result.accuracy), ("need", result.recallOfNeed), ("rest", result.recallOfRest)].map {
            Figure(name: "\(name): \(set), \($0)", unit: .share, better: .higher, value: $1)
        }
    }

    private static func verdicts(of file: String, _ index: String, _ setting: Setting) throws -> [Int: String] {
        let output = MeasuredProcess.output([setting.docsearch, "--index", index, "show", "--json", file])
        guard let object = try? JSONSerialization.jsonObject(with: output) as? [String: Any],
            let pages = object["pages"] as? [[String: Any]]
        else { return [:] }
        return Dictionary(
            pages.compactMap { page in
                guard let number = page["page"] as? Int, let verdict = page["verdict"] as? String else { return nil }
                return (number, verdict)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The text of each page as pdftotext prints it.
    private static func pageTexts(_ path: String) -> [String] {
        String(decoding: MeasuredProcess.output(["pdftotext", path, "-"]), as: UTF8.self)
            .split(separator: "\u{C}", omittingEmptySubsequences: false).map(String.init)
    }

    private static func visible(_ text: String) -> Int { text.unicodeScalars.count { !$0.properties.isWhitespace } }

    private static func unmapped(_ text: String) -> Int {
        text.unicodeScalars.count { $0.value == 0xFFFD || (0xE000...0xF8FF).contains($0.value) }
    }

    private static func three(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
}
