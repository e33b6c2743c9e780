import Testing

@testable import CivilCalendar

@Suite("A civil date")
struct CivilDateTests {
    @Test(
        arguments: [
            (0, nil, nil), (10_000, nil, nil), (-1, 1, 1), (1931, 0, nil), (1931, 13, nil), (1931, 2, 29),
            (1900, 2, 29), (1931, 4, 31), (1931, 4, 0), (1931, nil, 5), (.max, 1, 1), (1931, .min, 1),
        ] as [(Int, Int?, Int?)])
    func civilDateIsNotMadeFromWhatIsNotInTheCalendar(year: Int, month: Int?, day: Int?) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test func civilDateCoversItsPrecision() throws {
        let year = try #require(CivilDate(year: 1932))
        #expect(year.firstDay == (1932, 1, 1))
        #expect(year.lastDay == (1932, 12, 31))
        #expect(year.daysSinceEpoch.count == 366)
        let month = try #require(CivilDate(year: 1900, month: 2))
        #expect(month.firstDay == (1900, 2, 1))
        #expect(month.lastDay == (1900, 2, 28))
        let day = try #require(CivilDate(year: 1931, month: 3, day: 5))
        #expect(day.firstDay == (1931, 3, 5))
        #expect(day.lastDay == (1931, 3, 5))
    }

    @Test(
        arguments: [
            ((1970, 1, 1), 0), ((1969, 12, 31), -1), ((2000, 3, 1), 11_017), ((1931, 3, 5), -14_182),
            ((1, 1, 1), -719_162), ((9999, 12, 31), 2_932_896),
        ] as [((Int, Int, Int), Int)])
    func civilDateCountsDaysFromTheEpoch(day: (Int, Int, Int), number: Int) {
        #expect(CivilDate.daysSinceEpoch((day.0, day.1, day.2)) == number)
    }

    @Test func daysOfTheCalendarAreNumberedInOrder() {
        var number = CivilDate.daysSinceEpoch((1, 1, 1))
        var wrong = 0
        for year in 1...9999 {
            for month in 1...12 {
                for day in [1, CivilDate.dayCount(year: year, month: month)] {
                    let expected = day == 1 ? number : number + day - 1
                    let date = CivilDate(year: year, month: month, day: day)
                    if CivilDate.daysSinceEpoch((year, month, day)) != expected { wrong += 1 }
                    if CivilDate(daysSinceEpoch: expected) != date { wrong += 1 }
                }
                number += CivilDate.dayCount(year: year, month: month)
            }
        }
        #expect(wrong == 0)
        #expect(CivilDate(daysSinceEpoch: number) == nil)
        #expect(CivilDate(daysSinceEpoch: .max) == nil)
        #expect(CivilDate(daysSinceEpoch: .min) == nil)
    }

    @Test(arguments: [
        ("1931", "1932"), ("1931-12", "1932-01"), ("1931-02-28", "1931-03-01"), ("1932-02-28", "1932-02-29"),
        ("1931-12-31", "1932-01-01"),
    ])
    func civilDateKnowsItsNeighbours(earlier: String, later: String) throws {
        let first = try #require(Self.date(earlier))
        let second = try #require(Self.date(later))
        #expect(first.next == second)
        #expect(second.previous == first)
        #expect(first.description == earlier)
        #expect(second.description == later)
    }

    @Test func civilDateHasNoNeighbourOutsideTheCalendar() throws {
        for text in ["0001", "0001-01", "0001-01-01"] {
            #expect(try #require(Self.date(text)).previous == nil)
        }
        for text in ["9999", "9999-12", "9999-12-31"] { #expect(try #require(Self.date(text)).next == nil) }
    }

    private static func date(_ text: String) -> CivilDate? {
        let numbers = text.split(separator: "-").compactMap { Int($0) }
        return CivilDate(
            year: numbers.first ?? 0, month: numbers.count > 1 ? numbers[1] : nil,
            day: numbers.count > 2 ? numbers[2] : nil)
    }
}
