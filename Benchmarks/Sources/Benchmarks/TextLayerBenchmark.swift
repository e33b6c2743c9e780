import Foundation

/// Born-digital PDFs into an empty index, against `pdftotext` run once a file by as many processes as processors, and
/// against recollindex into an empty index.
enum TextLayerBenchmark: Benchmark {
    static let name = "text"

    static func missing(_ setting: Setting) -> String? {
        guard FileManager.default.fileExists(atPath: setting.corpus + "/pdf") else { return "no \(setting.corpus)/pdf" }
        return MeasuredProcess.isInstalled("pdftotext") ? nil : "no pdftotext (apt install poppler-utils)"
    }

    static func run(_ setting: Setting) throws -> [ResultRow] {
        let files = setting.corpus + "/pdf"
        let index = setting.index("text")
        let ours = {
            try? FileManager.default.removeItem(atPath: index)
            return MeasuredProcess.run([
                setting.docsearch, "--index", index, "index", "--ocr", "never", "--quiet", files,
            ])
        }
        let pdftotext = Comparison(runs: setting.runs, ours: ours) {
            MeasuredProcess.run([
                "sh", "-c",
                "find \"$0\" -name '*.pdf' -print0 | xargs -0 -P \"$1\" -n 1 sh -c 'exec pdftotext \"$0\" - >/dev/null 2>&1'",
                files, String(setting.processors),
            ])
        }
        var rows = [
            row("text PDFs: pdftotext a file, \(setting.processors) at a time", "pdftotext", pdftotext, "at most 1")
        ]
        guard MeasuredProcess.isInstalled("recollindex") else { return rows }
        let configuration = setting.index("recoll-text")
        let recoll = Comparison(runs: max(1, setting.runs / 2), ours: ours) {
            Recoll.index(files, configuration: configuration)
        }
        rows.append(row("text PDFs: recollindex", "recollindex", recoll, "at most 0.5"))
        return rows
    }

    private static func row(
        _ title: String, _ peer: String, _ comparison: Comparison, _ target: String
    ) -> ResultRow {
        ResultRow(
            name: title, ours: "\(Spread(comparison.ours.map(\.wall))) s",
            peer: "\(Spread(comparison.theirs.map(\.wall))) s",
            ratio: comparison.ratios(\.wall).description, target: target,
            figures: comparison.figures("\(name): \(peer)"))
    }
}

/// Debian's recollcmd with a configuration of its own.
enum Recoll {
    static func index(_ folder: String, configuration: String) -> Measurement {
        try? FileManager.default.removeItem(atPath: configuration)
        do {
            try FileManager.default.createDirectory(atPath: configuration, withIntermediateDirectories: true)
            let absolute = URL(fileURLWithPath: folder).standardizedFileURL.path
            try "topdirs = \(absolute)\n".write(
                toFile: configuration + "/recoll.conf", atomically: true, encoding: .utf8)
        } catch {
            return Measurement(wall: 0, processor: 0, exitCode: -1, residentBytes: 0)
        }
        return MeasuredProcess.run(["recollindex", "-z", "-c", configuration])
    }
}
