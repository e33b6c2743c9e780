internal import CSandbox
internal import CSeccomp
import Foundation

/// Seccomp (seccomp(2), libseccomp): allows the system calls for reading, writing and allocating. All others fail with
/// EPERM, because libraries are prepared for errors. The filter is compiled once, and each reader loads it in
/// microseconds.
///
/// A call allowed whatever its arguments costs little (the kernel has a table of those). A tesseract with an OpenMP
/// other than GNU's makes tens of thousands of `futex` calls a page, so that call is never filtered by its arguments.
struct SystemCallFilter {
    /// As `struct sock_filter` of linux/filter.h: two bytes of operation, two jumps, a number.
    private let instructions: [UInt64]
    /// Positions for the process's own number, which is known only after the fork.
    private let indexes: [Int]

    /// No process has this number.
    private static let anyProcess: UInt32 = 0x7ED0_C5EA

    init() throws {
        guard let filter = seccomp_init(cseccomp_refuse()) else {
            throw ConfinementFailure("libseccomp makes no filter")
        }
        defer { seccomp_release(filter) }
        // A search tree makes the order of rules irrelevant for speed. Older libraries lack it, which is no loss.
        _ = seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2)
        for name in Self.plain { try Self.allow(name, in: filter) }
        for (name, conditions) in Self.conditional { try Self.allow(name, when: conditions, in: filter) }
        let compiled = try Self.compiled(filter)
        instructions = compiled
        indexes = compiled.indices.filter { Self.number(compiled[$0]) == Self.anyProcess }
        guard !indexes.isEmpty else { throw ConfinementFailure("libseccomp makes a program that is not understood") }
    }

    func load() throws {
        var own = instructions
        for index in indexes { own[index] = own[index] & 0xFFFF_FFFF | UInt64(UInt32(getpid())) << 32 }
        let status = own.withUnsafeBytes { csandbox_load_filter($0.baseAddress, own.count) }
        guard status == 0 else { throw ConfinementFailure.system("the kernel takes no filter of system calls") }
    }

    /// The last four bytes of an instruction, on little-endian processors, as all that Swift runs on.
    private static func number(_ instruction: UInt64) -> UInt32 { UInt32(instruction >> 32) }

    /// Before version 2.6 libseccomp can only write to a file.
    private static func compiled(_ filter: scmp_filter_ctx) throws -> [UInt64] {
        let file = csandbox_memory_file("filter")
        guard file >= 0 else { throw ConfinementFailure.system("there is no file for the filter of system calls") }
        defer { close(file) }
        let status = seccomp_export_bpf(filter, file)
        guard status == 0 else { throw ConfinementFailure.system("libseccomp compiles no filter", -status) }
        let byteCount = Int(lseek(file, 0, SEEK_END))
        var instructions = [UInt64](repeating: 0, count: byteCount / 8)
        let count = instructions.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
        guard byteCount > 0, count == byteCount else { throw ConfinementFailure("the compiled filter cannot be read") }
        return instructions
    }

    /// Names that this processor does not have are skipped.
    private static func allow(_ name: String, when conditions: [scmp_arg_cmp] = [], in filter: scmp_filter_ctx) throws {
        let number = seccomp_syscall_resolve_name(name)
        guard number >= 0 else { return }
        let status = seccomp_rule_add_array(filter, cseccomp_allow(), number, UInt32(conditions.count), conditions)
        guard status == 0 else { throw ConfinementFailure.system("the system call \(name) cannot be allowed", -status) }
    }

    private static let plain = [
        // Open files: bundle, documents, the conversation. `recvmsg` brings the descriptors of a request.
        "read", "pread64", "readv", "preadv", "write", "pwrite64", "writev", "lseek", "close", "dup", "recvmsg",
        // Empties the temporary file, the only one open for writing.
        "ftruncate", "fadvise64",
        // Names, sizes and times, and the content of folders that could be opened.
        "fstat", "stat", "lstat", "newfstatat", "statx", "fstatfs", "statfs", "access", "faccessat", "faccessat2",
        "readlink", "readlinkat", "getdents64", "getcwd",
        // Memory.
        "brk", "munmap", "mremap", "madvise", "msync",
        // There is no other thread to wait for.
        "futex", "sched_yield", "restart_syscall", "poll", "ppoll", "nanosleep", "clock_nanosleep",
        "set_robust_list", "rseq", "membarrier",
        // Time and numbers.
        "clock_gettime", "clock_getres", "gettimeofday", "time", "times", "getrusage", "getrandom", "sysinfo", "uname",
        "sched_getaffinity", "getcpu", "getpid", "gettid", "getppid", "getuid", "geteuid", "getgid", "getegid",
        // Signals to itself, such as those of a crash.
        "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "exit", "exit_group",
    ]

    private static var conditional: [(String, [scmp_arg_cmp])] {
        let writing = UInt64(O_ACCMODE | O_CREAT | O_TRUNC | unnamedFile)
        return [
            // Read-only. `openat2` and `open` are refused: no library here uses them.
            ("openat", [argument(2, masked: writing, is: 0)]),
            // Code is in memory by now: all libraries are loaded.
            ("mmap", [argument(2, masked: UInt64(PROT_EXEC), is: 0)]),
            ("mprotect", [argument(2, masked: UInt64(PROT_EXEC), is: 0)]),
            // Only its own limits, which can only be lowered, because none leaves room above.
            ("prlimit64", [argument(0, is: 0)]),
            ("getrlimit", []),
            ("setrlimit", []),
            // `abort` uses it.
            ("tgkill", [argument(0, is: UInt64(anyProcess))]),
        ] + [F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL].map { ("fcntl", [argument(1, is: UInt64($0))]) }
    }

    /// `__O_TMPFILE`; the macro is not imported.
    private static let unnamedFile: Int32 = 0o20_000_000

    private static func argument(_ number: UInt32, is value: UInt64) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: number, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
    }

    private static func argument(_ number: UInt32, masked mask: UInt64, is value: UInt64) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: number, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
    }
}
