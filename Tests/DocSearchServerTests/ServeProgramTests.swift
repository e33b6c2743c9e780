import DocSearchTestSupport
import Foundation
import Testing

@Suite struct ServeProgramTests {
    final class Server {
        let process = Process()
        let port: UInt16

        /// `signal` is one that does not end the program.
        init(_ archive: ServedArchive, _ more: [String] = [], ignoring signal: String? = nil) throws {
            let program = try BuiltProgram.path("docsearch")
            process.executableURL = URL(fileURLWithPath: signal == nil ? program : "/bin/sh")
            process.arguments =
                (signal.map { ["-c", "trap '' \($0); exec \"$0\" \"$@\"", program] } ?? []) + [
                    "serve", "--index", archive.folder.path + "/index", "--query-time", "600", "--port", "0",
                    "--images",
                    archive.folder.path + "/served",
                ] + more
            process.environment = ["HOME": archive.folder.path, "PATH": "/usr/bin:/bin"]
            let pipe = Pipe()
            process.standardOutput = pipe
            if signal != nil { process.standardError = FileHandle.nullDevice }
            try process.run()
            var line = ""
            while !line.contains("\n") {
                let part = pipe.fileHandleForReading.availableData
                guard !part.isEmpty else { throw ServedArchiveError(message: "It ended at once: \(line)") }
                line += String(decoding: part, as: UTF8.self)
            }
            let digits = line.split(separator: ":").last.map { $0.prefix { $0.isNumber } } ?? ""
            port = try #require(UInt16(digits), "\(line)")
        }

        deinit { if process.isRunning { process.terminate() } }

        /// Sends bytes and returns what comes until the server closes the connection, or nothing comes for two seconds.
        func exchange(_ text: String) throws -> String {
            let socket = try ServerSocket(port: port, patience: 2)
            socket.send(text)
            return socket.rest()
        }

        func get(_ target: String, _ headers: String = "") throws -> String {
            try exchange("GET \(target) HTTP/1.1\r\nHost: localhost:\(port)\r\n\(headers)Connection: close\r\n\r\n")
        }
    }

