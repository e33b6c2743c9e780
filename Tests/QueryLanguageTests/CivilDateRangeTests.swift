import CivilCalendar
import Testing

@testable import QueryLanguage

@Suite("A range of civil dates")
struct CivilDateRangeTests {
    @Test func rangeOfDatesBecomesSecondsInUTC() {
        let january = CivilDateRange(from: CivilDate(year: 1970, month: 1, day: 2), to: CivilDate(year: 1970, month: 1))
        #expect(january.secondsSinceEpoch().lower == 86_400)
        #expect(january.secondsSinceEpoch().upperExclusive == 2_678_400)
        let open = CivilDateRange(from: nil, to: nil).secondsSinceEpoch()
        #expect(open.lower == nil)
        #expect(open.upperExclusive == nil)
    }
}
