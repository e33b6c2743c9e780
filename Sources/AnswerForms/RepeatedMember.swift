import Foundation

/// Finds a member that a JSON object has twice. RFC 8259 leaves open which of them counts, and decoders silently take
/// one: of two filters that may be the one that shows more.
package enum RepeatedMember {
    /// Throws a `DecodingError` for text that is not UTF-8, for a name that is no JSON string, and for lists and objects within
    /// more than `mostDepth` others; all other faults of `json` are for a decoder to find.
    package static func first(in json: Data, mostDepth: Int = .max) throws -> String? {
        let bytes = [UInt8](json)
        // A decoder also takes UTF-16 and UTF-32, whose bytes mean something else here.
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "it is not in UTF-8"))
        }
        var open: [Set<String>] = []
        var position = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open.append([])
                guard open.count <= mostDepth else {
                    throw DecodingError.dataCorrupted(
                        .init(codingPath: [], debugDescription: "it is nested more than \(mostDepth) deep"))
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
            case UInt8(ascii: "\""):
                let end = closingQuote(in: bytes, from: position + 1)
                // The string before a colon is a name.
                if bytes[end...].dropFirst().first(where: { !blanks.contains($0) }) == UInt8(ascii: ":") {
                    let name = try JSONDecoder().decode(String.self, from: Data(bytes[position...end]))
                    if let last = open.indices.last, !open[last].insert(name).inserted { return name }
                }
                position = end
            default: break
            }
            position += 1
        }
        return nil
    }

    private static let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

    private static func closingQuote(in bytes: [UInt8], from start: Int) -> Int {
        var position = start
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(position, bytes.count - 1)
    }
}
