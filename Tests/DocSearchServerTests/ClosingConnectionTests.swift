import Foundation
import Testing

@Suite struct ClosingConnectionTests {
    @Test(arguments: ["Content-Length: 99000000000", "Transfer-Encoding: chunked"])
    func bodyThatIsTooMuchIsNotReadToItsEnd(length: String) async throws {
        let server = try ServeProgramTests.Server(try await ServedArchive.shared.value)
        let connection = try ServerSocket(port: server.port)
        // Without "Connection: close": it is the server that ends it.
        #expect(connection.send("POST /sign-in HTTP/1.1\r\nHost: localhost\r\n\(length)\r\n\r\n"))
        // A chunk of 1 MiB.
        let piece = "100000\r\n" + String(repeating: "a", count: 1 << 20) + "\r\n"
        var sent = 0
        while sent < 64, connection.send(piece) { sent += 1 }
        #expect(sent < 64, "it took \(sent) MiB")
        #expect(try server.get("/healthz").hasPrefix("HTTP/1.1 200"))
    }

    /// Those before it as well: a connection that is closed with bytes unread takes all with it that was not fetched.
    @Test func answersReachClientsThatSendAllBeforeTheyRead() async throws {
        let server = try ServeProgramTests.Server(try await ServedArchive.shared.value)
        let connection = try ServerSocket(port: server.port)
        let body = String(repeating: "a", count: 3 << 20)
        // More than the client's side takes while nothing is read.
        let many = String(repeating: "GET /?q=water HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 60)
        let sent = connection.send(
            many + "POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
        #expect(sent)
        let answers = connection.rest()
        #expect(answers.components(separatedBy: "HTTP/1.1 200").count == 61)
        #expect(answers.contains("HTTP/1.1 413"))
    }
}
