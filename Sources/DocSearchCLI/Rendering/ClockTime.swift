import Foundation

enum ClockTime {
    /// Local, with a space behind it: `2026-11-26 20:15:07 `.
    static var now: String {
        var (seconds, local) = (time(nil), tm())
        guard localtime_r(&seconds, &local) != nil else { return "" }
        func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
        let date = "\(local.tm_year + 1900)-\(two(local.tm_mon + 1))-\(two(local.tm_mday))"
        return "\(date) \(two(local.tm_hour)):\(two(local.tm_min)):\(two(local.tm_sec)) "
    }
}
