import NIOCore
import NIOHTTP1

/// Handles parts of a request's head that are lost in the translation to HTTP's common types.
final class RequestHeads: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        // HTTP/1.0 connections end after the answer unless they ask to be kept (RFC 9112, 9.3).
        if head.version == .http1_0, !head.isKeepAlive { head.headers.replaceOrAdd(name: "connection", value: "close") }
        // HTTP/1.0 clients must not get an interim response (RFC 9110, 10.1.1).
        if head.version == .http1_0 { head.headers.remove(name: "expect") }
        // The host of an absolute address takes precedence over the header (RFC 9112, 3.2.2).
        if let scheme = head.uri.firstRange(of: "://"), !head.uri.hasPrefix("/") {
            let host = head.uri[scheme.upperBound...].prefix { !"/?#".contains($0) }
            head.headers.replaceOrAdd(name: "host", value: String(host))
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}
