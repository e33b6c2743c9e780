internal import CSandbox
import ExtractionProtocol
import Foundation

/// What the process gives up before it touches foreign bytes, and the limits of each piece of work.
enum Confinement {
    /// The worker dies with its coordinator, leaves no core dump (it would hold documents), and can gain no rights.
    static func begin() {
        _ = csandbox_die_with_parent(SIGKILL)
        _ = csandbox_no_new_privileges()
        set(__rlimit_resource_t(RLIMIT_CORE.rawValue), 0)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Caps the address space. Can only be lowered once, so later requests keep the first cap.
    static func limitMemory(_ bytes: UInt64) {
        set(__rlimit_resource_t(RLIMIT_AS.rawValue), bytes)
    }

    /// Lets the process use so many more processor seconds from now on; beyond them the system ends it (SIGXCPU).
    static func allowProcessorTime(seconds: Int) {
        var usage = rusage()
        guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return }
        let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(used + seconds + 1))
        setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
    }

    private static func set(_ resource: __rlimit_resource_t, _ value: UInt64) {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(value))
        limit.rlim_max = limit.rlim_cur
        setrlimit(resource, &limit)
    }
}
