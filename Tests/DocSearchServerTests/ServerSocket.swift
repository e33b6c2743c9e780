import Foundation

/// A connection to a server of this machine that is read and written when the test says so.
final class ServerSocket {
    private let descriptor: Int32

    /// `receiving` is about how many bytes the system may keep for the test; nil for its usual many. `patience` is how many
    /// seconds without a byte end ``rest(until:)``; nil for none.
    init(port: UInt16, receiving: Int32? = nil, patience: Int? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiving {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        if let patience {
            var wait = timeval(tv_sec: patience, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else {
            throw ServedArchiveError(message: "No connection: \(String(cString: strerror(errno)))")
        }
    }

    deinit { close(descriptor) }

    @discardableResult func send(_ text: String) -> Bool {
        var left = Array(text.utf8)[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            left = left.dropFirst(count)
        }
        return true
    }

    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// What comes until the server ends the connection, or until it has sent `end`.
    func rest(until end: String? = nil) -> String {
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while end.map({ !String(decoding: answer, as: UTF8.self).contains($0) }) ?? true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            answer += buffer[..<count]
        }
        return String(decoding: answer, as: UTF8.self)
    }

    /// Lets this process have as many files open as the system allows, and says how many.
    static func raiseFileLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(limit.rlim_cur)
    }
}
