import ExtractionProtocol
import Foundation

/// setrlimit(2).
enum ResourceLimits {
    /// Bundle, document, temporary file, language data and a few fonts are about twelve.
    private static let openFiles: UInt64 = 64

    static func forbidCoreDumps() -> Bool { lower(RLIMIT_CORE, 0) }

    /// Processes are counted for the whole user, but the limit is checked only when one is created, so 0 harms no other
    /// process.
    static func lower() -> Bool { lower(__RLIMIT_NPROC, 0) && lower(RLIMIT_NOFILE, openFiles) }

    /// Cannot be raised again. A write beyond the size of a file fails with EFBIG, as SIGXFSZ is ignored; beyond the
    /// processor time the system kills the process.
    static func lower(for request: ExtractionRequest, descriptor: Int32) -> Bool {
        let limits = request.limits
        let fileBytes = min(max(0, limits.entryBytes), max(0, limits.bundleBytes))
        return lower(RLIMIT_AS, limits.addressSpaceBytes) && lower(RLIMIT_FSIZE, UInt64(fileBytes))
            && lower(RLIMIT_CPU, request.processorSeconds(bundleBytes: byteCount(descriptor)))
    }

    private static func byteCount(_ descriptor: Int32) -> Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// False, with `errno`, on failure.
    private static func lower(_ resource: __rlimit_resource, _ value: UInt64) -> Bool {
        var limit = rlimit()
        guard getrlimit(resource.number, &limit) == 0 else { return false }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(value))
        limit.rlim_max = limit.rlim_cur
        return setrlimit(resource.number, &limit) == 0
    }
}

extension __rlimit_resource {
    var number: __rlimit_resource_t { __rlimit_resource_t(rawValue) }
}

extension Confinement {
    /// Counted from now on; beyond them the system ends the process (SIGXCPU). Never more than is left of the request's
    /// own limit.
    static func allowProcessorTime(seconds: Int) {
        var usage = rusage()
        guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return }
        let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1
        let (most, isHuge) = rlim_t(used).addingReportingOverflow(rlim_t(max(0, seconds)))
        var limit = rlimit()
        guard getrlimit(RLIMIT_CPU.number, &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, isHuge ? .max : most)
        setrlimit(RLIMIT_CPU.number, &limit)
    }
}
