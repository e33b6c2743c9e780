import Foundation

/// Word error and recall on pages whose text is known, against plain `tesseract` on the same pages rendered by pdftoppm
/// at 300 dots per inch; and on some of the pages turned and sloping.
enum AccuracyBenchmark: Benchmark {
    static let name = "ocr"

    /// A page with its truth.
    private struct KnownPage {
        var pdf: String
        var number: Int
        var truth: String
        var set: String
    }

    private static let turns: [(name: String, turn: Int, slope: Double)] = [
        ("turned by 90", 90, 0), ("turned by 180", 180, 0), ("turned by 270", 270, 0), ("sloping by 1", 0, 1),
        ("sloping by -3", 0, -3), ("sloping by 5", 0, 5), ("sloping by -7", 0, -7),
    ]

    static func missing(_ setting: Setting) -> String? {
        guard FileManager.default.fileExists(atPath: setting.corpus + "/ocr-gt/PAGES.tsv") else {
            return "no \(setting.corpus)/ocr-gt"
        }
        for program in ["tesseract", "pdftoppm"] where !MeasuredProcess.isInstalled(program) {
            return "no \(program) (apt install tesseract-ocr poppler-utils)"
        }
        return nil
    }

    static func run(_ setting: Setting) throws -> [ResultRow] {
        let pages = try knownPages(setting)
        let folder = setting.index("ocr")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var rows = try compare(pages, setting)
        guard MeasuredProcess.run(["/usr/bin/python3", "-c", "import PIL"]).exitCode == 0 else {
            show("turned and sloping pages are left out: no python3-pil")
            return rows
        }
        // Some of each book, so that all turns together take about as long as the sets.
        let books = pages.filter { $0.set == "old-books" }
        let sample = books.enumerated().filter { $0.offset % 9 == 1 }.map(\.element)
        for turn in turns {
            var spoilt: [KnownPage] = []
            for (index, page) in sample.enumerated() {
                let name = "\(folder)/\(turn.name.replacing(" ", with: "-"))-\(index)"
                _ = MeasuredProcess.run(render(page, to: name))
                _ = MeasuredProcess.run([
                    "/usr/bin/python3", "Benchmarks/Scripts/spoil-page.py", name + ".pgm", name + ".pdf", "300",
                    String(turn.turn), String(turn.slope),
                ])
                spoilt.append(
                    KnownPage(pdf: name + ".pdf", number: 1, truth: page.truth, set: "old-books, " + turn.name))
            }
            rows += try compare(spoilt, setting)
        }
        return rows
    }

    private static func knownPages(_ setting: Setting) throws -> [KnownPage] {
        let table = try String(contentsOfFile: setting.corpus + "/ocr-gt/PAGES.tsv", encoding: .utf8)
        return table.split(separator: "\n").dropFirst().compactMap { row in
            let fields = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count >= 9, let number = Int(fields[1]) else { return nil }
            let set = fields[0].split(separator: "/").dropFirst().first.map(String.init) ?? fields[0]
            let spoilt = ["dark-threshold", "heavier-threshold"].first { fields[8].contains($0) }
            return KnownPage(
                pdf: "\(setting.corpus)/\(fields[0])", number: number, truth: "\(setting.corpus)/\(fields[2])",
                set: spoilt.map { "\(set), \($0)" } ?? set)
        }
    }

    private static func render(_ page: KnownPage, to name: String) -> [String] {
        [
            "pdftoppm", "-r", "300", "-gray", "-singlefile", "-f", String(page.number), "-l", String(page.number),
            page.pdf, name,
        ]
    }

    /// A row for each set.
    private static func compare(_ pages: [KnownPage], _ setting: Setting) throws -> [ResultRow] {
        var results: [String: (ours: WordError, theirs: WordError)] = [:]
        let texts = try recognize(Set(pages.map(\.pdf)).sorted(), setting)
        for page in pages {
            let truth = try String(contentsOfFile: page.truth, encoding: .utf8)
            let image = setting.index("ocr-page")
            _ = MeasuredProcess.run(render(page, to: image))
            _ = MeasuredProcess.run(
                ["tesseract", image + ".pgm", image, "--dpi", "300"], environment: ["OMP_THREAD_LIMIT": "1"])
            // Without a text file tesseract failed, and found nothing.
            let plain = (try? String(contentsOfFile: image + ".txt", encoding: .utf8)) ?? ""
            try? FileManager.default.removeItem(atPath: image + ".txt")
            results[page.set, default: (WordError(), WordError())].ours += WordError(
                texts[page.pdf]?[page.number] ?? "", truth: truth)
            results[page.set, default: (WordError(), WordError())].theirs += WordError(plain, truth: truth)
        }
        return results.sorted { $0.key < $1.key }.map { set, result in
            ResultRow(
                name: "\(set), \(pages.count { $0.set == set }) pages: tesseract at 300 dpi",
                ours: description(result.ours), peer: description(result.theirs),
                ratio: Spread.text(result.ours.rate / max(1e-9, result.theirs.rate)), target: "at most 1",
                figures: [
                    Figure(name: "\(name): \(set), word error", unit: .share, value: result.ours.rate),
                    Figure(name: "\(name): \(set), recall", unit: .share, better: .higher, value: result.ours.recall),
                ])
        }
    }

    private static func description(_ error: WordError) -> String {
        func percent(_ share: Double) -> String { String(format: "%.2f %%", 100 * share) }
        return "word error \(percent(error.rate)), recall \(percent(error.recall))"
    }

    /// The texts that docsearch finds in some PDFs: path, page, text.
    private static func recognize(_ files: [String], _ setting: Setting) throws -> [String: [Int: String]] {
        struct Shown: Decodable {
            struct Page: Decodable {
                var page: Int
                var text: String
            }
            var pages: [Page]
        }
        var texts: [String: [Int: String]] = [:]
        let index = setting.index("ocr-index")
        try? FileManager.default.removeItem(atPath: index)
        _ = MeasuredProcess.run([setting.docsearch, "--index", index, "index", "--quiet"] + files)
        for file in files {
            // A file that was named is a root of its own, so its path in the index is its name.
            let name = URL(fileURLWithPath: file).lastPathComponent
            let output = MeasuredProcess.output([setting.docsearch, "show", "--index", index, "--json", name])
            let shown = try JSONDecoder().decode(Shown.self, from: output)
            texts[file] = Dictionary(shown.pages.map { ($0.page, $0.text) }, uniquingKeysWith: { $1 })
        }
        return texts
    }
}
