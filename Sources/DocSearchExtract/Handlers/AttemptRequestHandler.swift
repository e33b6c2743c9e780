#if DEBUG
    internal import CSandbox
    import ExtractionProtocol
    import Foundation

    /// Only in debug builds. The calls go to the kernel directly, as those of injected code would. A call whose success
    /// would do harm gets arguments that cannot succeed; the error then distinguishes refused from invalid.
    struct AttemptRequestHandler {
        let request: AttemptRequest
        let channel: Channel

        func run() throws {
            errno = 0
            let result = perform()
            let number = errno
            let word =
                result < 0 && (number == EPERM || number == EACCES) ? AttemptRequest.refused : AttemptRequest.allowed
            let reason = result < 0 ? "\(word): \(String(cString: strerror(number)))" : word
            let address = PageAddress(entry: "", page: 0)
            try channel.send(
                .problem(ProblemFrame(address: address, stage: .bundle, code: .environment, reason: reason)))
            try channel.finish()
        }

        private var path: String { request.path }

        private func perform() -> Int {
            let here = Int(AT_FDCWD)
            let create = Int(O_WRONLY | O_CREAT | O_EXCL)
            let process = request.number
            return switch request.deed {
            // Files.
            case .lookAtFile: withName { look(here, $0) }
            case .readFile: withName { call(SYS_openat, here, $0, Int(O_RDONLY)) }
            case .listFolder: withName { call(SYS_openat, here, $0, Int(O_RDONLY | O_DIRECTORY)) }
            case .writeFile: withName { call(SYS_openat, here, $0, Int(O_WRONLY)) }
            case .createFile: withName(adding: "/new") { call(SYS_openat, here, $0, create, 0o600) }
            case .createUnnamedFile:
                withName { call(SYS_openat, here, $0, 0o20_000_000 | Int(O_DIRECTORY | O_RDWR), 0o600) }
            case .createFolder: withName(adding: "/folder") { call(SYS_mkdirat, here, $0, 0o700) }
            case .removeFile: withName { call(SYS_unlinkat, here, $0, 0) }
            case .renameFile:
                withName { old in withName(adding: ".renamed") { call(SYS_renameat2, here, old, here, $0, 0) } }
            case .linkFile: withName { old in withName(adding: ".link") { call(SYS_linkat, here, old, here, $0, 0) } }
            case .linkSymbolically:
                withName { old in withName(adding: ".symlink") { call(SYS_symlinkat, old, here, $0) } }
            case .truncateFile: withName { call(SYS_truncate, $0, 0) }
            case .changeMode: withName { call(SYS_fchmodat, here, $0, 0o777) }
            case .watchFiles: call(SYS_inotify_init1, 0)
            case .changeRoot: withName { call(SYS_chroot, $0) }
            // Sockets.
            case .connectToPort: connectToPort()
            case .connectToSocket: connectToSocket()
            case .openNetworkSocket: call(SYS_socket, Int(AF_INET), Int(SOCK_DGRAM.rawValue), 0)
            case .makeSocketPair: makeSocketPair()
            case .sendDescriptor: Int(csandbox_send_descriptor(0, 0))
            // Processes.
            case .runProgram: path.withCString { csandbox_attempt_exec($0) }
            case .forkProcess: csandbox_attempt_fork()
            case .startThread: startThread()
            case .signalProcess: call(SYS_kill, process, 0)
            case .queueSignal: call(SYS_tgkill, process, process, 0)
            // PTRACE_SEIZE leaves the process running and ends with this one.
            case .traceProcess: call(SYS_ptrace, 0x4206, process, 0, 0)
            // Nothing at address 0 can be read: EFAULT if the call is allowed.
            case .readMemoryOfProcess: readMemory(of: process)
            case .openProcess: call(SYS_pidfd_open, process, 0)
            // Reads a limit of another process.
            case .limitOtherProcess: call(SYS_prlimit64, process, Int(RLIMIT_CORE.rawValue), 0, 0)
            // Memory.
            case .mapExecutableMemory: csandbox_attempt_mapping(PROT_READ | PROT_EXEC, 0)
            case .makeMemoryExecutable: csandbox_attempt_mapping(PROT_READ | PROT_WRITE, PROT_READ | PROT_EXEC)
            case .makeMemoryFile: withName { call(SYS_memfd_create, $0, 0) }
            // Itself.
            case .raiseLimits: raise(RLIMIT_CORE, to: 1 << 20)
            case .raiseProcessorTime: raise(RLIMIT_CPU, to: .max)
            case .raiseMemory: raise(RLIMIT_AS, to: .max)
            case .raiseFileSize: raise(RLIMIT_FSIZE, to: .max)
            case .setTimer: call(SYS_setitimer, 0, 0, 0)
            // TIOCSTI types into a terminal. On a socket it gives ENOTTY if it is allowed.
            case .controlTerminal: call(SYS_ioctl, 0, 0x5412, 0)
            case .regainDumps: call(SYS_prctl, 4, 1)
            case .becomeRoot: call(SYS_setresuid, 0, 0, 0)
            case .changeClock: changeClock()
            // Kernel calls with invalid arguments, so that nothing happens where they are allowed.
            case .mountFileSystem: withName { call(SYS_mount, 0, $0, 0, 0, 0) }
            case .leaveNamespaces: call(SYS_unshare, 0x1000_0000)
            case .loadProgramIntoKernel: call(SYS_bpf, 5, 0, 0)
            case .loadModule: call(SYS_init_module, 0, 0, 0)
            case .useKeys: call(SYS_keyctl, 0, -3, 0)
            case .useRing: call(SYS_io_uring_setup, 0, 0)
            case .watchPerformance: call(SYS_perf_event_open, 0, 0, -1, -1, 0)
            case .handlePageFaults: call(SYS_userfaultfd, 1)
            }
        }

        /// Reads names, sizes and times, which Landlock does not cover.
        private func look(_ folder: Int, _ path: Int) -> Int {
            var status = stat()
            return withUnsafeMutablePointer(to: &status) { call(SYS_newfstatat, folder, path, Int(bitPattern: $0), 0) }
        }

        private func connectToPort() -> Int {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(UInt16(truncatingIfNeeded: request.number).bigEndian)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            return connect(Int(AF_INET), to: &address)
        }

        private func connectToSocket() -> Int {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
            return connect(Int(AF_UNIX), to: &address)
        }

        private func makeSocketPair() -> Int {
            var pair: (Int32, Int32) = (-1, -1)
            return withUnsafeMutablePointer(to: &pair) {
                call(SYS_socketpair, Int(AF_UNIX), Int(SOCK_STREAM.rawValue), 0, Int(bitPattern: $0))
            }
        }

        private func connect<Address>(_ family: Int, to address: inout Address) -> Int {
            // Without a new socket it tries its own: a rule against making sockets is not enough.
            let socket = max(0, call(SYS_socket, family, Int(SOCK_STREAM.rawValue), 0))
            return withUnsafePointer(to: &address) {
                call(SYS_connect, socket, Int(bitPattern: $0), MemoryLayout<Address>.size)
            }
        }

        private func startThread() -> Int {
            var thread = pthread_t()
            // Returns the error instead of setting `errno`.
            let status = pthread_create(&thread, nil, { _ in nil }, nil)
            if status == 0 { pthread_join(thread, nil) } else { errno = status }
            return status == 0 ? 0 : -1
        }

        private func readMemory(of process: Int) -> Int {
            var byte: UInt8 = 0
            return withUnsafeMutableBytes(of: &byte) { buffer in
                var own = iovec(iov_base: buffer.baseAddress, iov_len: 1)
                var foreign = iovec(iov_base: nil, iov_len: 1)
                return withUnsafePointer(to: &own) { own in
                    withUnsafePointer(to: &foreign) { foreign in
                        call(SYS_process_vm_readv, process, Int(bitPattern: own), 1, Int(bitPattern: foreign), 1)
                    }
                }
            }
        }

        private func changeClock() -> Int {
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            now.tv_nsec = -1  // An invalid time: EINVAL when it may be set.
            return withUnsafePointer(to: &now) { call(SYS_clock_settime, 0, Int(bitPattern: $0)) }
        }

        private func raise(_ resource: __rlimit_resource, to value: rlim_t) -> Int {
            var limit = rlimit(rlim_cur: value, rlim_max: value)
            return Int(setrlimit(resource.number, &limit))
        }

        private func withName(adding suffix: String = "", _ body: (Int) -> Int) -> Int {
            (path + suffix).withCString { body(Int(bitPattern: $0)) }
        }

        private func call(_ number: Int32, _ arguments: Int...) -> Int {
            let all = arguments + repeatElement(0, count: 5 - arguments.count)
            return csandbox_attempt(Int(number), all[0], all[1], all[2], all[3], all[4])
        }
    }
#endif
