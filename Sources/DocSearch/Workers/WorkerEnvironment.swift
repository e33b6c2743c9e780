import Foundation

/// The environment of a worker: what its libraries need, and nothing of the user's else.
enum WorkerEnvironment {
    private static let passedOn = [
        "LANG", "LC_ALL", "LC_CTYPE", "TESSDATA_PREFIX", "TMPDIR", "FONTCONFIG_PATH", "HOME",
    ]

    /// As `NAME=value`.
    static func variables() -> [String] {
        let own = ProcessInfo.processInfo.environment
        return passedOn.compactMap { name in own[name].map { "\(name)=\($0)" } } + [
            // One thread a process is the fastest use of all cores (tesseract issue 3109). OpenMP reads this before
            // a program's own code runs, so the worker cannot set it itself.
            "OMP_THREAD_LIMIT=1",
            // Page images and tesseract's matrices are large blocks that come and go; kept, they need not be mapped
            // and cleared by the system each time.
            "GLIBC_TUNABLES=glibc.malloc.mmap_threshold=268435456:glibc.malloc.trim_threshold=268435456",
        ]
    }
}
