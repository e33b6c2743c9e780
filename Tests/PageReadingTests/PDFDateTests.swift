import Foundation
import Testing

@testable import PageReading

@Suite("A PDF date")
struct PDFDateTests {
    @Test(arguments: [
        ("D:20040506070809Z", "2004-05-06T07:08:09Z"), ("D:20040506070809", "2004-05-06T07:08:09Z"),
        ("D:20040506070809+02'00'", "2004-05-06T07:08:09+02:00"),
        ("D:20040506070809-0530", "2004-05-06T07:08:09-05:30"),
        ("D:20040101003000+01'00'", "2004-01-01T00:30:00+01:00"),
        ("D:20031231233000-01'00", "2003-12-31T23:30:00-01:00"),
        ("20040229120000Z00'00'", "2004-02-29T12:00:00Z"), ("D:200405060708", "2004-05-06T07:08:00Z"),
        ("D:20040506", "2004-05-06"), ("D:200405", "2004-05"), ("D:2004", "2004"),
        ("D:2004050607", "2004-05-06"),
        ("D:20040506990000", "2004-05-06"), ("2004-05-06", "2004-05-06"),
        ("2004-05-06T07:08:09+02:00", "2004-05-06T07:08:09+02:00"), ("2004-05-06 07:08:09", "2004-05-06T07:08:09Z"),
        ("D:2004-05-06", "2004-05-06"), ("2004/05/06 07:08:09", "2004-05-06T07:08:09Z"), ("2004/5/6", "2004-05-06"),
        ("2004:05:06 07:08:09", "2004-05-06T07:08:09Z"), ("20040506", "2004-05-06"),
        ("1/2/2004 10:00", "2004"), ("13/2/2004 10:00", "2004-02-13"), ("2/13/2004 10:00:00 AM", "2004-02-13"),
        ("Mon Jan 01 10:00:00 2024", "2024-01-01"), ("Tue Jan  1 00:30:00 2019", "2019-01-01"),
        ("Tuesday, January 01, 2019 12:30:00 AM", "2019-01-01"), ("Dienstag, 1. Januar 2019 00:30:00", "2019-01-01"),
        ("1 Jan 2019 10:00:00 +0100", "2019-01-01"),
    ])
    func pdfDateIsReadAtItsPrecision(_ text: String, expected: String) { #expect(PDFDate.iso8601(text) == expected) }

    @Test(arguments: [
        "", "D:", "D:20", "D:0000", "D:200413", "D:20040230", "D:19000229", "May 2004", "D:200é",
        "T", "TT-/", "(null)", "10:15:45", "1/2/04", "32 May 2004", "-", "//2004",
    ])
    func pdfDateIsNotReadWhenImpossible(_ text: String) { #expect(PDFDate.iso8601(text) == nil) }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", false), ("1969-12-31T19:00:00-05:00", false), ("1970-01-01T01:00:00+01:00", false),
        ("1980-01-01T00:00:00Z", false), ("1904-01-01", false), ("1601-01-01T00:00:00Z", false), ("1970", true),
        ("1970-01-02", true), ("1931-04-22", true), ("2999-01-01", false),
    ])
    func theFirstDayOfAClockThatWasNeverSetIsNotCredible(date: String, expected: Bool) {
        #expect(PDFDate.isCredible(date) == expected)
    }

    @Test(arguments: [("2025-11-26", true), ("2025-11-27", false), ("2025", true), ("2026", false), ("1601", true)])
    func pdfDateHasComeWhenItIsNotAfterTomorrow(date: String, expected: Bool) {
        // 2025-11-25, noon.
        #expect(PDFDate.hasCome(date, now: Date(timeIntervalSince1970: 1_764_072_000)) == expected)
    }
}
