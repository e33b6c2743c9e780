/// Tesseract reads pictures, stains and rulings as words too. Such words are doubtful together with their neighbours,
/// while a true word that was hard to read is in a line that was not. So a word is left out when both it and its line
/// are doubtful. A lone sign without a letter or digit is left out when it is doubtful itself, as nobody searches for
/// it.
///
/// Measured on 44 pages of the corpus with 12,300 true words, those of the dark book among them: 0.17 % of the true
/// words are left out (none of 5,004 on clean book pages, 0.3 % on forms, tables and charts, words from elsewhere that
/// are right by chance included), and with them 10 to 14 % of the wrong words of the difficult sets. On a drawn map 13
/// of 20 words were left out. Words below 0.5 in any line: 1.6 % of the true words, half of the wrong ones. Word below
/// 0.6 and line below 0.5: 0.24 %, 13 to 17 %.
enum IndexedWords {
    static let doubtfulWord = 0.5
    static let doubtfulLine = 0.45
    static let doubtfulSign = 0.6

    static func flags(_ reading: Reading) -> [Bool] {
        var flags = [Bool](repeating: true, count: reading.words.count)
        for line in reading.lines {
            let isDoubtful = Reading.confidence(reading.words[line]) < doubtfulLine
            for index in line {
                let word = reading.words[index]
                let isSign = !word.text.contains { $0.isLetter || $0.isNumber }
                flags[index] = isSign ? word.confidence >= doubtfulSign : !isDoubtful || word.confidence >= doubtfulWord
            }
        }
        return flags
    }

    /// One line feed after each line, an empty line between paragraphs.
    static func text(_ reading: Reading, flags: [Bool]) -> String {
        var text = ""
        var beginsParagraph = false
        for line in reading.lines {
            beginsParagraph = beginsParagraph || reading.words[line.lowerBound].beginsParagraph
            let words = line.filter { flags[$0] }.map { reading.words[$0].text }
            guard !words.isEmpty else { continue }
            if beginsParagraph, !text.isEmpty { text += "\n" }
            text += words.joined(separator: " ") + "\n"
            beginsParagraph = false
        }
        return text
    }
}
