internal import TextNormalization

/// Assembles the text of a page from words, lines and blocks. Words divided at line ends become whole.
struct PageAssembly {
    private(set) var text = ""
    private(set) var words: [BoxedWord] = []
    private var gap = Gap.nothing
    /// The last word of `text` ends its line, where it may be divided.
    private var isLineOver = false
    private var isLastBoxed = false
    private var confidenceSum = 0.0
    private var confidenceCount = 0

    /// The separator between the last word and the next; the larger one counts.
    private enum Gap: Int {
        case nothing, blank, line, block

        static let texts = ["", " ", "\n", "\n\n"]
    }

    /// Further words of a page have no boxes, because each takes a hundred bytes.
    var maximumBoxedWords = 200_000

    var confidence: Double? { confidenceCount == 0 ? nil : confidenceSum / Double(confidenceCount) }

    /// A soft hyphen at either end of a word divides it from its other part, in the same line or the next. No other
    /// does.
    mutating func add(_ word: String, at box: WordBox? = nil, confidence: Double? = nil) {
        if word.unicodeScalars.first == Self.softHyphen { addSoftHyphen() }
        let ends = word.unicodeScalars.last == Self.softHyphen
        let bare = String(String.UnicodeScalarView(word.unicodeScalars.filter { $0 != Self.softHyphen }))
        guard !bare.isEmpty else { return }
        let word = ends ? bare + "\u{AD}" : bare
        if let confidence {
            confidenceSum += confidence
            confidenceCount += 1
        }
        if joins(word), let hyphen = division(before: word) {
            text.replaceLastScalar(with: hyphen + word)
            if isLastBoxed, let last = words.indices.last { words[last].text.replaceLastScalar(with: hyphen + word) }
            // The rest of the line stays on a line of its own.
            if gap != .line { gap = .nothing }
            isLineOver = false
            return
        }
        text += Gap.texts[gap.rawValue]
        text += word
        gap = .nothing
        isLineOver = false
        isLastBoxed = box != nil && words.count < maximumBoxedWords
        if let box, isLastBoxed {
            words.append(
                BoxedWord(
                    text: word, left: box.left, top: box.top, width: box.right - box.left,
                    height: box.bottom - box.top, confidence: confidence))
        }
    }

    mutating func addWithoutBoxes(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            for word in line.split(whereSeparator: \.isWhitespace) {
                add(String(word))
                addBlank()
            }
            endLine()
        }
    }

    mutating func addBlank() { widen(.blank) }

    private static let softHyphen: Unicode.Scalar = "\u{AD}"

    /// True when a hyphen before `word` may divide it: any at the end of a line, a soft one anywhere.
    private func joins(_ word: String) -> Bool {
        if isLineOver, gap == .line { return true }
        return gap.rawValue <= Gap.line.rawValue && text.unicodeScalars.last == Self.softHyphen
    }

    mutating func addSoftHyphen() {
        guard let last = text.unicodeScalars.last, last != Self.softHyphen, gap.rawValue <= Gap.line.rawValue
        else { return }
        text.unicodeScalars.append(Self.softHyphen)
        if isLastBoxed, let index = words.indices.last { words[index].text.unicodeScalars.append(Self.softHyphen) }
    }

    mutating func addHyphen(_ hyphen: String) {
        guard !text.isEmpty, gap.rawValue <= Gap.blank.rawValue else { return }
        if let (letter, mark) = ending, WordDivision.isPossible(after: mark, behind: letter) { return }
        gap = .nothing
        let hyphen = hyphen.isEmpty ? "-" : hyphen
        text += hyphen
        if isLastBoxed, let last = words.indices.last { words[last].text += hyphen }
    }

    mutating func endLine() {
        widen(.line)
        isLineOver = true
    }

    mutating func endBlock() {
        widen(.block)
        isLineOver = true
    }

    private mutating func widen(_ new: Gap) {
        if !text.isEmpty, new.rawValue > gap.rawValue { gap = new }
    }

    private func division(before word: String) -> String? {
        guard let (letter, mark) = ending, let next = word.unicodeScalars.first else { return nil }
        return WordDivision.joint(for: mark, behind: letter, before: next)
    }

    private var ending: (letter: Unicode.Scalar, mark: Unicode.Scalar)? {
        let end = text.unicodeScalars.suffix(2)
        guard end.count == 2, let letter = end.first, let mark = end.last else { return nil }
        return (letter, mark)
    }

    mutating func finish(_ page: SidecarPage) -> SidecarPage {
        var page = page
        page.text = text
        page.words = words
        page.confidence = confidence ?? page.confidence
        self = PageAssembly()
        return page
    }
}

extension String {
    fileprivate mutating func replaceLastScalar(with text: String) {
        unicodeScalars.removeLast()
        self += text
    }
}
