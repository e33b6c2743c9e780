import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Closes a connection whose client has not moved for a while, or after an answer with `connection: close`, and keeps
/// it open while bytes leave.
///
/// Hummingbird's own timer stops while an answer is written, however long that is not read, closes before the system
/// has taken all bytes, and considers only the request's `connection: close`.
package final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// Written together. The connection has moved once they have left.
    package static let pieceBytes = 64 << 10
    /// Closing a connection with unread bytes may destroy the answer on its way (RFC 9112, 9.6).
    package static let lingering: TimeAmount = .seconds(5)

    /// Some clients read only after sending a whole body, which may be a few times the limit.
    private static let mostLingering = 16 << 20

    /// The answer that replaces Hummingbird's empty 400.
    private let broken: @Sendable (_ client: String) -> Answer
    private let patience: TimeAmount
    private let connections: ConnectionCounts
    private var address: String?
    private var lastMove = NIODeadline.distantPast
    /// Pieces that have not left yet.
    private var pending = 0
    private var open = 0
    private var isReading = false
    private var hasLastRequest = false
    private var isLast = false
    private var isLastWritten = false
    private var isLingering = false
    private var lingered = 0
    private var heldClosing: (mode: CloseMode, promise: EventLoopPromise<Void>)?
    private var timer: Scheduled<Void>?

    package init(
        broken: @escaping @Sendable (_ client: String) -> Answer, patience: TimeAmount, connections: ConnectionCounts
    ) {
        (self.broken, self.patience, self.connections) = (broken, patience, connections)
    }

    // MARK: - The connection

    package func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(RequestHeads(), position: .before(codec))
        } catch {
            // Without HTTP handlers after this one, no requests need translating.
        }
        if context.channel.isActive { begin(context) }
    }

    package func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    package func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    package func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func begin(_ context: ChannelHandlerContext) {
        guard address == nil, timer == nil else { return }
        let client = ClientAddress(context.channel.remoteAddress?.ipAddress ?? "")
        guard connections.add(client) else { return context.close(promise: nil) }
        address = client.group
        if let socket = context.channel as? any SocketOptionProvider {
            // Without it the system buffers megabytes, and reports progress in steps that take minutes on a slow line
            // (tcp(7), TCP_NOTSENT_LOWAT).
            socket.unsafeSetSocketOption(
                level: .tcp, name: NIOBSDSocket.Option(rawValue: 25), value: CInt(Self.pieceBytes)
            ).whenFailure { _ in }
        }
        lastMove = context.eventLoop.now
        watch(context, in: patience)
    }

    private func end() {
        timer?.cancel()
        timer = nil
        if let address { connections.remove(address) }
        address = nil
        heldClosing?.promise.succeed(())
        heldClosing = nil
    }

    // MARK: - The time

    private func watch(_ context: ChannelHandlerContext, in time: TimeAmount) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.look(context) }
    }

    private func look(_ context: ChannelHandlerContext) {
        timer = nil
        guard address != nil else { return }
        let now = context.eventLoop.now
        // While an answer is computed, the client is not the one that is slow.
        let waits = pending > 0 || open == 0 || isReading
        guard waits else { return watch(context, in: patience) }
        guard now - lastMove < patience, !isLingering else { return context.close(promise: nil) }
        watch(context, in: lastMove + patience - now)
    }

    // MARK: - Coming in

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        guard !isLastWritten else { return passOver(part, context) }
        lastMove = context.eventLoop.now
        switch part {
        case .head(let head):
            open += 1
            if head.headerFields[.connection]?.lowercased() == "close" { hasLastRequest = true }
            isReading = true
        case .body: break
        case .end: isReading = false
        }
        context.fireChannelRead(data)
    }

    private func passOver(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        if case .body(let bytes) = part { lingered += bytes.readableBytes }
        if lingered > Self.mostLingering { context.close(promise: nil) }
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        guard isLingering else { return context.fireChannelReadComplete() }
        context.read()
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isLingering, case .inputClosed? = event as? ChannelEvent { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    /// Hummingbird answers requests that its parser refuses, but silently drops those that do not fit its types.
    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A client that disconnected.
        if error is IOError { return context.close(promise: nil) }
        let isOfTheNetwork = error is ChannelError || error is HTTPParserError
        context.fireErrorCaught(isOfTheNetwork ? error : HTTPParserError.unknown)
    }

    // MARK: - Going out

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // Hummingbird continues with requests that arrived earlier, but nothing may follow the last answer (RFC 9112,
        // 9.6).
        guard !isLastWritten else {
            promise?.succeed()
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            // Earlier requests may still be unanswered.
            if hasLastRequest, open == 1 { head.headerFields[.connection] = "close" }
            if head.headerFields[.connection]?.lowercased() == "close" { isLast = true }
            if Self.isOfTheParser(head) {
                let broken = broken(context.channel.remoteAddress?.ipAddress ?? "")
                let fields = Listener.fields(broken, closing: true)
                let status = HTTPResponse.Status(code: broken.status)
                send(.head(HTTPResponse(status: status, headerFields: fields)), nil, in: context)
                send(.body(ByteBuffer(bytes: broken.bytes)), promise, in: context)
            } else {
                send(.head(head), promise, in: context)
            }
        case .body(var bytes):
            while bytes.readableBytes > Self.pieceBytes, let piece = bytes.readSlice(length: Self.pieceBytes) {
                send(.body(piece), nil, in: context)
            }
            send(.body(bytes), promise, in: context)
        case .end(let fields):
            open = max(0, open - 1)
            isLastWritten = isLast
            send(.end(fields), promise, in: context)
        }
    }

    /// Lets a waiting client send its body (RFC 9110, 15.2.1).
    package struct BodyIsWanted: Sendable { package init() {} }

    package func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        guard event is BodyIsWanted else { return context.triggerUserOutboundEvent(event, promise: promise) }
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: promise)
    }

    /// A site itself never answers with an empty 400.
    private static func isOfTheParser(_ head: HTTPResponse) -> Bool {
        head.status == .badRequest && head.headerFields[.contentLength] == "0"
    }

    private func send(_ part: HTTPResponsePart, _ promise: EventLoopPromise<Void>?, in context: ChannelHandlerContext) {
        if pending == 0 { lastMove = context.eventLoop.now }
        pending += 1
        let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenComplete { _ in self.left(context) }
        context.write(wrapOutboundOut(part), promise: promise)
    }

    private func left(_ context: ChannelHandlerContext) {
        pending -= 1
        guard address != nil else { return }
        lastMove = context.eventLoop.now
        guard pending == 0 else { return }
        if let (mode, promise) = heldClosing {
            heldClosing = nil
            context.close(mode: mode, promise: promise)
        } else if isLastWritten, !isLingering {
            isLingering = true
            context.close(mode: .output, promise: nil)
            timer?.cancel()
            watch(context, in: Self.lingering)
            context.read()
        }
    }

    /// Written bytes leave first, at the client's pace.
    package func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard pending > 0, mode != .input, address != nil else { return context.close(mode: mode, promise: promise) }
        let held = heldClosing?.promise ?? context.eventLoop.makePromise(of: Void.self)
        if let promise { held.futureResult.cascade(to: promise) }
        heldClosing = (heldClosing?.mode == .all ? .all : mode, held)
    }
}
