import NIOCore
import NIOHTTP1

/// Reads of the head of a request what is not known any more once it has been translated into HTTP's common types.
final class RequestHeads: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        // HTTP/1.0 connections end after the answer unless they ask to be kept (RFC 9112, 9.3).
        if head.version == .http1_0, !head.isKeepAlive { head.headers.replaceOrAdd(name: "connection", value: "close") }
        // Nothing may come to them before the answer (RFC 9110, 10.1.1).
        if head.version == .http1_0 { head.headers.remove(name: "expect") }
        // Of a whole address the host counts, and not the header (RFC 9112, 3.2.2).
        if let scheme = head.uri.firstRange(of: "://"), !head.uri.hasPrefix("/") {
            let host = head.uri[scheme.upperBound...].prefix { !"/?#".contains($0) }
            head.headers.replaceOrAdd(name: "host", value: String(host))
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}
