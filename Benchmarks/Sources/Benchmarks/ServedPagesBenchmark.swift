import Foundation

/// What the server shows: a page that was never drawn against `pdftoppm -r 200 -jpeg`, a tile that was, and the first byte of
/// the search page against the whole of `docsearch find`.
enum ServedPagesBenchmark: Benchmark {
    static let name = "served-pages"

    /// Scans of several kinds, and pages of text.
    private static let folders = [
        "ocr-gt/scribe-benchmark", "ocr-gt/tesseract-test", "derived-image-only", "pdf/textract", "pdf/docsplit",
    ]

    static func missing(_ setting: Setting) -> String? {
        for program in ["curl", "wrk", "pdftoppm", "pdfinfo"] where !MeasuredProcess.isInstalled(program) {
            return "no \(program)"
        }
        return FileManager.default.fileExists(atPath: setting.samples) ? nil : "no \(setting.samples)"
    }

    static func run(_ setting: Setting) throws -> [ResultRow] {
        let index = setting.index("served-pages")
        // There is none before the first run.
        try? FileManager.default.removeItem(atPath: index)
        let roots =
            [setting.samples]
            + folders.map { "\(setting.corpus)/\($0)" }.filter { FileManager.default.fileExists(atPath: $0) }
        _ = MeasuredProcess.run([setting.docsearch, "--index", index, "index", "--quiet", "--ocr", "never"] + roots)
        var rows = try coldPages(setting, index, roots)
        let server = try ServedIndex(setting, index: index, images: setting.index("served-images"))
        defer { server.end() }
        rows.append(try cachedTile(server))
        rows.append(try firstByte(setting, server, index))
        let memory = server.peakResidentBytes
        rows.append(
            ResultRow(
                name: "`\(name)`: peak memory of the server", ours: "\(memory >> 20) MiB", peer: "", ratio: "",
                target: "under 200 MB", figures: [Figure(name: "\(name): memory", unit: .bytes, value: Double(memory))])
        )
        return rows
    }

    /// A document whose file can be given to pdftoppm as it is.
    private struct Page {
        var id: Int
        var file: String
        /// Pixels at 200 dots an inch.
        var width: Int
    }

    private static func pages(_ server: ServedIndex, _ roots: [String]) throws -> [Page] {
        let found = try server.object("/api/v1/search?q=pages:1..&limit=200&pages=0")
        return (found["hits"] as? [[String: Any]] ?? []).compactMap { hit in
            guard let id = hit["id"] as? Int, let path = hit["path"] as? String, path.hasSuffix(".pdf"),
                let file = roots.map({ "\($0)/\(path)" }).first(where: { FileManager.default.fileExists(atPath: $0) })
            else { return nil }
            let text = String(decoding: MeasuredProcess.output(["pdfinfo", "-f", "1", "-l", "1", file]), as: UTF8.self)
            let line = text.split(separator: "\n").first { $0.hasPrefix("Page") && $0.contains("size:") }
            let numbers = line?.split(separator: " ").compactMap { Double($0) } ?? []
            // The first number is that of the page.
            guard let points = numbers.dropFirst().first, points > 0, points < 1200 else { return nil }
            return Page(id: id, file: file, width: Int((points * 200 / 72).rounded()))
        }
    }

    /// Each page once a run, by a server that has drawn nothing yet but one other page.
    private static func coldPages(_ setting: Setting, _ index: String, _ roots: [String]) throws -> [ResultRow] {
        var (ours, theirs): ([Double], [Double]) = ([], [])
        for run in 0..<max(2, setting.runs / 2) {
            let images = setting.index("cold-images-\(run)")
            let server = try ServedIndex(setting, index: index, images: images)
            defer { server.end() }
            let pages = try pages(server, roots)
            guard let first = pages.first else { throw BenchmarkFailure("no PDF was indexed") }
            _ = try server.firstByte("/documents/\(first.id)/pages/1.jpg?width=100")
            for page in pages {
                let whole = MeasuredProcess.run([
                    "pdftoppm", "-r", "200", "-jpeg", "-f", "1", "-l", "1", page.file, setting.index("page"),
                ])
                let (seconds, status) = try server.firstByte("/documents/\(page.id)/pages/1.jpg?width=\(page.width)")
                guard status == 200, whole.exitCode == 0 else { continue }
                ours.append(seconds)
                theirs.append(whole.wall)
            }
        }
        let ratios = Spread(zip(ours, theirs).map { $0 / max(1e-9, $1) })
        let all = ours.reduce(0, +) / max(1e-9, theirs.reduce(0, +))
        return [
            ResultRow(
                name: "`\(name)`: \(ours.count) cold pages at 200 dpi; pdftoppm -r 200 -jpeg",
                ours: "\(Spread(ours.map { $0 * 1000 })) ms", peer: "\(Spread(theirs.map { $0 * 1000 })) ms",
                ratio: "\(ratios), all together \(Spread.text(all))", target: "at most 1.3",
                figures: [
                    Figure(name: "\(name): cold page to pdftoppm", unit: .ratio, ratios),
                    Figure(name: "\(name): all cold pages to pdftoppm", unit: .ratio, value: all),
                ])
        ]
    }

    private static func cachedTile(_ server: ServedIndex) throws -> ResultRow {
        let found = try server.object("/api/v1/search?q=water+board&limit=1&pages=0")
        guard let id = (found["hits"] as? [[String: Any]])?.first?["id"] as? Int else {
            throw BenchmarkFailure("no hit in the samples")
        }
        let target = "/iiif/image/3/\(id)-1/0,0,512,512/512,/0/default.jpg"
        _ = try server.firstByte(target)
        let times = try (0..<100).map { _ in try server.firstByte(target).seconds * 1000 }
        return ResultRow(
            name: "`\(name)`: cached tile, a connection each", ours: "\(Spread(times)) ms", peer: "", ratio: "",
            target: "under 15 ms", figures: [Figure(name: "\(name): cached tile", unit: .milliseconds, Spread(times))])
    }

    private static func firstByte(_ setting: Setting, _ server: ServedIndex, _ index: String) throws -> ResultRow {
        var (ours, theirs): ([Double], [Double]) = ([], [])
        for run in 0..<(max(20, 4 * setting.runs) + 1) {
            let page = try server.firstByte("/?q=water+board").seconds
            let whole = MeasuredProcess.run([setting.docsearch, "find", "--index", index, "water", "board"]).wall
            guard run > 0 else { continue }
            ours.append(page)
            theirs.append(whole)
        }
        let ratios = Spread(zip(ours, theirs).map { $0 / max(1e-9, $1) })
        return ResultRow(
            name: "`\(name)`: first byte of the search page; docsearch find",
            ours: "\(Spread(ours.map { $0 * 1000 })) ms",
            peer: "\(Spread(theirs.map { $0 * 1000 })) ms", ratio: ratios.description, target: "under 3",
            figures: [Figure(name: "\(name): first byte to find", unit: .ratio, ratios)])
    }
}
