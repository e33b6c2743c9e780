/// Names of what is forgotten, which the journal has in its sentences: behind a blank, and before a colon or the end.
struct ForgottenNames {
    private var names: Set<ArraySlice<UInt8>> = []
    /// Bytes that names have, the longest first: of two that fit, the longer one is meant.
    private let lengths: [Int]

    init(_ texts: some Sequence<String>) {
        for text in texts where !text.isEmpty { names.insert(Array(text.utf8)[...]) }
        lengths = Set(names.map(\.count)).sorted(by: >)
    }

    /// A sentence with `…` in the place of each of the names; nil for one that has none of them. Takes as long as the
    /// sentence is, however many names there are.
    func removed(from sentence: String) -> String? {
        let bytes = Array(sentence.utf8)
        var rest: [UInt8] = []
        var (place, count) = (0, 0)
        while place < bytes.count {
            rest.append(bytes[place])
            place += 1
            guard rest.last == UInt8(ascii: " "), let length = length(at: place, of: bytes) else { continue }
            rest += "…".utf8
            place += length
            count += 1
        }
        return count > 0 ? String(decoding: rest, as: UTF8.self) : nil
    }

    private func length(at place: Int, of bytes: [UInt8]) -> Int? {
        lengths.first { length in
            let end = place + length
            guard end == bytes.count || end < bytes.count && bytes[end] == UInt8(ascii: ":") else { return false }
            return names.contains(bytes[place..<end])
        }
    }
}
