internal import CSandbox
internal import CSeccomp
import Foundation

/// Seccomp (seccomp(2), libseccomp): the system calls that reading, writing and allocating take. Any other fails with
/// EPERM: libraries try this and that, and an error is what they are prepared for.
///
/// A call that is allowed whatever its arguments costs little (the kernel keeps a table of those). A tesseract with another
/// OpenMP than GNU's
/// makes tens of thousands of `futex` calls a page, so that one is never filtered by arguments.
enum SystemCallFilter {
    static func load() throws {
        guard let filter = seccomp_init(cseccomp_refuse()) else {
            throw ConfinementFailure("libseccomp makes no filter")
        }
        defer { seccomp_release(filter) }
        // A search tree: the order of rules does not matter for speed. Older libraries cannot, which is no loss.
        _ = seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2)
        for name in plain { try allow(name, in: filter) }
        for (name, conditions) in conditional { try allow(name, when: conditions, in: filter) }
        let status = seccomp_load(filter)
        guard status == 0 else {
            throw ConfinementFailure.system("the kernel takes no filter of system calls", -status)
        }
    }

    /// Names that this processor does not have are passed over.
    private static func allow(_ name: String, when conditions: [scmp_arg_cmp] = [], in filter: scmp_filter_ctx) throws {
        let number = seccomp_syscall_resolve_name(name)
        guard number >= 0 else { return }
        let status = seccomp_rule_add_array(filter, cseccomp_allow(), number, UInt32(conditions.count), conditions)
        guard status == 0 else { throw ConfinementFailure.system("the system call \(name) cannot be allowed", -status) }
    }

    private static let plain = [
        // What is open: bundle, documents, the conversation. `recvmsg` brings the descriptors of a request.
        "read", "pread64", "readv", "preadv", "write", "pwrite64", "writev", "lseek", "close", "dup", "recvmsg",
        // Empties the temporary file, which is the only one that is open for writing.
        "ftruncate", "fadvise64",
        // Names, sizes and times, and the content of folders that could be opened.
        "fstat", "stat", "lstat", "newfstatat", "statx", "fstatfs", "statfs", "access", "faccessat", "faccessat2",
        "readlink", "readlinkat", "getdents64", "getcwd",
        // Memory.
        "brk", "munmap", "mremap", "madvise", "msync",
        // Waiting for nobody: there is one thread.
        "futex", "sched_yield", "restart_syscall", "poll", "ppoll", "nanosleep", "clock_nanosleep",
        "set_robust_list", "rseq", "membarrier",
        // Time and numbers.
        "clock_gettime", "clock_getres", "gettimeofday", "time", "times", "getrusage", "getrandom", "sysinfo", "uname",
        "sched_getaffinity", "getcpu", "getpid", "gettid", "getppid", "getuid", "geteuid", "getgid", "getegid",
        // Signals to itself, such as those of a crash.
        "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack",
        "exit", "exit_group",
    ]

    private static var conditional: [(String, [scmp_arg_cmp])] {
        let writing = UInt64(O_ACCMODE | O_CREAT | O_TRUNC | unnamedFile)
        return [
            // For reading alone. `openat2` and `open` are refused: no library here uses them.
            ("openat", [masked(2, writing, 0)]),
            // Code is in memory by now, all libraries are loaded.
            ("mmap", [masked(2, UInt64(PROT_EXEC), 0)]),
            ("mprotect", [masked(2, UInt64(PROT_EXEC), 0)]),
            // Its own limits, which can only be lowered.
            ("prlimit64", [equal(0, 0)]),
            ("getrlimit", []),
            ("setrlimit", []),
            // `abort` ends the process by it.
            ("tgkill", [equal(0, UInt64(getpid()))]),
        ] + [F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL].map { ("fcntl", [equal(1, UInt64($0))]) }
    }

    /// `__O_TMPFILE`; the macro is not imported.
    private static let unnamedFile: Int32 = 0o20_000_000

    private static func equal(_ argument: UInt32, _ value: UInt64) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: argument, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
    }

    private static func masked(_ argument: UInt32, _ mask: UInt64, _ value: UInt64) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
    }
}
