/// As precise as it is known.
package enum ISODate: Sendable, Hashable, CustomStringConvertible {
    case date(CivilDate)
    case instant(CivilInstant)

    /// Accepts `YYYY`, `YYYY-MM`, `YYYY-MM-DD` and the last with a time `THH:MM[:SS[.fraction]]` (or a blank for the
    /// `T`) and a zone `Z`, `+HH`, `+HHMM` or `+HH:MM`. A time without a zone is taken as UTC. Nil for everything else.
    package init?(_ text: String) {
        var scanner = DigitScanner(text[...])
        guard let year = scanner.number(digits: 4) else { return nil }
        let month = scanner.accept("-") ? scanner.number(digits: 2) : nil
        let day = month != nil && scanner.accept("-") ? scanner.number(digits: 2) : nil
        guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
        if day == nil || scanner.isAtEnd {
            // Nothing may follow, not even a dash without a number.
            guard date.description == text else { return nil }
            self = .date(date)
            return
        }
        guard scanner.accept("T") || scanner.accept("t") || scanner.accept(" "), let (seconds, zone) = scanner.time(),
            let instant = CivilInstant(date, seconds: seconds, zone: zone)
        else { return nil }
        self = .instant(instant)
    }

    /// Without fractions of a second, in the writer's zone.
    package var description: String {
        switch self {
        case .date(let date): date.description
        case .instant(let instant): instant.description
        }
    }
}

extension DigitScanner {
    /// Seconds after midnight, and minutes of the zone east of UTC. Nil when something follows.
    fileprivate mutating func time() -> (seconds: Int, zone: Int)? {
        guard let hour = number(digits: 2), hour < 24, accept(":"), let minute = number(digits: 2), minute < 60
        else { return nil }
        var second = 0
        if accept(":") {
            guard let found = number(digits: 2), found <= 60 else { return nil }
            // Unix time has no leap seconds.
            second = min(found, 59)
            if accept(".") || accept(",") { skipDigits() }
        }
        guard let zone = zone(), isAtEnd else { return nil }
        return ((hour * 60 + minute) * 60 + second, zone)
    }

    private mutating func zone() -> Int? {
        if isAtEnd || accept("Z") || accept("z") { return 0 }
        let isWest = accept("-")
        guard isWest || accept("+"), let hours = number(digits: 2), hours < 24 else { return nil }
        var minutes = 0
        if !isAtEnd {
            _ = accept(":")
            guard let found = number(digits: 2), found < 60 else { return nil }
            minutes = found
        }
        return (hours * 60 + minutes) * (isWest ? -1 : 1)
    }
}
