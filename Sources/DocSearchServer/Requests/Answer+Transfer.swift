internal import CZlib
import ContentHashing
import Foundation

extension Answer {
    private static let textTypes = [
        "text/", "application/json", "application/ld+json", "application/jsonl", "application/problem+json",
        "application/xml", "application/opensearchdescription+xml", "image/svg+xml",
    ]
    /// Smaller answers gain nothing.
    private static let fewestBytes = 1024
    /// A thread shared by all requests would be blocked for too long.
    private static let mostBytes = 4 << 20

    var isText: Bool {
        let type = self[header: "content-type"] ?? ""
        return Self.textTypes.contains(where: type.hasPrefix)
    }

    /// The tag is weak, because the same text may be sent in other bytes (RFC 9110, 8.8.1).
    package func tagged(for visit: Visit) -> Answer {
        guard status == 200, visit.method == "GET", isText, isRepeatable, self[header: "etag"] == nil,
            case .bytes(let bytes) = body, bytes.count <= Self.mostBytes
        else { return self }
        var sum = SHA256()
        sum.update(bytes)
        let tag = "\"\(sum.digest().prefix(32))\""
        var answer = with("etag", "W/" + tag)
        if visit.knows(tag) { answer.becomeUnchanged() }
        return answer
    }

    package func compressed(for visit: Visit) -> Answer {
        guard isText, case .bytes(let bytes) = body, self[header: "content-encoding"] == nil, status != 206
        else { return self }
        var answer = varying
        guard visit.takesGzip, bytes.count >= Self.fewestBytes, bytes.count <= Self.mostBytes,
            let small = Self.gzip(bytes), small.count < bytes.count
        else { return answer }
        if let tag = self[header: "etag"], !tag.hasPrefix("W/") { answer = answer.with("etag", "W/" + tag) }
        answer = answer.with("content-encoding", "gzip")
        answer.body = .bytes(small)
        return answer
    }

    /// A 304 has the headers of the whole answer (RFC 9110, 15.4.5).
    var varying: Answer { isText ? with("vary", "accept-encoding") : self }

    /// RFC 1952.
    private static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // 31 is a 32 KiB window in gzip format (zlib.h, deflateInit2).
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(&stream, 5, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK else {
            return nil
        }
        defer { deflateEnd(&stream) }
        guard let count = UInt32(exactly: bytes.count) else { return nil }
        var status = Z_OK
        let most = Int(deflateBound(&stream, UInt(count)))
        let output = [UInt8](unsafeUninitializedCapacity: most) { output, written in
            bytes.withUnsafeBufferPointer { input in
                // zlib only reads it; the pointer is const with ZLIB_CONST.
                (stream.next_in, stream.avail_in) = (UnsafeMutablePointer(mutating: input.baseAddress), count)
                (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(clamping: output.count))
                status = deflate(&stream, Z_FINISH)
            }
            written = Int(stream.total_out)
        }
        return status == Z_STREAM_END ? output : nil
    }
}

extension Visit {
    /// `tag` includes its quotation marks (RFC 9110, 13.1.2). Hummingbird compares the header as a whole: with it, a list of
    /// tags, a weak one and `*` would never be known.
    func knows(_ tag: String) -> Bool {
        let known = (headers["if-none-match"] ?? "").split(separator: ",").map { candidate in
            let text = candidate.trimmingCharacters(in: .whitespaces)
            return text.hasPrefix("W/") ? String(text.dropFirst(2)) : text
        }
        return known.contains(tag) || known.contains("*")
    }

    /// RFC 9110, 12.5.3.
    fileprivate var takesGzip: Bool {
        var takes = false
        for part in (headers["accept-encoding"] ?? "").lowercased().split(separator: ",") {
            let words = part.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let name = words.first, ["gzip", "x-gzip", "*"].contains(name) else { continue }
            let weight = words.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if name != "*" { return weight > 0 }
            takes = weight > 0
        }
        return takes
    }
}
