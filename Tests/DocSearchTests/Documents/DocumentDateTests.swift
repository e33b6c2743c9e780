import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

@Suite("Dates as precise as they are known")
struct DocumentDateTests {
    @Test(
        "Each precision starts with the first second of its period",
        arguments: [
            ("1970", 0, .year), ("1970-01", 0, .month), ("1970-01-01", 0, .day),
            ("1970-01-01T00:00:00Z", 0, .instant),
            ("1969", -31_536_000, .year), ("1969-12-31T23:59:59Z", -1, .instant),
            ("1931-03", -1_225_670_400, .month),
            ("1931-03-05", -1_225_324_800, .day), ("2000-02-29", 951_782_400, .day),
            ("2038-01-19T03:14:08Z", 2_147_483_648, .instant), ("1900-03-01", -2_203_891_200, .day),
            ("0001-01-01", -62_135_596_800, .day), ("9999-12-31T23:59:59Z", 253_402_300_799, .instant),
        ] as [(String, Int64, DocumentDate.Precision)])
    func datesAreReadAndWrittenAsPreciseAsTheyAre(text: String, seconds: Int64, precision: DocumentDate.Precision)
        throws
    {
        let date = try #require(DocumentDate(text))
        #expect(date.secondsSinceEpoch == seconds)
        #expect(date.precision == precision)
        #expect(date.description == text)
    }

    @Test(
        "February has 29 days in leap years",
        arguments: [
            (1904, true), (1900, false), (2000, true), (2100, false), (1931, false), (4, true), (400, true),
        ])
    func datesKnowLeapYears(year: Int, isLeap: Bool) {
        let padded = String(String("000\(year)").suffix(4))
        #expect((DocumentDate("\(padded)-02-29") != nil) == isLeap)
        #expect(DocumentDate("\(padded)-02-30") == nil)
    }

    @Test(
        "What is no date, or not in the calendar, is none",
        arguments: [
            "", "31", "193", "19310", "0000", "0000-01-01", "-931", "+931", " 1931", "1931 ", "1931-",
            "1931-3", "1931-00",
            "1931-13", "1931/03", "1931-03-00", "1931-03-32", "1931-04-31", "1931-02-29", "1931-3-05",
            "1931-03-5",
            "1931-03-05T", "1931-03-05T24:00:00Z", "1931-03-05T10:60:00Z", "1931-03-05T10:30:60Z",
            "1931-03-05T10:30:00", "1931-03-05T10:30:00z", "1931-03-05 10:30:00Z", "1931-03-05T10:30:00+",
            "１９３１",
            "1931-03-05T10-30-00Z", "193a", "March 1931", "1931\u{301}", "19-1-03-05",
        ])
    func textsThatAreNoDatesAreRefused(text: String) {
        #expect(DocumentDate(text) == nil)
    }

    @Test func datesAgreeWithFoundationOnRandomDays() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        var generator = SeededGenerator(seed: 1931)
        for _ in 0..<3000 {
            // From 1583 on, where Foundation's calendar and the proleptic one are the same.
            let seconds = Int64.random(in: -12_212_553_600...253_402_300_799, using: &generator)
            let date = DocumentDate(secondsSinceEpoch: seconds, precision: .instant)
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second],
                from: Date(timeIntervalSince1970: Double(seconds)))
            let expected = String(
                format: "%04d-%02d-%02dT%02d:%02d:%02dZ", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0,
                parts.hour ?? 0, parts.minute ?? 0, parts.second ?? 0)
            #expect(date.description == expected)
            #expect(DocumentDate(date.description) == date)
        }
    }

    @Test(arguments: DocumentDate.Precision.allCases)
    func datesComeBackFromTheirText(precision: DocumentDate.Precision) throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let seconds = Int64.random(in: -62_135_596_800...253_402_300_799, using: &generator)
            let text = DocumentDate(secondsSinceEpoch: seconds, precision: precision).description
            let date = try #require(DocumentDate(text), "\(text)")
            #expect(date.description == text)
            #expect(date.precision == precision)
            #expect(date.secondsSinceEpoch <= seconds)
        }
    }

    @Test func datesSortByTime() {
        let sorted = ["1930-12-31", "1931", "1931-03", "1931-03-05", "1932"]
        let dates = sorted.reversed().compactMap { DocumentDate($0) }.sorted()
        #expect(dates.map(\.description) == sorted)
    }

    @Test(
        "Every number of seconds has a text",
        arguments: [Int64.min, Int64.min + 1, Int64.max, Int64.max - 1, -62_135_596_801, 253_402_300_800])
    func anyNumberOfSecondsIsDescribedAsADate(seconds: Int64) async {
        // In a process of its own, because a trap would end all tests.
        await #expect(processExitsWith: .success) { [seconds] in
            for precision in DocumentDate.Precision.allCases {
                _ = DocumentDate(secondsSinceEpoch: seconds, precision: precision).description
            }
        }
    }
}
