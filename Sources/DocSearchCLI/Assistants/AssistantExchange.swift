import DocSearch
import DocSearchMCP
import Foundation
import Synchronization

/// Messages in and out, one a line. Requests are answered in order; meanwhile others are read, so that one
/// can be cancelled.
final class AssistantExchange: Sendable {
    private let server: AssistantServer
    private let input: Int32
    private let write: @Sendable (String) throws -> Void
    private let interrupt: @Sendable () -> Void
    private let state = Mutex(State())

    private struct State {
        var waiting: Set<MessageID> = []
        var cancelled: Set<MessageID> = []
        var number = 0
        var current: (id: MessageID, number: Int, task: Task<AssistantReply, any Error>)?
    }

    /// A client that sends more is read no further until some are answered.
    private static let mostWaiting = 16

    /// `input` is a descriptor, and `write` takes whole lines. `interrupt` ends what the server is searching for.
    init(
        _ server: AssistantServer, input: Int32, write: @escaping @Sendable (String) throws -> Void,
        interrupt: @escaping @Sendable () -> Void
    ) { (self.server, self.input, self.write, self.interrupt) = (server, input, write, interrupt) }

    /// Returns at the end of input, when all is answered.
    func run() async throws {
        let room = DispatchSemaphore(value: Self.mostWaiting)
        let (messages, arrival) = AsyncStream.makeStream(of: IncomingMessage.self)
        // Reading blocks.
        Thread.detachNewThread { [self] in
            var lines = MessageLines(input)
            while let line = lines.next() {
                let message =
                    switch line {
                    case .text(let bytes): IncomingMessage(reading: bytes)
                    case .tooLong: IncomingMessage.fault(.tooLong(IncomingMessage.mostBytes), nil)
                    }
                if let id = message.cancelled {
                    cancel(id)
                    continue
                }
                room.wait()
                if case .request(let request) = message {
                    state.withLock { _ = $0.waiting.insert(request.id) }
                }
                arrival.yield(message)
            }
            arrival.finish()
        }
        var agreed: Revision?
        for await message in messages {
            defer { room.signal() }
            switch message {
            case .request(let request):
                guard let reply = try await reply(to: request, agreed: agreed) else { continue }
                if request.method == "initialize", reply.error == nil { agreed = .agreed(with: request.params) }
                try write(reply.text + "\n")
            case .fault(let error, let id): try write(AssistantReply(error, to: id).text + "\n")
            case .notification, .ignored: continue
            }
        }
    }

    /// Nil for a request that was cancelled.
    private func reply(to request: IncomingRequest, agreed: Revision?) async throws -> AssistantReply? {
        let task: Task<AssistantReply, any Error>? = state.withLock { state in
            state.waiting.remove(request.id)
            guard state.cancelled.remove(request.id) == nil else { return nil }
            let task = Task { try await server.answer(request, agreed: agreed) }
            state.number += 1
            state.current = (request.id, state.number, task)
            return task
        }
        guard let task else { return nil }
        defer { state.withLock { $0.current = nil } }
        let reply = await task.result
        return task.isCancelled ? nil : try reply.get()
    }

    private func cancel(_ id: MessageID) {
        let number: Int? = state.withLock { state in
            if state.waiting.contains(id) { state.cancelled.insert(id) }
            guard let current = state.current, current.id == id else { return nil }
            current.task.cancel()
            return current.number
        }
        guard let number else { return }
        Task {
            // A search has several statements, and only one can be interrupted at a time. Under the lock, because that of the
            // next request must not be.
            while state.withLock({ state in
                guard state.current?.number == number else { return false }
                interrupt()
                return true
            }) { try await Task.sleep(for: .milliseconds(20)) }
        }
    }
}
