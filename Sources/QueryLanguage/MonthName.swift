enum MonthName {
    static let longest = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    static func number(_ word: String) -> Int? { numbers[word] }

    private static let numbers: [String: Int] = {
        var numbers = ["sept": 9]
        for (index, name) in longest.enumerated() {
            numbers[name] = index + 1
            numbers[String(name.prefix(3))] = index + 1
        }
        return numbers
    }()
}
