#if DEBUG
    import Foundation
    import Synchronization

    /// Prepared processes that outlive their runs, for tests: they make thousands of runs, and starting a prepared process
    /// takes longer than most of these. Programs are kept only where ``keep(_:)`` has named them.
    package enum KeptProcesses {
        /// Used by one thread at a time: by the one that put it in, and then by the one that takes it out.
        private struct Idle: @unchecked Sendable {
            let process: PreparedReader
        }

        private struct State {
            var programs: Set<String> = []
            var idle: [Idle] = []
            var starts: BoundedQueue<@Sendable () -> Void>?
        }

        private static let state = Mutex(State())
        private static let mostIdle = 4

        package static func keep(_ program: String) { state.withLock { _ = $0.programs.insert(program) } }

        static func keeps(_ program: String) -> Bool { state.withLock { $0.programs.contains(program) } }

        /// One that was started in the same way, or a new one.
        static func take(_ program: String, _ arguments: [String], stop: StopFlag) throws -> PreparedReader {
            let origin = PreparedReader.origin(program, arguments)
            while true {
                let idle = state.withLock { state in
                    state.idle.firstIndex { $0.process.origin == origin }.map { state.idle.remove(at: $0) }
                }
                guard let idle else { break }
                if idle.process.serve(until: stop) { return idle.process }
            }
            return try start(program, arguments, stop: stop)
        }

        static func putBack(_ process: PreparedReader) {
            guard process.awaitLastReaders() else { return }
            let kept = Idle(process: process)
            // One that is left over ends outside the lock.
            let leftOver = state.withLock { state in
                state.idle.append(kept)
                return state.idle.count > mostIdle ? state.idle.removeFirst() : nil
            }
            _ = leftOver
        }

        /// A process dies with the thread that started it (prctl(2), PR_SET_PDEATHSIG), so one thread starts all.
        private static func start(_ program: String, _ arguments: [String], stop: StopFlag) throws -> PreparedReader {
            let starts = try state.withLock { state in
                if let starts = state.starts { return starts }
                let starts = BoundedQueue<@Sendable () -> Void>(capacity: 64)
                try WorkThread.start { while let start = starts.pop() { start() } }
                state.starts = starts
                return starts
            }
            let started = BoundedQueue<Result<Idle, any Error>>(capacity: 1)
            starts.push {
                started.push(
                    Result { Idle(process: try PreparedReader(program: program, arguments: arguments, stop: stop)) })
            }
            guard let result = started.pop() else { throw DocSearchError(.failed, "No process was started.") }
            return try result.get().process
        }
    }
#endif
