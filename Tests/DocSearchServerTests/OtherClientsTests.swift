import DocSearch
import DocSearchServer
import Foundation
import Testing

@Suite struct OtherClientsTests {
    private typealias Server = ServeProgramTests.Server

    private func server() async throws -> (Server, Int64) {
        let archive = try await ServedArchive.shared.value
        return (try Server(archive), try archive.document(titled: "Council").id)
    }

    /// Waits for as long as it takes: the machine may have other work.
    private func get(_ server: Server, _ target: String) throws -> String {
        let socket = try ServerSocket(port: server.port)
        socket.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return socket.rest()
    }

    private func expectServed(_ server: Server) throws {
        #expect(try get(server, "/api/v1/search?q=tramway").contains("\"total\":1"))
    }

    @Test func aThousandIdleConnectionsKeepNoOneOut() async throws {
        let (server, _) = try await server()
        // Where the system allows fewer, as many as it does.
        let count = min(1000, ServerSocket.raiseFileLimit() - 200)
        let idle = try (0..<max(1, count)).map { number in
            let socket = try ServerSocket(port: server.port)
            // Some have said nothing, some have begun, some have had an answer.
            if number % 3 == 1 { socket.send("GET / HTTP/1.1\r\nHost: local") }
            if number % 3 == 2 { socket.send("GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n") }
            return socket
        }
        try expectServed(server)
        withExtendedLifetime(idle) {}
    }

    @Test func clientsThatTakeNothingKeepNoOneOut() async throws {
        let (server, id) = try await server()
        let slow = try (0..<20).map { _ in
            let socket = try ServerSocket(port: server.port, receiving: 2048)
            let requests = ["/documents/\(id)/pages/1.jpg?width=2000", "/files/\(id).pdf", "/?q=board"].map {
                "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n"
            }
            socket.send(String(repeating: requests.joined(), count: 20))
            return socket
        }
        try expectServed(server)
        #expect(try get(server, "/documents/\(id)/pages/2.jpg?width=100").hasPrefix("HTTP/1.1 200"))
        withExtendedLifetime(slow) {}
    }

    @Test func clientsThatGoWhileTheirQuestionsWaitKeepNoOneOut() async throws {
        let (server, _) = try await server()
        for number in 0..<300 {
            let socket = try ServerSocket(port: server.port)
            socket.send("GET /api/v1/search?q=board+\(number) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        }
        try expectServed(server)
        #expect(server.process.isRunning)
    }

    @Test func clientsThatSendALittleKeepNoOneOut() async throws {
        let (server, _) = try await server()
        let head = "POST /batch HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\nConnection: keep-alive\r\n\r\n"
        let slow = try (0..<100).map { number in
            let socket = try ServerSocket(port: server.port)
            socket.send(number % 2 == 0 ? head + "terms=a" : "GET /?q=a HTTP/1.1\r\nHos")
            return socket
        }
        try expectServed(server)
        slow[0].send("bc")
        try expectServed(server)
    }

    @Test func afterTheLastAnswerTheConnectionEnds() async throws {
        let (server, _) = try await server()
        let socket = try ServerSocket(port: server.port)
        // The body never comes to its end, and the client does not close.
        socket.send("POST /batch HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\nterms=a")
        let answer = socket.rest()
        #expect(answer.hasPrefix("HTTP/1.1 413"))
        #expect(answer.lowercased().contains("connection: close"))
        #expect(answer.lowercased().contains("content-security-policy:"))
        #expect(answer.contains("application/problem+json"))
    }

    @Test func whatIsNoHTTPGetsAProblemDocument() async throws {
        let (server, _) = try await server()
        let requests = [
            "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", "NONSENSE\r\n\r\n",
            "GET / HTTP/1.1\r\nHost localhost\r\n\r\n", "GET / HTTP/1.1\r\nHost: localhost\r\nX Y: a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\nX: \u{1}\r\n\r\n", "G@T / HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
            "POST /batch HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "CONNECT / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        ]
        for request in requests {
            let socket = try ServerSocket(port: server.port)
            socket.send(request)
            socket.finish()
            let answer = socket.rest()
            #expect(answer.hasPrefix("HTTP/1.1 4"), "\(request) \(answer)")
            #expect(answer.contains("application/problem+json"), "\(request) \(answer)")
            #expect(answer.lowercased().contains("content-security-policy: "), "\(request) \(answer)")
        }
        try expectServed(server)
    }

    // MARK: - Readers that die

    private static func descendants(of process: Int32) throws -> [Int32] {
        let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
        let parents = numbers.compactMap { number -> (Int32, Int32)? in
            // It may have ended meanwhile. The second field is a name in brackets and may hold anything.
            guard let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
                let fields = text.split(separator: ")").last?.split(separator: " "), fields.count > 1,
                let parent = Int32(fields[1])
            else { return nil }
            return (number, parent)
        }
        var found = [process]
        var next = 0
        while next < found.count {
            found += parents.filter { $0.1 == found[next] }.map(\.0)
            next += 1
        }
        return Array(found.dropFirst())
    }

    @Test func aKilledReaderCostsOneImage() async throws {
        let (server, id) = try await server()
        func image(_ width: Int) -> String { "/documents/\(id)/pages/1.jpg?width=\(width)" }
        #expect(try get(server, image(300)).hasPrefix("HTTP/1.1 200"))
        for round in 0..<3 {
            let readers = try Self.descendants(of: server.process.processIdentifier)
            #expect(!readers.isEmpty)
            // Stopped, so that what is asked next is not drawn before they die.
            for reader in readers { kill(reader, SIGSTOP) }
            let socket = try ServerSocket(port: server.port)
            let request = "GET \(image(301 + round)) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            socket.send(request)
            try expectServed(server)
            for reader in readers { kill(reader, SIGKILL) }
            let answer = socket.rest()
            #expect(answer.hasPrefix("HTTP/1.1 200") || answer.hasPrefix("HTTP/1.1 503"), "\(answer)")
            #expect(try get(server, image(301 + round)).hasPrefix("HTTP/1.1 200"))
        }
    }
}
