import AnswerForms
import Foundation

/// Every answer leaves through ``Site``, which adds the common headers.
package struct Answer: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// An error cuts the connection, so that a partial body is not taken for a whole one.
        case pieces(length: Int?, @Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void)
    }

    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: Body
    /// False for answers that state a duration.
    package var isRepeatable = true

    package init(_ status: Int = 200, type: String, _ bytes: [UInt8]) {
        self.status = status
        headers = [("content-type", type)]
        body = .bytes(bytes)
    }

    package init(_ status: Int = 200, html: HTML) {
        self.init(status, type: "text/html; charset=utf-8", Array(html.source.utf8))
    }

    package init(_ status: Int = 200, json: any JSONValue, type: String = "application/json") {
        self.init(status, type: type, Array(json.json.utf8) + [UInt8(ascii: "\n")])
    }

    package init(text: String, type: String = "text/plain; charset=utf-8") {
        self.init(200, type: type, Array(text.utf8))
    }

    /// `303` after a form, so that going back does not send it again.
    package static func redirect(_ status: Int = 302, to address: String) -> Answer {
        Answer(status, type: "text/plain; charset=utf-8", Array("See \(address)\n".utf8)).with("location", address)
    }

    package func with(_ name: String, _ value: String) -> Answer {
        var answer = self
        answer.headers.removeAll { $0.name == name }
        answer.headers.append((name, value))
        return answer
    }

    package subscript(header name: String) -> String? { headers.first { $0.name == name }?.value }

    /// RFC 6266, RFC 8187.
    package func downloaded(as name: String) -> Answer {
        // Other characters could break the line, or disguise the extension by reversing it.
        let name = String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { [.control, .format].contains($0.properties.generalCategory) ? "_" : $0 }))
        let plain = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_. ".contains($0)) ? $0 : "_" })
        return with(
            "content-disposition", "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(PercentCoding.encoded(name))")
    }

    package var bytes: [UInt8] { if case .bytes(let bytes) = body { bytes } else { [] } }

    /// RFC 9110, 13.1.2.
    package func unless(_ visit: Visit, has tag: String, cache: String = "private, no-cache") -> Answer {
        var answer = with("etag", "\"\(tag)\"").with("cache-control", cache)
        if visit.knows("\"\(tag)\"") { answer.becomeUnchanged() }
        return answer
    }

    mutating func becomeUnchanged() {
        self = varying
        status = 304
        headers.removeAll { $0.name == "content-type" }
        body = .bytes([])
    }
}
