import DocSearch
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix
import NIOSSL

package struct Listener: Sendable {
    package struct Address: Sendable {
        package var host: String
        /// 0 picks a free one.
        package var port: Int
        package var opensBrowser: Bool
        package var certificate: String?
        package var key: String?
        package var isQuiet: Bool

        package init(
            host: String, port: Int, opensBrowser: Bool, certificate: String?, key: String?, isQuiet: Bool
        ) {
            (self.host, self.port, self.opensBrowser) = (host, port, opensBrowser)
            (self.certificate, self.key, self.isQuiet) = (certificate, key, isQuiet)
        }
    }

    private let site: Site
    private let address: Address

    private static let mostConnections = 4000
    /// A reading room has a single address, and must not keep all others out.
    private static let mostOfOneAddress = 400
    /// Limit for a request's body to arrive, and for open requests when the server stops.
    static let patience: Duration = .seconds(10)

    package init(_ settings: SiteSettings, at address: Address) {
        self.address = address
        site = Site(settings, log: Self.log)
    }

    package static let log: @Sendable (String) -> Void = { line in
        FileHandle.standardError.write(Data("docsearch-serve: \(line)\n".utf8))
    }

    package func run() async throws {
        raiseFileLimit()
        let signals = Self.endingSoonAfterSignals()
        defer { signals.forEach { $0.cancel() } }
        let log = site.log
        let logger = Logger(label: "docsearch-serve") { _ in ServerLog(write: log) }
        let application = Application(
            responder: CallbackResponder<Context> { request, context in
                await Self.respond(to: request, in: context, of: site)
            },
            server: try server(),
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port), serverName: "docsearch",
                availableConnectionsDelegate: MaximumAvailableConnections(Self.mostConnections)),
            onServerRunning: { channel in Self.announce(channel.localAddress?.port ?? address.port, address) },
            logger: logger)
        do {
            try await application.runService()
        } catch let error as IOError {
            throw DocSearchError(
                .environment,
                "The server cannot listen on \(address.host):\(address.port): \(String(cString: strerror(error.errnoCode))). Choose another with --host and --port."
            )
        } catch let error as NIOConnectionError {
            throw DocSearchError(.environment, "The host \"\(error.host)\" is not known.")
        } catch let error as SocketAddressError.UnknownHost {
            throw DocSearchError(.environment, "The host \"\(error.host)\" is not known.")
        }
    }

    private func server() throws -> HTTPServerBuilder {
        let connections = ConnectionCounts(most: Self.mostOfOneAddress)
        let site = site
        let plain = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [
                    ConnectionGuard(
                        broken: { site.answerToBrokenRequest(from: $0) }, patience: .seconds(60),
                        connections: connections)
                ],
                idleTimeout: nil,
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 32 << 10, maxHeaderListSize: 64 << 10, maxHeaderFieldCount: 200)))
        guard let certificate = address.certificate, let key = address.key else { return plain }
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(certificate).map { NIOSSLCertificateSource.certificate($0) }
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain, privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
            configuration.minimumTLSVersion = .tlsv12
            configuration.cipherSuiteValues = Self.ciphers
            return try .tls(plain, tlsConfiguration: configuration)
        } catch {
            throw DocSearchError(
                .usage, "The certificate \"\(certificate)\" and the key \"\(key)\" cannot be used: \(error)")
        }
    }

    /// With forward secrecy and authenticated encryption (RFC 9325, 4.2), as all of TLS 1.3 have.
    private static let ciphers: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    private static func announce(_ port: Int, _ address: Address) {
        let host = address.host.contains(":") ? "[\(address.host)]" : address.host
        let link = "\(address.certificate == nil ? "http" : "https")://\(host):\(port)/"
        if !address.isQuiet { FileHandle.standardOutput.write(Data("Serving at \(link) until Ctrl-C.\n".utf8)) }
        guard address.opensBrowser else { return }
        let browser = Process()
        browser.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        browser.arguments = ["xdg-open", link]
        browser.standardError = FileHandle.nullDevice
        do { try browser.run() } catch {
            FileHandle.standardError.write(Data("No browser could be started. Open \(link) in one.\n".utf8))
        }
    }

    /// Open requests may finish, but a slow download must not keep the program running for ever.
    private static func endingSoonAfterSignals() -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(10)) { exit(0) } }
            source.resume()
            return source
        }
    }

    private func raiseFileLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
