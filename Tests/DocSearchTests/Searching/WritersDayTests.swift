import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

/// A day is the writer's day in what documents say of themselves, and the asker's in what is asked.
@Suite("The day of the one who wrote, and of the one who asks")
struct WritersDayTests {
    /// Each was written on another day or in another year than it was in UTC.
    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        for (name, date) in [("early", "D:20240101003000+01'00'"), ("late", "D:20231231233000-01'00'")] {
            try archive.write(
                PDFWriter(texts: ["a heron"], information: ["CreationDate": date]).bytes, to: "\(name).pdf")
        }
        let mail = "From: ada@example.org\nSubject: Birds\nDate: Mon, 01 Jan 2024 00:15:00 +0200\n\nA heron.\n"
        try archive.write(mail.utf8, to: "mail.eml")
        try await archive.update()
        return archive
    }

    private static let indexed = Task { try await archive() }

    @Test(arguments: [
        ("date:2024", ["early.pdf", "mail.eml"]), ("date:2023", ["late.pdf"]),
        ("date:2024-01-01", ["early.pdf", "mail.eml"]), ("date:2023-12-31", ["late.pdf"]),
        ("heron on 2024-01-01", ["early.pdf", "mail.eml"]), ("heron in December 2023", ["late.pdf"]),
        ("heron in 2024", ["early.pdf", "mail.eml"]), ("date:2024..2025", ["early.pdf", "mail.eml"]),
    ])
    func documentsAreOfTheWritersDay(query: String, expected: [String]) async throws {
        let found = try await Self.indexed.value.find(query) { $0.match = .all }
        #expect(found.sorted() == expected)
    }

    @Test func yearsAreTheWriters() async throws {
        var request = SearchRequest("heron")
        request.countsFacets = true
        let years = try await Self.indexed.value.index.search(request).facets?.years
        #expect(years?.map { "\($0.name): \($0.documents)" }.sorted() == ["2023: 1", "2024: 2"])
    }

    /// By UTC it would be the other way round.
    @Test func documentsAreSortedByTheWritersClock() async throws {
        let archive = try await Self.indexed.value
        #expect(try archive.find("heron") { $0.sort = .date } == ["early.pdf", "mail.eml", "late.pdf"])
    }

    @Test(arguments: [
        ("early.pdf", "2024-01-01T00:30:00+01:00"), ("late.pdf", "2023-12-31T23:30:00-01:00"),
        ("mail.eml", "2024-01-01T00:15:00+02:00"),
    ])
    func datesAreShownWithTheWritersZone(path: String, date: String) async throws {
        let document = try await Self.indexed.value.index.document(DocumentReference(path))
        #expect(document.date?.description == date)
    }

    /// Noon and evening of New Year's Day of 2024 in UTC.
    @Test(arguments: [
        ("today", 0.0, "GMT", ["first.pdf"]), ("today", 28_800.0, "Asia/Tokyo", ["second.pdf"]),
        ("yesterday", 28_800.0, "Asia/Tokyo", ["first.pdf"]), ("today", 28_800.0, "America/New_York", ["first.pdf"]),
        ("heron today", 28_800.0, "Asia/Tokyo", ["second.pdf"]),
    ])
    func todayIsTheAskers(query: String, later: Double, zone: String, expected: [String]) async throws {
        let archive = try TestArchive()
        let days = [("first", "2024-01-01"), ("second", "2024-01-02")]
        try archive.write(
            days.map { TestDocument($0.0, pages: ["a heron"], date: $0.1) }, to: "all.zip")
        try await archive.update()
        let timeZone = try #require(TimeZone(identifier: zone))
        let found = try archive.find(query) { request in
            request.now = Date(timeIntervalSince1970: 1_704_110_400 + later)
            request.timeZone = timeZone
        }
        #expect(found.map { $0.replacing("all.zip!/", with: "") } == expected)
    }

    /// In Auckland clocks were set back at 14:00 UTC on 2024-04-06, between its midnight and that of UTC.
    @Test(arguments: [
        (1_712_403_000.0, "GMT", "2024-04-06"), (1_712_403_000.0, "Pacific/Auckland", "2024-04-07"),
        (1_712_399_400.0, "Pacific/Auckland", "2024-04-06"), (1_712_403_000.0, "America/New_York", "2024-04-06"),
        (1_712_374_200.0, "America/New_York", "2024-04-05"),
    ])
    func filesWereWrittenOnTheAskersDay(time: Double, zone: String, day: String) async throws {
        let archive = try TestArchive()
        try archive.write(["a heron"], to: "a.pdf")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: archive.root + "/a.pdf")
        try await archive.update()
        let timeZone = try #require(TimeZone(identifier: zone))
        for other in ["2024-04-05", "2024-04-06", "2024-04-07"] {
            let found = try archive.find("modified:\(other)") { $0.timeZone = timeZone }
            #expect(found == (other == day ? ["a.pdf"] : []), "\(other)")
        }
    }
}
