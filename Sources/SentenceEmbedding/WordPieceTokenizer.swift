/// Converts text to piece numbers as BERT's uncased tokenizer does (WordPiece).
struct WordPieceTokenizer: Sendable {
    /// In characters; a longer word is unknown.
    static let longestWord = 100

    let vocabulary: Vocabulary

    /// `limit` includes the start and end marks and is at least 2. Text beyond it is not read.
    func pieces(of text: some StringProtocol, limit: Int) -> [UInt16] {
        var scanner = PieceScanner(vocabulary: vocabulary, limit: limit - 1)
        scanner.add(Vocabulary.Special.start)
        scanner.scan(text)
        return scanner.pieces + [Vocabulary.Special.end]
    }

    func countPieces(of text: some StringProtocol) -> PieceCount {
        var scanner = PieceScanner(vocabulary: vocabulary, limit: .max)
        scanner.scan(text)
        let unknown = scanner.pieces.count { $0 == Vocabulary.Special.unknown }
        return PieceCount(total: scanner.pieces.count, unknown: unknown)
    }
}

private struct PieceScanner {
    let vocabulary: Vocabulary
    let limit: Int
    private(set) var pieces: [UInt16] = []

    /// UTF-8, simplified. It stops growing one character after the longest word.
    private var word: [UInt8] = []
    private var wordLength = 0
    private var hashes: [PieceHash] = []
    /// A text has few different non-ASCII characters.
    private var known: [Unicode.Scalar: [Unicode.Scalar]] = [:]

    init(vocabulary: Vocabulary, limit: Int) { (self.vocabulary, self.limit) = (vocabulary, limit) }

    var isFull: Bool { pieces.count >= limit }

    mutating func scan(_ text: some StringProtocol) {
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        while index != scalars.endIndex, !isFull {
            let scalar = scalars[index]
            if scalar == "[", let special = special(at: index, in: text) {
                endWord()
                add(special.number)
                index = special.end
                continue
            }
            read(scalar)
            scalars.formIndex(after: &index)
        }
        endWord()
    }

    mutating func add(_ piece: UInt16) {
        if !isFull { pieces.append(piece) }
    }

    private mutating func read(_ scalar: Unicode.Scalar) {
        switch CharacterRule.ofRaw(scalar) {
        case .removed: return
        case .dividesWords: endWord()
        case .standsAlone:
            endWord()
            append(scalar)
            endWord()
        case .belongsToWord: append(scalar)
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x41...0x5A: take(Unicode.Scalar(UInt8(scalar.value + 0x20)))
        case 0..<0x80: take(scalar)
        default:
            let simplified = known[scalar] ?? CharacterRule.simplified(scalar)
            known[scalar] = simplified
            for part in simplified { take(part) }
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar) {
        switch CharacterRule.ofSimplified(scalar) {
        case .removed, .dividesWords: endWord()
        case .standsAlone:
            endWord()
            addToWord(scalar)
            endWord()
        case .belongsToWord: addToWord(scalar)
        }
    }

    private mutating func addToWord(_ scalar: Unicode.Scalar) {
        guard wordLength <= WordPieceTokenizer.longestWord else { return }
        wordLength += 1
        word.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    /// The longest piece that begins the word, then the longest that continues it, and so on. If one is missing, the
    /// whole word is unknown.
    private mutating func endWord() {
        guard wordLength > 0 else { return }
        defer {
            word.removeAll(keepingCapacity: true)
            wordLength = 0
        }
        guard wordLength <= WordPieceTokenizer.longestWord else { return add(Vocabulary.Special.unknown) }
        let first = pieces.count
        var start = 0
        while start < word.count {
            guard let (piece, end) = longestPiece(from: start) else {
                pieces.removeSubrange(first...)
                return add(Vocabulary.Special.unknown)
            }
            pieces.append(piece)
            start = end
        }
        if pieces.count > limit { pieces.removeSubrange(limit...) }
    }

    private mutating func longestPiece(from start: Int) -> (piece: UInt16, end: Int)? {
        let continues = start > 0
        let most = min(word.count, start + vocabulary.longestPiece - (continues ? 2 : 0))
        hashes.removeAll(keepingCapacity: true)
        var hash = continues ? PieceHash.continuing : PieceHash()
        for byte in word[start..<most] {
            hash = hash.adding(byte)
            hashes.append(hash)
        }
        for end in stride(from: most, to: start, by: -1) {
            let found = vocabulary.find(word[start..<end], continues: continues, hash: hashes[end - start - 1])
            if let found { return (found, end) }
        }
        return nil
    }

    /// The reference reads the names of special pieces as these pieces anywhere in a text.
    private func special<Text: StringProtocol>(
        at index: Text.Index, in text: Text
    ) -> (number: UInt16, end: Text.Index)? {
        let rest = text.utf8[index...]
        for (name, number) in Vocabulary.Special.all {
            let isThere = name.withUTF8Buffer { rest.starts(with: $0) }
            if isThere { return (number, text.utf8.index(index, offsetBy: name.utf8CodeUnitCount)) }
        }
        return nil
    }
}