    @Test func serverServesUntilItIsAskedToStop() async throws {
        let archive = try await ServedArchive.shared.value
        let server = try Server(archive)
        #expect(try server.get("/?q=sluice").hasPrefix("HTTP/1.1 200"))
        #expect(try server.get("/api/v1/search?q=sluice").contains("\"total\":"))
        let head = try server.exchange("HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(head.hasPrefix("HTTP/1.1 200"))
        #expect(head.hasSuffix("\r\n\r\n"))
        #expect(head.lowercased().contains("content-length: "))
        server.process.terminate()
        server.process.waitUntilExit()
        #expect(server.process.terminationReason == .exit)
        #expect(server.process.terminationStatus == 0)
    }

    /// The exit code and what went to standard error. It is told to end as soon as it has written to standard output.
    private func outcome(_ arguments: [String], in folder: TemporaryFolder) throws -> (exitCode: Int32, errors: String)
    {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try BuiltProgram.path("docsearch"))
        process.arguments = ["serve", "--index", folder.path + "/none"] + arguments
        process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin"]
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        _ = output.fileHandleForReading.availableData
        process.terminate()
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: said, as: UTF8.self))
    }

    @Test func serverSaysThatThereIsNoIndexYet() throws {
        let folder = try TemporaryFolder()
        let outcome = try outcome(["--port", "0"], in: folder)
        #expect(outcome.errors.contains("There is no index in \"\(folder.path)/none\" yet."), "\(outcome.errors)")
    }

    @Test func tokensWithNamesThatTheServerRefusesAreNotMade() throws {
        let name = String(repeating: "x", count: 65)
        let outcome = try outcome(["--make-token", name], in: TemporaryFolder())
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("1 to 64 letters"), "\(outcome.errors)")
    }

    /// Those who speak HTTP/1.0 take the end of the connection for the end of the answer (RFC 9112, 6.3).
    @Test func serverEndsConnectionsOfHTTP10() async throws {
        let server = try Server(try await ServedArchive.shared.value)
        for request in ["GET /healthz HTTP/1.0\r\n\r\n", "GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n"] {
            let socket = try ServerSocket(port: server.port)
            socket.send(request)
            let answer = socket.rest()
            #expect(answer.hasPrefix("HTTP/1."))
            #expect(answer.lowercased().contains("connection: close"))
        }
        let kept = try ServerSocket(port: server.port)
        for _ in 0..<2 {
            kept.send("GET /healthz HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n")
            #expect(kept.rest(until: "\r\n\r\n").contains("200"))
        }
    }

    @Test func serverAnswersWhateverIsSent() async throws {
        let server = try Server(try await ServedArchive.shared.value)
        let odd = [
            "GET / HTTP/1.1\r\n\r\n", "\r\n\r\n\r\n", "GET\r\n\r\n", "GET  HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
            "GET * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
            "POST /batch HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\nConnection: close\r\n\r\n",
            "GET /\u{0}\u{1} HTTP/1.1\r\nHost: localhost\r\n\r\n", String(repeating: "A", count: 100_000) + "\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + String(repeating: "a", count: 100_000) + "\r\n\r\n",
            "GET /?q=" + String(repeating: "%FF", count: 500)
                + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        ]
        for text in odd {
            _ = try server.exchange(text)
            #expect(server.process.isRunning)
        }
        #expect(try server.exchange(odd[7]).contains(" 413 "))
        #expect(try server.get("/healthz").hasPrefix("HTTP/1.1 200"))
    }

    @Test(arguments: [
        ["--host", "0.0.0.0"], ["--token-file", "/nowhere.json"], ["--public-url", "https://archive.example"],
    ])
    func serverRefusesOptionsThatWouldLetOthersInOrMakeNoSense(options: [String]) throws {
        let outcome = try outcome(options, in: TemporaryFolder())
        #expect(outcome.exitCode == 64)
        #expect(!outcome.errors.isEmpty)
    }

    private static let openssl = "/usr/bin/openssl"

    private func succeeds(_ arguments: [String]) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.openssl)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: openssl)))
    func connectionsHaveForwardSecrecyAndAuthenticatedEncryption() async throws {
        let folder = try TemporaryFolder()
        let (key, certificate) = (folder.path + "/key.pem", folder.path + "/chain.pem")
        try #require(
            try succeeds([
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-keyout", key, "-out",
                certificate,
            ]))
        let server = try Server(
            try await ServedArchive.shared.value, ["--certificate", certificate, "--key", key])
        func connects(_ options: [String]) throws -> Bool {
            try succeeds(["s_client", "-connect", "127.0.0.1:\(server.port)"] + options)
        }
        #expect(try connects(["-tls1_3"]))
        for cipher in [
            "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-RSA-CHACHA20-POLY1305",
        ] {
            #expect(try connects(["-tls1_2", "-cipher", cipher]), "\(cipher)")
        }
        for cipher in [
            "AES128-GCM-SHA256", "AES256-GCM-SHA384", "AES128-SHA", "ECDHE-RSA-AES128-SHA", "ECDHE-RSA-AES256-SHA",
        ] {
            #expect(!(try connects(["-tls1_2", "-cipher", cipher + ":@SECLEVEL=0"])), "\(cipher)")
        }
        #expect(!(try connects(["-tls1_1", "-cipher", "DEFAULT:@SECLEVEL=0"])))
    }

    @Test func aWholeAddressOfAnotherHostIsRefused() async throws {
        let server = try Server(try await ServedArchive.shared.value)
        let own = try server.exchange(
            "GET http://localhost:\(server.port)/robots.txt HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n"
        )
        #expect(own.hasPrefix("HTTP/1.1 200"))
        for target in [
            "http://other.example/robots.txt", "HTTPS://other.example/robots.txt", "http://other.example?q=a",
        ] {
            let answer = try server.exchange(
                "GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 421"), "\(target)")
        }
    }

    @Test func clientsThatWaitBeforeABodyAreToldToGoOn() async throws {
        let server = try Server(try await ServedArchive.shared.value)
        let socket = try ServerSocket(port: server.port, patience: 20)
        let head =
            "POST /api/v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nExpect: 100-continue\r\n"
        socket.send(head + "Content-Length: 6\r\nConnection: close\r\n\r\n")
        let first = socket.rest(until: "\r\n\r\n")
        #expect(first == "HTTP/1.1 100 Continue\r\n\r\n")
        socket.send("sluice")
        let answer = socket.rest()
        #expect(answer.hasPrefix("HTTP/1.1 200"))
        #expect(answer.contains("sluice"))
        // What would not be read is not asked for.
        let large = try ServerSocket(port: server.port, patience: 20)
        large.send(head + "Content-Length: 99999999\r\n\r\n")
        #expect(large.rest().hasPrefix("HTTP/1.1 413"))
    }
}
