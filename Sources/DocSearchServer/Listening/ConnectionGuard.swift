import DocSearch
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Sees to what Hummingbird leaves open between answers and a connection: it ends connections whose other side takes nothing
/// any more, and those whose answer says that they end, and gives requests that cannot be read an answer like all others.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// What is sent instead of Hummingbird's empty 400.
    private let broken: Answer
    /// How long the other side may take nothing of what is written.
    private let patience: TimeAmount
    /// Parts that are written and not taken yet.
    private var waiting = 0
    private var lastTaken = NIODeadline.now()
    private var watch: Scheduled<Void>?
    /// Whether the answer that is being written says that the connection ends.
    private var isLast = false

    /// How long the other side may still send when the last answer is written. If the connection ended at once, what comes
    /// then would make the system throw the answer away (RFC 9112, 9.6).
    private static let farewell = TimeAmount.seconds(5)

    init(broken: Answer, patience: TimeAmount) {
        self.broken = broken
        self.patience = patience
    }

    func handlerRemoved(context: ChannelHandlerContext) { watch?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        watch?.cancel()
        context.fireChannelInactive()
    }

    // MARK: - Requests

    /// Hummingbird answers what its parser refuses, and ends the connection without a word for what cannot be put into
    /// its types; both are requests that make no sense.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let isOfTheNetwork = error is IOError || error is ChannelError || error is HTTPParserError
        context.fireErrorCaught(isOfTheNetwork ? error : HTTPParserError.unknown)
    }

    // MARK: - Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        if case .head(let head) = part {
            isLast = head.headerFields[.connection] == "close"
            if Self.isOfTheParser(head) { return writeBroken(head, context, promise) }
        }
        let written = promise ?? context.eventLoop.makePromise(of: Void.self)
        follow(written, context)
        if case .end = part, isLast { end(after: written, context) }
        context.write(wrapOutboundOut(part), promise: written)
    }

    /// No answer of a site is 400 and empty.
    private static func isOfTheParser(_ head: HTTPResponse) -> Bool {
        head.status == .badRequest && head.headerFields[.contentLength] == "0"
    }

    private func writeBroken(_ head: HTTPResponse, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?)
    {
        let bytes = broken.bytes
        let fields = Listener.fields(broken, closing: true)
        context.write(wrapOutboundOut(.head(HTTPResponse(status: .badRequest, headerFields: fields))), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: bytes))), promise: promise)
    }

    // MARK: - Ends

    private func follow(_ written: EventLoopPromise<Void>, _ context: ChannelHandlerContext) {
        waiting += 1
        if waiting == 1 { lastTaken = .now() }
        written.futureResult.assumeIsolated().whenComplete { _ in
            self.waiting -= 1
            self.lastTaken = .now()
        }
        if watch == nil { look(context, in: patience) }
    }

    private func look(_ context: ChannelHandlerContext, in time: TimeAmount) {
        watch = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            self.watch = nil
            guard self.waiting > 0, context.channel.isActive else { return }
            let left = self.lastTaken + self.patience - .now()
            guard left <= .zero else { return self.look(context, in: left) }
            context.close(promise: nil)
        }
    }

    private func end(after written: EventLoopPromise<Void>, _ context: ChannelHandlerContext) {
        written.futureResult.assumeIsolated().whenComplete { _ in
            context.close(mode: .output, promise: nil)
            context.eventLoop.assumeIsolated().scheduleTask(in: Self.farewell) { context.close(promise: nil) }
        }
    }
}
