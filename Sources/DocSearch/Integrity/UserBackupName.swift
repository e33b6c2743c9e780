import Foundation

/// The name of a copy of `user.sqlite`: `user.sqlite.backup-20261122T031500Z.8`, by the time and by a number, which says
/// which of them is newer, as clocks go wrong.
struct UserBackupName: Hashable, Comparable {
    private static let start = IndexFolder.userName + ".backup-"
    private static let timeForm = "00000000T000000Z"

    /// Greater than those of all copies made before.
    private let number: Int
    /// Digits and letters that sort by time.
    private let time: String

    /// For a copy that is made now beside others.
    init(after others: [UserBackupName]) {
        number = (others.map(\.number).max() ?? 0) + 1
        let now = DocumentDate(secondsSinceEpoch: Int64(Date().timeIntervalSince1970), precision: .instant)
        time = "\(now)".filter { $0.isLetter || $0.isNumber }
    }

    /// Nil for whatever docsearch does not call a copy. Such a file is a person's own, and says nothing of when it was made.
    init?(_ name: String) {
        guard name.hasPrefix(Self.start) else { return nil }
        let end = name.dropFirst(Self.start.count)
        time = String(end.prefix(Self.timeForm.count))
        let digits = end.dropFirst(Self.timeForm.count + 1)
        let isTime = zip(time, Self.timeForm).allSatisfy { $1 == "0" ? $0.isASCII && $0.isNumber : $0 == $1 }
        // So short that the next number is no overflow.
        guard isTime, digits.count < 16, let number = Int(digits), number > 0 else { return nil }
        self.number = number
        // Anything passed over here is not written again.
        guard text == name else { return nil }
    }

    var text: String { "\(Self.start)\(time).\(number)" }

    /// Days since 1970, as the clock was when it was made; 0 where that is no day.
    var day: Int {
        let digits = time.prefix { $0 != "T" }
        let date = DocumentDate("\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))")
        return date.map { Int($0.secondsSinceEpoch / 86_400) } ?? 0
    }

    /// From the oldest to the newest.
    static func < (one: UserBackupName, other: UserBackupName) -> Bool {
        (one.number, one.time) < (other.number, other.time)
    }
}
