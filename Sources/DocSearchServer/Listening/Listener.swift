import DocSearch
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix
import NIOSSL

/// The HTTP server around a ``Site``.
package struct Listener: Sendable {
    /// Where it listens, and how.
    package struct Place: Sendable {
        package var host: String
        /// 0 takes a free one.
        package var port: Int
        package var opensBrowser: Bool
        package var certificate: String?
        package var key: String?
        package var isQuiet: Bool
        /// How long a connection may stand still.
        package var patience: TimeAmount = .seconds(60)

        package init(
            host: String, port: Int, opensBrowser: Bool = false, certificate: String? = nil, key: String? = nil,
            isQuiet: Bool = false
        ) {
            (self.host, self.port, self.opensBrowser) = (host, port, opensBrowser)
            (self.certificate, self.key, self.isQuiet) = (certificate, key, isQuiet)
        }
    }

    private let site: Site
    private let place: Place

    private static let mostConnections = 4000
    /// Of one address: a reading room comes from one, and must not keep all others out.
    private static let mostOfOneAddress = 400
    /// How long the body of a request may take to arrive, and how long requests may go on when the server is to stop.
    static let patience: Duration = .seconds(10)

    package init(_ settings: SiteSettings, at place: Place) {
        self.place = place
        site = Site(settings) { line in
            FileHandle.standardError.write(Data("docsearch-serve: \(line)\n".utf8))
        }
    }

    /// Serves until the process is asked to stop. Throws ``DocSearchError``: `usage` for a certificate that cannot be used,
    /// `environment` where the address cannot be listened at.
    package func run() async throws {
        raiseFileLimit()
        let signals = Self.endingSoonAfterSignals()
        defer { signals.forEach { $0.cancel() } }
        var logger = Logger(label: "docsearch-serve")
        logger.logLevel = .critical
        let (site, place) = (site, place)
        let application = Application(
            responder: CallbackResponder<Context> { request, context in
                await Self.respond(to: request, in: context, of: site)
            },
            server: try server(),
            configuration: ApplicationConfiguration(
                address: .hostname(place.host, port: place.port), serverName: "docsearch",
                availableConnectionsDelegate: MaximumAvailableConnections(Self.mostConnections)),
            onServerRunning: { channel in Self.announce(channel.localAddress?.port ?? place.port, place) },
            logger: logger)
        do {
            try await application.runService()
        } catch let error as IOError {
            throw DocSearchError(
                .environment,
                "The server cannot listen on \(place.host):\(place.port): \(String(cString: strerror(error.errnoCode))). Choose another with --host and --port."
            )
        } catch let error as NIOConnectionError {
            throw DocSearchError(.environment, "The host \"\(error.host)\" is not known.")
        } catch let error as SocketAddressError.UnknownHost {
            throw DocSearchError(.environment, "The host \"\(error.host)\" is not known.")
        }
    }

    private func server() throws -> HTTPServerBuilder {
        let connections = ConnectionCounts(most: Self.mostOfOneAddress)
        let (patience, broken) = (place.patience, site.brokenRequest)
        let plain = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [
                    ConnectionGuard(broken: broken, patience: patience, connections: connections)
                ],
                idleTimeout: nil,
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 32 << 10, maxHeaderListSize: 64 << 10, maxHeaderFieldCount: 200)))
        guard let certificate = place.certificate, let key = place.key else { return plain }
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(certificate).map { NIOSSLCertificateSource.certificate($0) }
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain, privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
            configuration.minimumTLSVersion = .tlsv12
            return try .tls(plain, tlsConfiguration: configuration)
        } catch {
            throw DocSearchError(
                .usage, "The certificate \"\(certificate)\" and the key \"\(key)\" cannot be used: \(error)")
        }
    }

    private static func announce(_ port: Int, _ place: Place) {
        let host = place.host.contains(":") ? "[\(place.host)]" : place.host
        let address = "\(place.certificate == nil ? "http" : "https")://\(host):\(port)/"
        if !place.isQuiet { FileHandle.standardOutput.write(Data("Serving at \(address) until Ctrl-C.\n".utf8)) }
        guard place.opensBrowser else { return }
        let browser = Process()
        browser.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        browser.arguments = ["xdg-open", address]
        browser.standardError = FileHandle.nullDevice
        do { try browser.run() } catch {
            FileHandle.standardError.write(Data("No browser could be started. Open \(address) in one.\n".utf8))
        }
    }

    /// Requests that are being answered may end by themselves; a slow download must not keep the program for ever.
    private static func endingSoonAfterSignals() -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(10)) { exit(0) }
            }
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
