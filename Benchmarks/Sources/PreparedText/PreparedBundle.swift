/// A bundle without a PDF: the file holds a recipe, and its pages follow from the recipe alone. So the stand-in for
/// `docsearch-extract` costs next to nothing, and a benchmark knows what every page says without having kept it.
public struct PreparedBundle: Equatable, Sendable {
    public var seed: UInt64
    public var pageCount: Int
    /// Of a page, on average.
    public var wordCount: Int

    public init(seed: UInt64, pageCount: Int, wordCount: Int) {
        self.seed = seed
        self.pageCount = pageCount
        self.wordCount = wordCount
    }

    /// Nil for any other file.
    public init?(bytes: some Collection<UInt8>) {
        let words = bytes.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") })
        guard words.count == 4, words[0].elementsEqual("prepared".utf8),
            let seed = UInt64(String(decoding: words[1], as: UTF8.self)),
            let pageCount = Int(String(decoding: words[2], as: UTF8.self)), (0...100_000).contains(pageCount),
            let wordCount = Int(String(decoding: words[3], as: UTF8.self)), (0...100_000).contains(wordCount)
        else { return nil }
        self.init(seed: seed, pageCount: pageCount, wordCount: wordCount)
    }

    /// What the file holds.
    public var bytes: [UInt8] { Array("prepared \(seed) \(pageCount) \(wordCount)\n".utf8) }

    /// Stands for SHA-256: as long, and another for other bytes.
    public var contentHash: String {
        (UInt64(0)..<4).map { part in
            var generator = SeededNumbers(seed: part)
            for byte in bytes { generator = SeededNumbers(seed: generator.next() ^ UInt64(byte)) }
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// A title of four words that are not the commonest.
    public var title: String {
        var generator = SeededNumbers(seed: seed)
        return (0..<4).map { _ in
            ZipfWords.spelling(rank: Int(generator.next() % 20_000) + 50)
        }.joined(separator: " ")
    }

    /// The text of a page, from 1: sentences of some twelve words in lines of ten. Pages have between half the words
    /// and one and a half times as many.
    public func text(page: Int) -> [UInt8] {
        var generator = SeededNumbers(seed: seed &+ UInt64(page) &* 0x9E37_79B9)
        let count = wordCount / 2 + Int(generator.next() % UInt64(wordCount + 1))
        var text: [UInt8] = []
        text.reserveCapacity(7 * count)
        var isFirst = true
        for number in 0..<count {
            let start = text.count
            ZipfWords.append(rank: ZipfWords.rank(generator.unit()), to: &text)
            if isFirst { text[start] -= 32 }
            isFirst = generator.next() % 12 == 0 || number == count - 1
            if isFirst { text.append(UInt8(ascii: ".")) }
            text.append(number % 10 == 9 ? UInt8(ascii: "\n") : UInt8(ascii: " "))
        }
        while text.last == UInt8(ascii: " ") || text.last == UInt8(ascii: "\n") { text.removeLast() }
        return text
    }
}
