internal import CSandbox
import ExtractionProtocol
import Foundation

protocol ForkedWork: AnyObject {
    /// In the prepared process.
    func prepare(languages: [String])
    /// In the forked process, whose exit code it returns.
    func run() -> Int32
}

/// Takes orders on standard input, forks readers, and reports how they ended.
///
/// A reader gets its own conversation in place of the orders before anything of its bundle reaches it, so that it can
/// talk neither to this process nor to another reader.
final class ReaderStarter {
    private let work: any ForkedWork

    init(_ work: any ForkedWork) { self.work = work }

    /// Returns when the coordinator is gone.
    func run() {
        var processes: [UInt32: pid_t] = [:]
        while let (order, descriptors) = nextOrder() {
            switch order {
            case .start(let reader, let languages):
                if !languages.isEmpty { work.prepare(languages: languages) }
                let process = start(descriptors)
                if process > 0 { processes[reader] = process }
                say(
                    process > 0
                        ? .started(reader: reader, process: process) : .notStarted(reader: reader, error: errno))
            case .bury(let reader):
                let status = processes.removeValue(forKey: reader).map(csandbox_wait)
                say(.ended(reader: reader, status: status.flatMap { $0 < 0 ? nil : $0 }))
            }
        }
    }

    private func nextOrder() -> (ReaderOrder, [Int32])? {
        var bytes = [UInt8](repeating: 0, count: ReaderOrder.maximumBytes)
        var descriptors = [Int32](repeating: -1, count: Int(CSANDBOX_ORDER_DESCRIPTORS))
        var count = 0
        var length = -1
        repeat {
            length = csandbox_receive_order(0, &bytes, bytes.count, &descriptors, &count)
        } while length < 0 && errno == EINTR
        guard length > 0, let order = ReaderOrder(String(decoding: bytes[..<length], as: UTF8.self)) else { return nil }
        return (order, Array(descriptors[..<count]))
    }

    private func say(_ report: ReaderReport) {
        var text = report.text
        // If sending fails, the next order does not arrive either.
        _ = text.withUTF8 { Glibc.send(0, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    /// -1 with `errno` on failure. Does not return in the new process.
    private func start(_ descriptors: [Int32]) -> pid_t {
        let own = getpid()
        let process = csandbox_fork()
        if process == 0 { become(descriptors, child: own) }
        let number = errno
        descriptors.forEach { close($0) }
        errno = number
        return process
    }

    private func become(_ descriptors: [Int32], child parent: pid_t) -> Never {
        // Not inherited. The parent may have died before this call.
        guard csandbox_die_with_parent(SIGKILL) == 0, getppid() == parent,
            descriptors.count == Int(CSANDBOX_ORDER_DESCRIPTORS)
        else { _exit(71) }
        // Without a sandbox, processes that it starts die with its group.
        setpgid(0, 0)
        for (index, descriptor) in descriptors.enumerated() where dup2(descriptor, Int32(index)) < 0 { _exit(71) }
        Confinement.closeOthers()
        // No cleanup: the process's resources end with it.
        _exit(work.run())
    }
}
