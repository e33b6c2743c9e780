import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization

extension Listener {
    struct Context: RequestContext {
        var coreContext: CoreRequestContextStorage
        let client: String
        private let channel: any Channel

        init(source: ApplicationRequestContextSource) {
            coreContext = .init(source: source)
            channel = source.channel
            client = channel.remoteAddress?.ipAddress ?? ""
        }

        func wantBody() {
            // If it cannot be written, the connection is over, and reading the body fails.
            channel.triggerUserOutboundEvent(ConnectionGuard.BodyIsWanted(), promise: nil)
        }
    }

    static func respond(to request: Request, in context: Context, of site: Site) async -> Response {
        let arrival = Arrival(request, in: context)
        let (visit, client) = visit(request, in: context, of: site)
        var answer = await site.answer(visit, body: arrival.body, from: client)
        // The rest of the announced body would have to be read before the next request.
        if !arrival.isOver { answer = answer.with("connection", "close") }
        return response(answer, to: request)
    }

    private static func visit(
        _ request: Request, in context: Context, of site: Site
    ) -> (visit: Visit?, client: String) {
        var headers: [String: String] = [:]
        if let authority = request.head.authority { headers["host"] = authority }
        for field in request.headers {
            let name = field.name.canonicalName
            headers[name] = headers[name].map { "\($0), \(field.value)" } ?? field.value
        }
        var client = context.client
        // A proxy on this machine names the client. It adds the last entry; earlier ones may be forged.
        if site.settings.publicURL != nil, ClientAddress(client).isLoopback,
            let forwarded = headers["x-forwarded-for"]
        {
            client = forwarded.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? client
        }
        return (Visit(request.method.rawValue, request.head.path ?? "", headers: headers, client: client), client)
    }

    private final class Arrival: Sendable {
        private let hasEnded: Atomic<Bool>
        private let request: Request
        private let context: Context

        init(_ request: Request, in context: Context) {
            (self.request, self.context) = (request, context)
            let length = request.headers[.contentLength].flatMap { Int($0) }
            let hasBody = request.headers[.transferEncoding] != nil || (length ?? 0) > 0
            hasEnded = Atomic(!hasBody)
        }

        var isOver: Bool { hasEnded.load(ordering: .relaxed) }

        var body: IncomingBody {
            IncomingBody(length: request.headers[.contentLength].flatMap { Int($0) }) { [self] most in
                do {
                    return try await Deadline.within(Listener.patience) {
                        try await Deadline.keep { try await self.read(most) }
                    }
                } catch is Deadline.Passed {
                    throw IncomingBody.tooSlow
                }
            }
        }

        private func read(_ most: Int) async throws -> [UInt8] {
            guard !isOver else { return [] }
            var bytes: [UInt8] = []
            if request.headers[.expect]?.lowercased() == "100-continue" { context.wantBody() }
            do {
                for try await part in request.body {
                    guard bytes.count + part.readableBytes <= most else { throw IncomingBody.tooLarge(most) }
                    bytes += part.readableBytesView
                }
            } catch  where !(error is ProblemDetails) {
                throw ProblemDetails(400, "The request broke off", "Its body could not be read.")
            }
            hasEnded.store(true, ordering: .relaxed)
            return bytes
        }
    }

    static func fields(_ answer: Answer, closing: Bool = false) -> HTTPFields {
        var fields = HTTPFields()
        for (name, value) in answer.headers {
            // A value with a line feed would begin another header.
            guard let name = HTTPField.Name(name), HTTPField.isValidValue(value) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        guard closing else { return fields }
        fields[.connection] = "close"
        fields[.contentLength] = String(answer.bytes.count)
        return fields
    }

    private static func response(_ answer: Answer, to request: Request) -> Response {
        var fields = fields(answer)
        let status = HTTPResponse.Status(code: answer.status)
        let isHead = request.method == .head
        switch answer.body {
        case .bytes(let bytes):
            if answer.status != 304 { fields[.contentLength] = String(bytes.count) }
            let body =
                isHead || answer.status == 304 ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
            var response = Response(status: status, headers: fields, body: body)
            if answer.status == 304 { response.headers[.contentLength] = nil }
            return response
        case .pieces(let length, let write):
            if let length { fields[.contentLength] = String(length) }
            guard !isHead else { return Response(status: status, headers: fields) }
            let body = ResponseBody(contentLength: length) { writer in
                var open = writer
                try await write { try await open.write(ByteBuffer(bytes: $0)) }
                try await open.finish(nil)
            }
            return Response(status: status, headers: fields, body: body)
        }
    }
}
