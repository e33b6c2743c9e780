import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Between HTTP and the values that a ``Site`` knows.
extension Listener {
    /// What is known of a connection.
    struct Context: RequestContext {
        var coreContext: CoreRequestContextStorage
        let client: String

        init(source: ApplicationRequestContextSource) {
            coreContext = .init(source: source)
            client = source.channel.remoteAddress?.ipAddress ?? ""
        }
    }

    static func respond(_ request: Request, _ context: Context, _ site: Site) async -> Response {
        let answer: Answer
        do {
            answer = await site.answer(try await visit(request, context, site))
        } catch let problem as Problem {
            answer = site.finished(problem.answer).with("connection", "close")
        } catch {
            let problem = Problem(400, "The request broke off", "Its body could not be read.")
            answer = site.finished(problem.answer).with("connection", "close")
        }
        return response(answer, to: request)
    }

    private static func visit(_ request: Request, _ context: Context, _ site: Site) async throws -> Visit? {
        var headers: [String: String] = [:]
        if let authority = request.head.authority { headers["host"] = authority }
        for field in request.headers {
            let name = field.name.canonicalName
            headers[name] = headers[name].map { "\($0), \(field.value)" } ?? field.value
        }
        let method = request.method.rawValue
        var body: [UInt8] = []
        if method != "GET", method != "HEAD" { body = try await Self.body(request) }
        var client = context.client
        // A proxy on this machine says for whom it asks; what stands last is its own word.
        if site.settings.publicURL != nil, SiteSettings.isLoopback(client), let forwarded = headers["x-forwarded-for"] {
            client = forwarded.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? client
        }
        return Visit(method, request.head.path ?? "", headers: headers, body: body, client: client)
    }

    /// All of it, when it is no larger and no slower than allowed.
    private static func body(_ request: Request) async throws -> [UInt8] {
        let tooLarge = Problem(413, "This is too much at once", "A request has up to 1 MiB.")
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > mostBytes { throw tooLarge }
        return try await withThrowingTaskGroup(of: [UInt8].self) { group in
            group.addTask {
                var bytes: [UInt8] = []
                for try await part in request.body {
                    guard bytes.count + part.readableBytes <= mostBytes else { throw tooLarge }
                    bytes += part.readableBytesView
                }
                return bytes
            }
            group.addTask {
                try await Task.sleep(for: patience)
                throw Problem(408, "The request is too slow", "Its body did not come within 10 seconds.")
            }
            defer { group.cancelAll() }
            return try await group.next() ?? []
        }
    }

    /// The headers of an answer. With `closing` also those of an answer that is the last and has all of its bytes.
    static func fields(_ answer: Answer, closing: Bool = false) -> HTTPFields {
        var fields = HTTPFields()
        for (name, value) in answer.headers {
            // A value with a line feed in it would begin another header; what is no header is left out.
            guard let name = HTTPField.Name(name), HTTPField.isValidValue(value) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        guard closing else { return fields }
        fields[.connection] = "close"
        fields[.contentLength] = String(answer.bytes.count)
        return fields
    }

    /// So much is written at once: what is taken tells whether the other side still takes something.
    private static let pieceBytes = 64 << 10

    private static func response(_ answer: Answer, to request: Request) -> Response {
        var fields = fields(answer)
        let status = HTTPResponse.Status(code: answer.status)
        let isHead = request.method == .head
        switch answer.body {
        case .bytes(let bytes):
            if answer.status != 304 { fields[.contentLength] = String(bytes.count) }
            let body: ResponseBody
            if isHead || answer.status == 304 {
                body = ResponseBody()
            } else if bytes.count <= pieceBytes {
                body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
            } else {
                body = ResponseBody(contentLength: bytes.count) { writer in
                    var open = writer
                    for start in stride(from: 0, to: bytes.count, by: pieceBytes) {
                        try await open.write(ByteBuffer(bytes: bytes[start..<min(bytes.count, start + pieceBytes)]))
                    }
                    try await open.finish(nil)
                }
            }
            var response = Response(status: status, headers: fields, body: body)
            if answer.status == 304 { response.headers[.contentLength] = nil }
            return response
        case .pieces(let length, let write):
            fields[.contentLength] = String(length)
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
