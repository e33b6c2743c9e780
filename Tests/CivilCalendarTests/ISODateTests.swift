import Testing

@testable import CivilCalendar

@Suite("A date in ISO 8601")
struct ISODateTests {
    @Test(arguments: ["0001", "1931", "9999-12", "1931-03-05", "2000-02-29", "1931-03-05T10:30:00Z"])
    func isoDateComesBackAsItWas(text: String) { #expect(ISODate(text)?.description == text) }

    @Test(arguments: [
        ("1931-03-05T10:30", "1931-03-05T10:30:00Z"), ("1931-03-05t10:30:01z", "1931-03-05T10:30:01Z"),
        ("1931-03-05 10:30:01", "1931-03-05T10:30:01Z"), ("1931-03-05T10:30:01.999Z", "1931-03-05T10:30:01Z"),
        ("1931-03-05T10:30:01,5+01", "1931-03-05T09:30:01Z"), ("1931-03-05T00:30:00+0100", "1931-03-04T23:30:00Z"),
        ("1931-12-31T23:30:00-01:30", "1932-01-01T01:00:00Z"), ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"),
    ])
    func isoDateIsPutIntoTheUsualForm(text: String, usual: String) { #expect(ISODate(text)?.description == usual) }

    @Test(arguments: [
        "", "193", "0000", "19310", "1931-", "1931-3", "1931-00", "1931-13", "1931-03-", "1931-03-5", "1931-02-29",
        "1931T10:30", "1931-03T10:30", "1931-03-05T", "1931-03-05T24:00", "1931-03-05T10:60", "1931-03-05T10:30:61",
        "1931-03-05T10:30:00 UTC", "1931-03-05T10:30:00+", "1931-03-05T10:30:00+24", "1931-03-05T10:30:00+01:60",
        "0001-01-01T00:00:00+01", "9999-12-31T23:30:00-01", " 1931", "1931\u{301}", "１９３１",
    ])
    func isoDateIsNotReadFromAnythingElse(text: String) { #expect(ISODate(text) == nil) }
}
