import Foundation

/// The archive that both nightly benchmarks look at, made by whichever comes first.
enum NightlyArchive {
    static func indexed(_ setting: Setting) throws -> PreparedArchive {
        let archive = PreparedArchive(setting, "nightly", count: setting.bundles, pages: 1, words: 12)
        guard access(archive.index, F_OK) != 0 else { return archive }
        try archive.write()
        let first = archive.run()
        guard first.exitCode == 0 else { throw BenchmarkFailure("indexing the archive ended with \(first.exitCode)") }
        return archive
    }

    /// As cron runs it: with the installed worker and the sandbox.
    static func run(_ archive: PreparedArchive, sampling: Bool = false) -> Measurement {
        MeasuredProcess.run(
            [archive.setting.docsearch, "--index", archive.index, "index", "--quiet"], sampling: sampling)
    }

    static func find(_ archive: PreparedArchive) -> Measurement {
        MeasuredProcess.run(["find", archive.root, "-printf", "%s %T@ %i\\n"])
    }
}

/// Size and time of the databases and their logs.
struct IndexFileState {
    private var files: [String: [Int]] = [:]

    init(folder: String) {
        for name in ["index.sqlite", "pages.sqlite", "user.sqlite"].flatMap({ [$0, $0 + "-wal"] }) {
            var status = stat()
            guard stat("\(folder)/\(name)", &status) == 0 else { continue }
            files[name] = [Int(status.st_size), Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
        }
    }

    func differences(from other: IndexFileState) -> [String] {
        Set(files.keys).union(other.files.keys).filter { files[$0] != other.files[$0] }.sorted()
    }
}
