/// A piece of a written date. Words are in lower case; white space between two others is one space.
package enum DateToken: Hashable, Sendable {
    case number(String)
    case word(String)
    case mark(Unicode.Scalar)
    case space

    package static let joints: Set<Unicode.Scalar> = ["-", "/", ".", "\u{2013}", "\u{2014}", "\u{2010}", "\u{2011}"]

    package static func tokens(of text: String) -> [DateToken] {
        var tokens: [DateToken] = []
        var run = String.UnicodeScalarView()
        func endRun() {
            guard let first = run.first else { return }
            tokens.append(isDigit(first) ? .number(String(run)) : .word(String(run).lowercased()))
            run.removeAll()
        }
        for scalar in text.unicodeScalars {
            let continues = run.last.map { isDigit($0) == isDigit(scalar) } ?? true
            let isAccent = scalar.properties.generalCategory == .nonspacingMark && run.last.map(isDigit) == false
            if isDigit(scalar) || scalar.properties.isAlphabetic || isAccent {
                if !continues { endRun() }
                run.append(scalar)
            } else {
                endRun()
                if !scalar.properties.isWhitespace {
                    tokens.append(.mark(scalar))
                } else if tokens.last != .space {
                    tokens.append(.space)
                }
            }
        }
        endRun()
        return tokens
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    package var isNumber: Bool { if case .number = self { true } else { false } }
    package var isWord: Bool { if case .word = self { true } else { false } }

    package func isMark(in marks: String) -> Bool {
        if case .mark(let mark) = self { marks.unicodeScalars.contains(mark) } else { false }
    }

    package func isWord(in words: some Collection<String>) -> Bool {
        if case .word(let word) = self { words.contains(word) } else { false }
    }
}
