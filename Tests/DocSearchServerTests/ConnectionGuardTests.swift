import DocSearchServer
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@Suite struct ConnectionGuardTests {
    /// Stands for the other side, which takes bytes when it likes.
    private final class Line: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart

        private var pieces: [EventLoopPromise<Void>?] = []
        private(set) var isOutputClosed = false

        var count: Int { pieces.count }

        func take(_ count: Int = 1) { for _ in 0..<count { pieces.removeFirst()?.succeed(()) } }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            pieces.append(promise)
        }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            if mode == .output {
                isOutputClosed = true
                promise?.succeed(())
            } else {
                for piece in pieces { piece?.fail(ChannelError.ioOnClosedChannel) }
                pieces = []
                context.close(mode: mode, promise: promise)
            }
        }
    }

    private struct Connection {
        let channel: EmbeddedChannel
        let line = Line()

        init(from address: String = "10.0.0.1", _ counts: ConnectionCounts = ConnectionCounts(most: 10)) throws {
            channel = EmbeddedChannel()
            channel.remoteAddress = try SocketAddress(ipAddress: address, port: 1)
            try channel.pipeline.syncOperations.addHandlers([
                line,
                ConnectionGuard(
                    broken: { _ in Answer(400, type: "text/plain", Array("broken".utf8)) }, patience: .seconds(60),
                    connections: counts
                ),
            ])
            channel.connect(to: try SocketAddress(ipAddress: address, port: 1), promise: nil)
        }

        var isOpen: Bool { channel.isActive }

        func wait(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

        func ask(bodyFollows: Bool = false) throws {
            try channel.writeInbound(
                HTTPRequestPart.head(HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")))
            if !bodyFollows { try channel.writeInbound(HTTPRequestPart.end(nil)) }
        }

        func answer(bytes: Int, closing: Bool = false, isWhole: Bool = true) {
            var head = HTTPResponse(status: .ok)
            if closing { head.headerFields[.connection] = "close" }
            channel.write(HTTPResponsePart.head(head), promise: nil)
            if bytes > 0 {
                channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 1, count: bytes)), promise: nil)
            }
            if isWhole { channel.write(HTTPResponsePart.end(nil), promise: nil) }
            channel.flush()
        }
    }

    @Test(arguments: [true, false])
    func connectionsThatTakeNothingEnd(isWhole: Bool) throws {
        let connection = try Connection()
        try connection.ask()
        connection.answer(bytes: 1 << 20, isWhole: isWhole)
        connection.wait(59)
        #expect(connection.isOpen)
        connection.wait(2)
        #expect(!connection.isOpen)
    }

    @Test func connectionsThatTakeALittleNowAndThenAreKept() throws {
        let connection = try Connection()
        try connection.ask()
        connection.answer(bytes: 1 << 20)
        #expect(connection.line.count == 18, "a head, sixteen pieces and an end")
        while connection.line.count > 0 {
            connection.wait(50)
            #expect(connection.isOpen)
            connection.line.take()
        }
        connection.wait(59)
        #expect(connection.isOpen)
        connection.wait(2)
        #expect(!connection.isOpen, "nothing more is asked")
    }

    @Test func connectionsThatWaitForAnAnswerAreKept() throws {
        let connection = try Connection()
        try connection.ask()
        connection.wait(600)
        #expect(connection.isOpen)
        connection.answer(bytes: 10)
        connection.wait(61)
        #expect(!connection.isOpen)
    }

    @Test func connectionsThatAskNothingOrHalfOfItEnd() throws {
        let silent = try Connection()
        let halfway = try Connection()
        try halfway.ask(bodyFollows: true)
        for connection in [silent, halfway] {
            connection.wait(59)
            #expect(connection.isOpen)
            connection.wait(2)
            #expect(!connection.isOpen)
        }
    }

    @Test func connectionsEndAfterAnAnswerThatSaysSo() throws {
        let connection = try Connection()
        try connection.ask(bodyFollows: true)
        connection.answer(bytes: 10, closing: true)
        connection.line.take(2)
        #expect(!connection.line.isOutputClosed)
        connection.line.take()
        #expect(connection.line.isOutputClosed)
        #expect(connection.isOpen, "what has been sent already is passed over, so that the answer arrives")
        while try connection.channel.readInbound(as: HTTPRequestPart.self) != nil {}
        try connection.channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 1, count: 1000)))
        #expect(try connection.channel.readInbound(as: HTTPRequestPart.self) == nil)
        connection.wait(6)
        #expect(!connection.isOpen)
    }

    @Test func connectionsGiveNoAnswerAfterTheLastOne() throws {
        let connection = try Connection()
        for _ in 0..<3 { try connection.ask() }
        connection.answer(bytes: 10)
        connection.answer(bytes: 10, closing: true)
        connection.answer(bytes: 10)
        #expect(connection.line.count == 6)
        connection.line.take(6)
        #expect(connection.line.isOutputClosed)
    }

    @Test func connectionsEndSoonWhenMuchFollowsTheLastAnswer() throws {
        let connection = try Connection()
        try connection.ask(bodyFollows: true)
        connection.answer(bytes: 10, closing: true)
        connection.line.take(3)
        try connection.channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 1, count: 17 << 20)))
        #expect(!connection.isOpen)
    }

    @Test func connectionsAreClosedWhenWhatWasWrittenHasLeft() throws {
        let connection = try Connection()
        try connection.ask()
        connection.answer(bytes: 10)
        connection.channel.close(promise: nil)
        connection.line.take(2)
        #expect(connection.isOpen)
        connection.line.take()
        #expect(!connection.isOpen)
    }

    @Test func connectionsOfOneAddressAreCounted() throws {
        let counts = ConnectionCounts(most: 2)
        let some = try (0..<3).map { try Connection(from: "2001:db8::\($0)", counts) }
        #expect(some.map(\.isOpen) == [true, true, false])
        #expect(try Connection(from: "2001:db8:0:1::1", counts).isOpen)
        #expect(try (0..<5).allSatisfy { _ in try Connection(from: "127.0.0.1", counts).isOpen })
        some[0].channel.close(promise: nil)
        #expect(try Connection(from: "2001:db8::9", counts).isOpen)
    }
}
