import Testing

@testable import CivilCalendar

@Suite("A second in UTC")
struct CivilInstantTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (951_825_601, "2000-02-29T12:00:01Z"),
            (-62_135_596_800, "0001-01-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
            (253_402_300_800, "10000-01-01T00:00:00Z"),
        ])
    func instantIsWrittenInISO8601(seconds: Int, text: String) {
        #expect(CivilInstant(secondsSinceEpoch: seconds).description == text)
    }

    @Test(
        arguments: [
            (0.999, 0), (-0.001, -1), (-62_135_596_800, -62_135_596_800), (253_402_300_799.9, 253_402_300_799),
            (-62_135_596_800.1, nil), (253_402_300_800, nil), (.nan, nil), (.infinity, nil), (-.infinity, nil),
            (1e300, nil),
        ] as [(Double, Int?)])
    func instantIsTheSecondThatATimeFallsIn(time: Double, seconds: Int?) {
        #expect(CivilInstant(secondsSinceEpoch: time)?.secondsSinceEpoch == seconds)
    }

    @Test(
        arguments: [
            (86_399, "2000-02-29T23:59:59Z"), (86_400, "2000-03-01T00:00:00Z"), (-1, "2000-02-28T23:59:59Z"),
        ])
    func instantIsCountedFromADay(seconds: Int, text: String) throws {
        let day = try #require(CivilDate(year: 2000, month: 2, day: 29))
        #expect(CivilInstant(day, seconds: seconds)?.description == text)
    }

    @Test func instantIsNotCountedOutOfTheCalendar() throws {
        let first = try #require(CivilDate(year: 1))
        #expect(CivilInstant(first, seconds: -1) == nil)
        let last = try #require(CivilDate(year: 9999, month: 12, day: 31))
        #expect(CivilInstant(last, seconds: 86_400) == nil)
    }

    @Test(arguments: [("2025-11-26", true), ("2025-11-27", false), ("2025", true), ("2026", false), ("1601", true)])
    func dateIsCredibleWhenItIsNotAfterTomorrow(date: String, expected: Bool) {
        // 2025-11-25, noon.
        #expect(CivilInstant.isCredible(date, now: 1_764_072_000) == expected)
    }
}
