import Foundation

/// Image-only pages into an empty index, against one `tesseract` process that is given the same page images, rendered
/// beforehand at their own resolution.
enum RecognitionBenchmark: Benchmark {
    static let name = "scans"

    private static let books = [
        "ocr-gt/old-books/engravings-of-lions-clean.pdf", "ocr-gt/old-books/lusitanias-last-voyage-clean.pdf",
    ]

    static func missing(_ setting: Setting) -> String? {
        for book in books where !FileManager.default.fileExists(atPath: "\(setting.corpus)/\(book)") {
            return "no \(setting.corpus)/\(book)"
        }
        for program in ["tesseract", "pdftoppm"] where !MeasuredProcess.isInstalled(program) {
            return "no \(program) (apt install tesseract-ocr poppler-utils)"
        }
        return nil
    }

    static func run(_ setting: Setting) throws -> [ResultRow] {
        let folder = setting.index("scan-images")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (number, book) in books.enumerated() {
            _ = MeasuredProcess.run([
                "pdftoppm", "-r", "300", "-gray", "-tiff", "\(setting.corpus)/\(book)", "\(folder)/\(number)",
            ])
        }
        let images = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".tif") }
            .sorted()
        let list = setting.index("scan-list.txt")
        try images.map { "\(folder)/\($0)\n" }.joined().write(toFile: list, atomically: true, encoding: .utf8)

        let index = setting.index("scans")
        let files = books.map { "\(setting.corpus)/\($0)" }
        let comparison = Comparison(runs: max(1, setting.runs / 3)) {
            try? FileManager.default.removeItem(atPath: index)
            return MeasuredProcess.run([setting.docsearch, "--index", index, "index", "--quiet"] + files)
        } theirs: {
            MeasuredProcess.run(["tesseract", list, "-"], environment: ["OMP_THREAD_LIMIT": "1"])
        }
        let alone = Comparison(runs: max(1, setting.runs / 3)) {
            try? FileManager.default.removeItem(atPath: index)
            return MeasuredProcess.run([setting.docsearch, "--index", index, "index", "--quiet"] + files)
        } theirs: {
            try? FileManager.default.removeItem(atPath: index)
            return MeasuredProcess.run(
                [setting.docsearch, "--index", index, "index", "--quiet", "--jobs", "1"] + files)
        }
        let pages = Double(images.count)
        let speedup = Spread(
            zip(comparison.ours, comparison.theirs).map { $1.wall / $0.wall / Double(setting.processors) })
        return [
            ResultRow(
                name: "\(images.count) scanned pages: \(setting.processors) × one tesseract process",
                ours: "\(Spread(comparison.ours.map { pages / $0.wall })) pages/s",
                peer: "\(Spread(comparison.theirs.map { pages / $0.wall })) pages/s", ratio: speedup.description,
                target: "at least 0.9", figures: comparison.figures("\(name): one tesseract process")),
            ResultRow(
                name: "\(images.count) scanned pages: \(setting.processors) workers, one worker",
                ours: "\(Spread(alone.ours.map(\.wall))) s", peer: "\(Spread(alone.theirs.map(\.wall))) s",
                ratio: Spread(zip(alone.ours, alone.theirs).map { $1.wall / $0.wall }).description,
                target: "at least 1.85", figures: alone.figures("\(name): one worker")),
        ] + (try againstOCRmyPDF(setting, files: files, pages: pages).map { [$0] } ?? [])
    }

    /// The same files through ocrmypdf, which writes a text file and a PDF with a text layer.
    private static func againstOCRmyPDF(_ setting: Setting, files: [String], pages: Double) throws -> ResultRow? {
        guard MeasuredProcess.isInstalled("ocrmypdf") else { return nil }
        let index = setting.index("scans-ocrmypdf")
        let jobs = "\(setting.processors)"
        let comparison = Comparison(runs: max(1, setting.runs / 3)) {
            try? FileManager.default.removeItem(atPath: index)
            return MeasuredProcess.run([setting.docsearch, "--index", index, "index", "--quiet"] + files)
        } theirs: {
            let output = setting.index("ocrmypdf")
            let commands = files.map {
                "ocrmypdf --quiet --jobs \(jobs) --sidecar '\(output).txt' '\($0)' '\(output).pdf'"
            }
            return MeasuredProcess.run(["sh", "-c", commands.joined(separator: " && ")])
        }
        return ResultRow(
            name: "the same; ocrmypdf --jobs \(jobs) --sidecar",
            ours: "\(Spread(comparison.ours.map { pages / $0.wall })) pages/s",
            peer: "\(Spread(comparison.theirs.map { pages / $0.wall })) pages/s",
            ratio: Spread(zip(comparison.ours, comparison.theirs).map { $1.wall / $0.wall }).description,
            target: "at least 1.3", figures: comparison.figures("\(name): ocrmypdf"))
    }
}
