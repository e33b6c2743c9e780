/// Names of what is forgotten, which the journal has in its sentences: behind a blank, and before a colon or the end.
struct ForgottenNames {
    private var names: Set<ArraySlice<UInt8>> = []
    /// Bytes that names have, the longest first: of two that fit, the longer one is meant.
    private let lengths: [Int]

    init(_ texts: some Sequence<String>) {
        for text in texts where !text.isEmpty { names.insert(Array(text.utf8)[...]) }
        lengths = Set(names.map(\.count)).sorted(by: >)
    }

    /// A sentence with `…` for each of the names; nil without any. The number of names costs no time.
    func removed(from sentence: String) -> String? {
        let bytes = Array(sentence.utf8)
        var rest: [UInt8] = []
        var (offset, count) = (0, 0)
        while offset < bytes.count {
            rest.append(bytes[offset])
            offset += 1
            guard rest.last == UInt8(ascii: " "), let length = length(at: offset, of: bytes) else { continue }
            rest += "…".utf8
            offset += length
            count += 1
        }
        return count > 0 ? String(decoding: rest, as: UTF8.self) : nil
    }

    private func length(at offset: Int, of bytes: [UInt8]) -> Int? {
        lengths.first { length in
            let end = offset + length
            guard end == bytes.count || end < bytes.count && bytes[end] == UInt8(ascii: ":") else { return false }
            return names.contains(bytes[offset..<end])
        }
    }
}
