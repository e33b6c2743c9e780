import Foundation
import PreparedText

/// A folder of prepared bundles and the index of it: an archive of any size without extraction.
struct PreparedArchive {
    let setting: Setting
    let root: String
    let index: String
    let count: Int
    /// Of a bundle, on average.
    let pages: Int
    /// Of a page, on average.
    let words: Int

    /// So many bundles in a folder make 1,000 folders of 100,000 bundles.
    private static let folderSize = 100

    init(_ setting: Setting, _ name: String, count: Int, pages: Int, words: Int) {
        self.setting = setting
        root = setting.index(name + "-files")
        index = setting.index(name + "-index")
        self.count = count
        self.pages = pages
        self.words = words
    }

    static func missing(_ setting: Setting) -> String? {
        access(setting.preparedTextWorker, X_OK) == 0 ? nil : "no \(setting.preparedTextWorker)"
    }

    /// Below the root, as docsearch names it.
    func path(_ number: Int) -> String {
        "folder \(Self.padded(number / Self.folderSize, 4))/paper \(Self.padded(number, 7)).pdf"
    }

    func number(ofPath path: Substring) -> Int? {
        path.hasSuffix(".pdf") ? Int(path.dropLast(4).suffix(7)) : nil
    }

    /// Another generation is another text for the same file.
    func bundle(_ number: Int, generation: Int = 0) -> PreparedBundle {
        var generator = SeededNumbers(seed: UInt64(number))
        return PreparedBundle(
            seed: UInt64(number) &* 1_000 &+ UInt64(generation),
            pageCount: 1 + Int(generator.next() % UInt64(2 * pages - 1)), wordCount: words)
    }

    var pageCount: Int { (0..<count).reduce(0) { $0 + bundle($1).pageCount } }

    /// Makes or rewrites every file.
    func write(generation: Int = 0) throws {
        for folder in 0...(max(1, count) - 1) / Self.folderSize {
            try FileManager.default.createDirectory(
                atPath: "\(root)/folder \(Self.padded(folder, 4))", withIntermediateDirectories: true)
        }
        for number in 0..<count {
            try write(bundle(number, generation: generation).bytes, to: number)
        }
    }

    /// Written in place: a second file and a rename each, Foundation's way, are of no use to files made up here.
    func write(_ bytes: [UInt8], to number: Int) throws {
        let descriptor = open("\(root)/\(path(number))", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0, Glibc.write(descriptor, bytes, bytes.count) == bytes.count, close(descriptor) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    /// `docsearch index` on the folder, with the stand-in for extraction.
    func command(_ options: [String] = []) -> (words: [String], environment: [String: String]) {
        (
            [setting.docsearch, "--index", index, "index", "--quiet", "--no-sandbox"] + options + [root],
            ["DOCSEARCH_EXTRACT": setting.preparedTextWorker]
        )
    }

    func run(_ options: [String] = []) -> Measurement {
        let (words, environment) = command(options)
        return MeasuredProcess.run(words, environment: environment, sampling: true)
    }

    func runAnew() -> Measurement {
        removeIndex()
        return run()
    }

    func removeIndex() {
        // There is none before the first run.
        try? FileManager.default.removeItem(atPath: index)
    }

    func remove() {
        removeIndex()
        // What stays behind goes with the scratch folder.
        try? FileManager.default.removeItem(atPath: root)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
