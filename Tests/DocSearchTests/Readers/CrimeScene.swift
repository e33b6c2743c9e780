#if DEBUG
    import DocSearchTestSupport
    import ExtractionProtocol
    import Foundation

    /// What a worker is tempted with: a file, a folder, a port and a socket that somebody listens on, and a process of
    /// this user. All of a test's own, so that a deed that is done harms nobody.
    final class CrimeScene {
        private let folder: TemporaryFolder
        private let victim: pid_t
        private let listeners: [Int32]
        private let port: UInt16

        private static let content = Array("secret".utf8)

        init() throws {
            folder = try TemporaryFolder()
            try folder.write(Self.content, to: "secret")
            victim = try Self.sleeper()
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let internet = try Self.listen(Int32(AF_INET), at: &address)
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(internet, $0, &size) }
            }
            port = UInt16(bigEndian: address.sin_port)
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            let path = folder.path + "/socket"
            withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
            listeners = [internet, try Self.listen(Int32(AF_UNIX), at: &name)]
        }

        deinit {
            listeners.forEach { close($0) }
            kill(victim, SIGKILL)
            waitpid(victim, nil, 0)
        }

        func request(_ deed: AttemptRequest.Deed) -> AttemptRequest {
            switch deed {
            case .listFolder, .createFile, .createUnnamedFile, .createFolder, .mountFileSystem, .changeRoot:
                AttemptRequest(deed, path: folder.path)
            case .connectToPort: AttemptRequest(deed, number: Int(port))
            case .connectToSocket: AttemptRequest(deed, path: folder.path + "/socket")
            case .runProgram: AttemptRequest(deed, path: "/bin/true")
            // Signal 0 is only asked for: whether this process could be ended.
            case .signalProcess: AttemptRequest(deed, number: Int(getpid()))
            case .queueSignal, .traceProcess, .readMemoryOfProcess, .openProcess, .limitOtherProcess:
                AttemptRequest(deed, number: Int(victim))
            default: AttemptRequest(deed, path: folder.path + "/secret")
            }
        }

        /// Whether the folder holds what it held, and the process runs.
        func isUntouched() throws -> Bool {
            let file = URL(fileURLWithPath: folder.path + "/secret")
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["secret", "socket"]
                && Array(Data(contentsOf: file)) == Self.content && isRunning(victim)
        }

        /// Deeds that systems or containers refuse to some users by themselves, with the capability that lets one do
        /// them all the same (capabilities(7)).
        private static let powers: [AttemptRequest.Deed: UInt64] = [
            .becomeRoot: 7, .loadModule: 16, .changeRoot: 18, .traceProcess: 19, .readMemoryOfProcess: 19,
            .openProcess: 21, .mountFileSystem: 21, .leaveNamespaces: 21, .loadProgramIntoKernel: 21, .useKeys: 21,
            .useRing: 21, .watchPerformance: 21, .handlePageFaults: 21, .raiseLimits: 24,
            .raiseProcessorTime: 24, .raiseMemory: 24, .raiseFileSize: 24, .changeClock: 25,
        ]

        /// Whether nothing but the sandbox could keep a worker from the deed.
        static func isPossible(_ deed: AttemptRequest.Deed) -> Bool {
            guard let power = powers[deed] else { return true }
            // Without the file nothing is known, and the deed is left out.
            guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return false }
            func field(_ name: String) -> String {
                let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
                return line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
            }
            let held = UInt64(field("CapEff"), radix: 16) ?? 0
            // A container has a filter of its own.
            return held & 1 << power != 0 && field("Seccomp") == "0"
        }

        private static func sleeper() throws -> pid_t {
            var process = pid_t()
            var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("300"), nil]
            defer { arguments.forEach { free($0) } }
            guard posix_spawn(&process, "/bin/sleep", nil, nil, &arguments, nil) == 0 else {
                throw CocoaError(.fileNoSuchFile)
            }
            return process
        }

        private static func listen<Address>(_ family: Int32, at address: inout Address) throws -> Int32 {
            let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            let size = socklen_t(MemoryLayout<Address>.size)
            let isBound = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
            }
            guard isBound, Glibc.listen(descriptor, 4) == 0 else {
                throw CocoaError(.fileWriteUnknown)
            }
            return descriptor
        }
    }
#endif
