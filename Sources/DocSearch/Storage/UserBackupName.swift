import Foundation

/// What a copy of `user.sqlite` is called: `user.sqlite.backup-20261122T031500Z.8`, by the time and by how many were made
/// before. The number says which is newer, as clocks go wrong. Releases before gave no number, and the first no time.
struct UserBackupName: Hashable, Comparable {
    private static let first = IndexFolder.userName + ".backup"
    private static let timeForm = "00000000T000000Z"

    /// Greater than those of all copies made before; 0 for one of a release that gave none.
    private let number: Int
    /// Digits and letters that sort by time; empty for the one copy of the first release.
    private let time: String
    /// Of those of one second, in releases that gave no number.
    private let repetition: Int

    /// For a copy that is made now beside others.
    init(after others: [UserBackupName]) {
        number = (others.map(\.number).max() ?? 0) + 1
        let now = DocumentDate(secondsSinceEpoch: Int64(Date().timeIntervalSince1970), precision: .instant)
        time = "\(now)".filter { $0.isLetter || $0.isNumber }
        repetition = 1
    }

    /// Nil for whatever docsearch does not call a copy. Such a file is a person's own, and says nothing of when it was made.
    init?(_ name: String) {
        guard name.hasPrefix(Self.first) else { return nil }
        let end = name.dropFirst(Self.first.count)
        time = String(end.dropFirst().prefix(Self.timeForm.count))
        let rest = end.dropFirst(1 + Self.timeForm.count)
        // So short that the next number is no overflow.
        let count = rest.count < 16 ? Int(rest.dropFirst()) ?? 0 : 0
        (number, repetition) = rest.first == "." ? (count, 1) : (0, max(count, 1))
        let isTime = zip(time, Self.timeForm).allSatisfy { $1 == "0" ? $0.isASCII && $0.isNumber : $0 == $1 }
        // What was passed over here is not written again.
        guard isTime, time.isEmpty || time.count == Self.timeForm.count, text == name else { return nil }
    }

    var text: String {
        if time.isEmpty { return Self.first }
        let end = number > 0 ? ".\(number)" : repetition > 1 ? "-\(repetition)" : ""
        return "\(Self.first)-\(time)\(end)"
    }

    /// Whether docsearch may take it away for newer ones. That of the first release is there once.
    var isOneOfMany: Bool { !time.isEmpty }

    /// Days since 1970, as the clock was when it was made; 0 where that is no day.
    var day: Int {
        let digits = time.prefix { $0 != "T" }
        let date = DocumentDate("\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))")
        return date.map { Int($0.secondsSinceEpoch / 86_400) } ?? 0
    }

    /// From the oldest to the newest.
    static func < (one: UserBackupName, other: UserBackupName) -> Bool {
        (one.number, one.time, one.repetition) < (other.number, other.time, other.repetition)
    }
}
