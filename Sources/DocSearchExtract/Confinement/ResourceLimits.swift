import ExtractionProtocol
import Foundation

/// What the system lets the process use (setrlimit(2)).
enum ResourceLimits {
    /// Open files at a time: bundle, document, temporary file, language data and a few fonts are a dozen.
    private static let openFiles: UInt64 = 64

    static func forbidCoreDumps() -> Bool { lower(__rlimit_resource_t(RLIMIT_CORE.rawValue), 0) }

    /// The limits that are the same for all work. The number of processes is counted for the whole user, but only
    /// looked at when a process or thread is made, so 0 harms nobody else.
    static func lower() -> Bool {
        lower(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), 0)
            && lower(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), openFiles)
    }

    /// Caps a value for good. Returns false, with `errno`, when the system does not.
    fileprivate static func lower(_ resource: __rlimit_resource_t, _ value: UInt64) -> Bool {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return false }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(value))
        limit.rlim_max = limit.rlim_cur
        return setrlimit(resource, &limit) == 0
    }
}

/// The limits of each piece of work.
extension Confinement {
    /// Caps the address space. Can only be lowered once, so later requests keep the first cap.
    static func limitMemory(_ bytes: UInt64) {
        _ = ResourceLimits.lower(__rlimit_resource_t(RLIMIT_AS.rawValue), bytes)
    }

    /// Caps what a file can grow to: the unnamed one for large entries, and the copy that was asked for. A write
    /// beyond fails (EFBIG), as SIGXFSZ is ignored. The first cap stays.
    static func limitFiles(_ limits: ExtractionLimits) {
        _ = ResourceLimits.lower(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), UInt64(max(0, limits.entryBytes)))
    }

    /// Lets the process use so many more processor seconds from now on; beyond them the system ends it (SIGXCPU).
    static func allowProcessorTime(seconds: Int) {
        var usage = rusage()
        guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return }
        let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1
        let (most, isHuge) = rlim_t(used).addingReportingOverflow(rlim_t(max(0, seconds)))
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, isHuge ? .max : most)
        setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
    }
}
