internal import CivilCalendar

struct DateReading {
    let tokens: [DateToken]
    let yearIndex: Int

    var year: String? { digits(at: yearIndex).map { String($0.prefix(4)) } }

    /// `19310305`, also with a time after it.
    var compactDate: String? {
        guard let digits = digits(at: yearIndex), digits.utf8.count == 8 else { return nil }
        return date(month: String(digits.dropFirst(4).prefix(2)), day: String(digits.suffix(2)))
    }

    /// `1931-03-05`, `1931/03/05`, `1931.3.5`, `1931-03`. A month or day `00` is unknown.
    var dateAfterYear: String? {
        guard let (joint, month) = joined(after: yearIndex), month.utf8.count <= 2 else { return nil }
        if let (second, day) = joined(after: yearIndex + 2), second == joint, day.utf8.count <= 2 {
            return date(month: month, day: day)
        }
        // "1931/32" is a double year, "1931-5" may be a range of years.
        guard joint == "-", month.utf8.count == 2 else { return nil }
        return date(month: month, day: "00")
    }

    /// `5.3.1931`, `25/03/1931` and `03/1931`. With points the day comes first. With other marks day and month are
    /// distinguished only when the day is too large for a month.
    var dateBeforeYear: String? {
        guard let (joint, secondIndex) = joined(before: yearIndex), let second = digits(at: secondIndex),
            second.utf8.count <= 2
        else { return nil }
        guard let (firstJoint, firstIndex) = joined(before: secondIndex), let first = digits(at: firstIndex)
        else { return hasOtherWords || second.utf8.count < 2 ? nil : date(month: second, day: "00") }
        guard firstJoint == joint, first.utf8.count <= 2, let one = Int(first), let two = Int(second)
        else { return nil }
        // A longer series of numbers is not a date.
        guard joined(before: firstIndex) == nil else { return nil }
        if joint == "." || one > 12 || one == two { return date(month: second, day: first) }
        return two > 12 ? date(month: first, day: second) : nil
    }

    /// `March 1931`, `5. März 1931`, `Mar. 5, 1931`. The day is the only number, unless it may belong to other words.
    var dateInWords: String? {
        let months = tokens.indices.filter { tokens[$0].isWord(in: MonthWords.numbers.keys) }
        guard months.count == 1, case .word(let name) = tokens[months[0]], let month = MonthWords.numbers[name]
        else { return nil }
        let numbers = tokens.indices.filter { $0 != yearIndex && tokens[$0].isNumber }
        guard numbers.count == 1, !hasOtherWords, let day = digits(at: numbers[0]), day.utf8.count <= 2
        else { return date(month: String(month), day: "00") }
        return date(month: String(month), day: day)
    }

    private func date(month: String, day: String) -> String? {
        guard let year, let month = Int(month), let day = Int(day) else { return nil }
        if month == 0 { return year }
        return Int(year).flatMap { CivilDate(year: $0, month: month, day: day == 0 ? nil : day) }?.description
    }

    private var hasOtherWords: Bool {
        tokens.contains { token in
            guard case .word(let word) = token else { return false }
            return MonthWords.numbers[word] == nil && !DateWords.companions.contains(word)
        }
    }

    private func digits(at index: Int) -> String? {
        guard tokens.indices.contains(index), case .number(let digits) = tokens[index] else { return nil }
        return digits
    }

    private func joined(after index: Int) -> (joint: Unicode.Scalar, digits: String)? {
        guard tokens.indices.contains(index + 1), case .mark(let mark) = tokens[index + 1],
            DateToken.joints.contains(mark), let digits = digits(at: index + 2)
        else { return nil }
        return (mark, digits)
    }

    /// German dates may have blanks after their points.
    private func joined(before index: Int) -> (joint: Unicode.Scalar, numberIndex: Int)? {
        var markIndex = index - 1
        if tokens.indices.contains(markIndex), tokens[markIndex] == .space { markIndex -= 1 }
        guard tokens.indices.contains(markIndex), case .mark(let mark) = tokens[markIndex],
            DateToken.joints.contains(mark), mark == "." || markIndex == index - 1, digits(at: markIndex - 1) != nil
        else { return nil }
        return (mark, markIndex - 1)
    }
}
