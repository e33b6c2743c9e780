import AnswerForms
import DocSearch
import DocSearchMCP
import DocSearchTestSupport
import Foundation
import Synchronization
import Testing

@testable import DocSearchCLI

@Suite struct AssistantExchangeTests {
    /// Searches until it is interrupted.
    private final class SlowArchive: AssistantArchive {
        let begun = DispatchSemaphore(value: 0)
        let isInterrupted = Mutex(false)

        var comparesMeaning: Bool { false }

        func search(_ request: SearchRequest) async throws -> SearchResults {
            begun.signal()
            while !isInterrupted.withLock({ $0 }) { usleep(1000) }
            throw DocSearchError(.limit, "Interrupted.")
        }

        func ask<Value: Sendable>(
            _ request: SearchRequest, _ body: @escaping @Sendable (ArchiveIndex, SearchRequest) throws -> Value
        ) async throws -> Value { throw DocSearchError(.notFound, "") }
        func document(_ reference: String) async throws -> ArchiveDocument { throw DocSearchError(.notFound, "") }
        func about(_ document: ArchiveDocument) async throws -> JSONObject { [:] }
        func page(_ number: Int, of document: ArchiveDocument) async throws -> SeenPage? { nil }
        func size(ofPage page: Int, of document: ArchiveDocument) async throws -> PageText.Size {
            .init(width: 1, height: 1)
        }
        func image(_ request: PageImageRequest, of document: ArchiveDocument) async throws -> PageImage {
            throw DocSearchError(.notFound, "")
        }
        func link(_ document: Int64, page: Int?) -> String { "" }
        func sentence(_ error: any Error) -> String? { "\(error)" }
        func isMissing(_ error: any Error) -> Bool { true }
    }

    private static func call(_ id: Int) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"search","arguments":{"query":"a"}}}"#
            + "\n"
    }

    private static func cancel(_ id: Int) -> String {
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"# + "\n"
    }

    @Test func aRequestThatRunsAndOneThatWaitsAreCancelled() async throws {
        let archive = SlowArchive()
        let pipe = Pipe()
        let written = Mutex("")
        let exchange = AssistantExchange(
            AssistantServer(archive), input: pipe.fileHandleForReading.fileDescriptor,
            write: { text in written.withLock { $0 += text } },
            interrupt: { archive.isInterrupted.withLock { $0 = true } })
        let begun = archive.begun
        let writing = pipe.fileHandleForWriting
        Thread.detachNewThread {
            let hello =
                #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"# + "\n"
            writing.write(Data((hello + Self.call(1)).utf8))
            begun.wait()
            // The second is read before its cancellation, and waits for the first.
            writing.write(Data((Self.call(2) + Self.cancel(2) + Self.cancel(7) + Self.cancel(1)).utf8))
            writing.write(Data((#"{"jsonrpc":"2.0","id":3,"method":"ping"}"# + "\n").utf8))
            writing.closeFile()
        }
        try await exchange.run()
        let lines = written.withLock { $0 }.split(separator: "\n")
        let ids = try lines.map { try JSON(Data($0.utf8))["id"]?.int }
        #expect(ids == [0, 3])
    }

    @Test func aDescriptorThatDoesNotWaitHasNotEnded() throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        try #require(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
        let writing = pipe.fileHandleForWriting
        Thread.detachNewThread {
            usleep(20_000)
            writing.write(Data("first\n".utf8))
            writing.closeFile()
        }
        var lines = MessageLines(descriptor)
        #expect(lines.next() == .text(Array("first".utf8)))
        #expect(lines.next() == nil)
    }
}
