internal import CivilCalendar

struct DateReading {
    let tokens: [DateToken]
    let yearIndex: Int

    var year: String? { digits(at: yearIndex).map { String($0.prefix(4)) } }

    /// `19310305`, also with a time after it.
    var compactDate: String? {
        guard let digits = digits(at: yearIndex), digits.utf8.count == 8 else { return nil }
        return date(Int(digits.dropFirst(4).prefix(2)), Int(digits.suffix(2)))
    }

    /// `1931-03-05`, `1931/03/05`, `1931.3.5`, `1931-03`. A month or day `00` is unknown.
    var dateAfterYear: String? {
        guard let (joint, month) = joined(after: yearIndex), month.utf8.count <= 2 else { return nil }
        if let (second, day) = joined(after: yearIndex + 2), second == joint, day.utf8.count <= 2 {
            return date(Int(month), Int(day))
        }
        // "1931/32" is a double year, "1931-5" may be a range of years.
        guard joint == "-", month.utf8.count == 2 else { return nil }
        return date(Int(month))
    }

    /// `5.3.1931`, `25/03/1931` and `03/1931`. With points the day comes first. With other marks day and month are
    /// distinguished only when the day is too large for a month.
    var dateBeforeYear: String? {
        guard let (joint, secondIndex) = joined(before: yearIndex), let second = digits(at: secondIndex),
            second.utf8.count <= 2
        else { return nil }
        guard let (firstJoint, firstIndex) = joined(before: secondIndex), let first = digits(at: firstIndex)
        else { return hasOtherWords || second.utf8.count < 2 ? nil : date(Int(second)) }
        guard firstJoint == joint, first.utf8.count <= 2, let one = Int(first), let two = Int(second)
        else { return nil }
        // A longer series of numbers is not a date.
        guard joined(before: firstIndex) == nil else { return nil }
        if joint == "." || one > 12 || one == two { return date(two, one) }
        return two > 12 ? date(one, two) : nil
    }

    /// `March 1931`, `5. März 1931`, `Mar. 5, 1931`. The day is the only number, unless it may belong to other words.
    var dateInWords: String? {
        let months = tokens.indices.filter { tokens[$0].isWord(in: MonthWords.numbers.keys) }
        guard months.count == 1, case .word(let name) = tokens[months[0]], let month = MonthWords.numbers[name]
        else { return nil }
        let numbers = tokens.indices.filter { $0 != yearIndex && tokens[$0].isNumber }
        guard numbers.count == 1, !hasOtherWords, let day = digits(at: numbers[0]), day.utf8.count <= 2
        else { return date(month) }
        return date(month, Int(day))
    }

    /// `22 April 1931 10:00`, `Berlin, 22. April 1931 (copy)`, `22/IV/1931`, `April 22, 1931`, `Wed Apr 22 10:00:00 1931`,
    /// `1931年4月22日`. Nil where other numbers or months come before, which may be the beginning of a range.
    var dayInWords: String? {
        if let numbers = numbersWithUnits { return date(numbers.month, numbers.day) }
        var last = index(before: yearIndex, over: " .-/,")
        if let second = last, let month = month(second, isBesideDay: true),
            let first = index(before: second, over: " .-/"), let day = digits(at: first), isFirst(first, isDay: true)
        {
            return day.utf8.count <= 2 && Int(day) != 0 ? date(month, Int(day)) : nil
        }
        last = last.map(indexBeforeTime)
        guard let second = last, let day = digits(at: second), day.utf8.count <= 2, Int(day) != 0,
            let first = index(before: second, over: " ."), let month = month(first, isBesideDay: false),
            isFirst(first, isDay: false)
        else { return nil }
        return date(month, Int(day))
    }

    private func month(_ index: Int, isBesideDay: Bool) -> Int? {
        guard case .word(let word) = tokens[index] else { return nil }
        guard isBesideDay else { return MonthWords.numbers[word] }
        return MonthWords.numbersBesideDays[word] ?? MonthWords.romans.firstIndex(of: word).map { $0 + 1 }
    }

    /// The next before it but for `marks` (a blank is any space) and ordinals.
    private func index(before end: Int, over marks: String) -> Int? {
        tokens[..<end].lastIndex { token in
            switch token {
            case .space: !marks.contains(" ")
            case .mark(let mark): !marks.unicodeScalars.contains(mark)
            case .word(let word): !["of", "de", "del", "st", "nd", "rd", "th", "er", "º"].contains(word)
            case .number: true
            }
        }
    }

    /// `Apr 22 10:00:00 CEST 1931`: what is before the time.
    private func indexBeforeTime(_ end: Int) -> Int {
        var start = end
        if tokens[end].isWord, let number = index(before: end, over: " "), number > 0,
            tokens[number - 1] == .mark(":")
        {
            start = number
        }
        while start >= 2, tokens[start].isNumber, tokens[start - 1] == .mark(":"), tokens[start - 2].isNumber {
            start -= 2
        }
        return start > 0 && start < end ? index(before: start, over: " ") ?? end : end
    }

    /// Without numbers and months before it. Words directly before a day may count something else: `Vol. 3 March`.
    private func isFirst(_ start: Int, isDay: Bool) -> Bool {
        let before = tokens[..<start]
        guard !before.contains(where: { $0.isNumber || $0.isWord(in: MonthWords.numbers.keys) }) else { return false }
        guard isDay else { return true }
        let last = before.last { $0 != .space && !$0.isWord(in: DateWords.companions) && $0 != .mark(".") }
        return switch last {
        case nil, .mark(","), .mark("("), .mark("["), .mark(":"), .mark(";"), .mark("~"), .mark("?"): true
        default: false
        }
    }

    private var numbersWithUnits: (month: Int?, day: Int?)? {
        guard tokens.count > yearIndex + 3, tokens[yearIndex + 1] == .word("年"),
            case .word(let second) = tokens[yearIndex + 3], second.hasPrefix("月"),
            let month = digits(at: yearIndex + 2), month.utf8.count <= 2
        else { return nil }
        guard tokens.count > yearIndex + 5, case .word(let third) = tokens[yearIndex + 5], third.hasPrefix("日") else {
            return (Int(month), nil)
        }
        return (Int(month), digits(at: yearIndex + 4).flatMap { $0.utf8.count <= 2 ? Int($0) : nil })
    }

    /// A month or day 0 is unknown.
    private func date(_ month: Int?, _ day: Int? = nil) -> String? {
        guard let year, let month else { return nil }
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
