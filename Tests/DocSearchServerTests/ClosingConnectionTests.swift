import Foundation
import Testing

/// Connections of the real program that it has to end by itself.
@Suite struct ClosingConnectionTests {
    /// A connection to this machine.
    private final class Connection {
        private let socket: Int32

        init(port: UInt16) throws {
            socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let socket = socket
            let connected = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard connected == 0 else { throw ServedArchiveError(message: "No connection") }
        }

        deinit { close(socket) }

        /// Whether all bytes were taken.
        func send(_ bytes: [UInt8]) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }

        /// What comes until there is the head of an answer.
        func head() -> String {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
                let count = recv(socket, &buffer, buffer.count, 0)
                guard count > 0 else { break }
                bytes += buffer[..<count]
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    @Test(arguments: ["Content-Length: 99000000000", "Transfer-Encoding: chunked"])
    func whatIsTooMuchIsNotReadToItsEnd(length: String) async throws {
        let server = try ServeProgramTests.Server(try await ServedArchive.shared.value)
        let connection = try Connection(port: server.port)
        // Without "Connection: close": it is the server that ends it.
        #expect(connection.send(Array("POST /sign-in HTTP/1.1\r\nHost: localhost\r\n\(length)\r\n\r\n".utf8)))
        // A chunk of 1 MiB.
        let piece = Array("100000\r\n".utf8) + [UInt8](repeating: 97, count: 1 << 20) + Array("\r\n".utf8)
        var sent = 0
        while sent < 64, connection.send(piece) { sent += 1 }
        #expect(sent < 64, "it took \(sent) MiB")
        #expect(try server.get("/healthz").hasPrefix("HTTP/1.1 200"))
    }

    @Test func theAnswerArrivesAndSaysThatItIsTheLast() async throws {
        let server = try ServeProgramTests.Server(try await ServedArchive.shared.value)
        let connection = try Connection(port: server.port)
        #expect(
            connection.send(
                Array("POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99000000000\r\n\r\n".utf8)))
        let head = connection.head().lowercased()
        #expect(head.hasPrefix("http/1.1 413"))
        #expect(head.contains("connection: close") && head.contains("content-security-policy:"))
    }
}
