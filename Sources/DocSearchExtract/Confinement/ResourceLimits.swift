import ExtractionProtocol
import Foundation

/// What the system lets the process use (setrlimit(2)).
enum ResourceLimits {
    /// Open files at a time: bundle, document, temporary file, language data and a few fonts are a dozen.
    private static let openFiles: UInt64 = 64

    static func forbidCoreDumps() -> Bool { lower(__rlimit_resource_t(RLIMIT_CORE.rawValue), 0) }

    /// The limits that are the same for all work. The number of processes is counted for the whole user, but only
    /// looked at when a process or thread is made, so 0 harms no other process.
    static func lower() -> Bool {
        lower(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), 0)
            && lower(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), openFiles)
    }

    /// The limits of one request, none of which can be raised again: the address space, what a file can grow to (the
    /// unnamed ones for large entries, and a copy that was asked for; a write beyond fails, EFBIG, as SIGXFSZ is ignored)
    /// and the processor time of all of it, beyond which the system kills the process.
    static func lower(for request: ExtractionRequest, descriptor: Int32) -> Bool {
        let limits = request.limits
        let fileBytes = min(max(0, limits.entryBytes), max(0, limits.bundleBytes))
        return lower(__rlimit_resource_t(RLIMIT_AS.rawValue), limits.addressSpaceBytes)
            && lower(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), UInt64(fileBytes))
            && lower(
                __rlimit_resource_t(RLIMIT_CPU.rawValue), request.processorSeconds(bundleBytes: byteCount(descriptor)))
    }

    private static func byteCount(_ descriptor: Int32) -> Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Caps a value for good. Returns false, with `errno`, when the system does not.
    private static func lower(_ resource: __rlimit_resource_t, _ value: UInt64) -> Bool {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return false }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(value))
        limit.rlim_max = limit.rlim_cur
        return setrlimit(resource, &limit) == 0
    }
}

/// The limit of each piece of work.
extension Confinement {
    /// Lets the process use so many more processor seconds from now on; beyond them the system ends it (SIGXCPU). Never
    /// more than is left of what the whole request may take.
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
