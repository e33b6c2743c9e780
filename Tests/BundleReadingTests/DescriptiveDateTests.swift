import CivilCalendar
import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

/// Dates as cataloguers write them.
@Suite struct DescriptiveDateTests {
    private static let dates: [(String, String?)] = [
        // Exact dates are kept.
        ("1990", "1990"), ("1990-05", "1990-05"), ("1990-05-07", "1990-05-07"), (" 1931 ", "1931"),
        ("1931-03-05T10:30:00Z", "1931-03-05T10:30:00Z"), ("19310305", "1931-03-05"),
        ("19310305T103000", "1931-03-05"), ("2012-08-13 14:35:06 UTC", "2012-08-13"),
        // What is not in the calendar, or no time, takes nothing of the rest.
        ("0001-01-01", "0001-01-01"), ("0001-01-01T00:00:00+01:00", "0001-01-01"), ("9999-12-31T23:59:59-01:00", nil),
        ("2023-02-29", "2023"), ("1931-13", "1931"), ("1931-00", "1931"), ("1931-03-05T25:00", "1931-03-05"),
        ("1931-03-05T10:30 noon", "1931-03-05"), ("1931-03-05T", "1931-03-05"),
        // Ranges count by their beginning.
        ("1931-1935", "1931"), ("1931/1935", "1931"), ("1931–1935", "1931"), ("[1931]-1935", "1931"),
        ("1931-[1935]", "1931"), ("1931-", "1931"), ("1931/..", "1931"), ("1931-9999", "1931"), ("1931/32", "1931"),
        ("1931-35", "1931"), ("between 1931 and 1935", "1931"), ("1931 or 1932", "1931"),
        ("1931-03/1935-06", "1931-03"), ("1931-03-05/1931-03-08", "1931-03-05"), ("March 1931-May 1935", "1931"),
        ("5-8 March 1931", "1931-03"), ("March-April 1931", "1931"), ("[1667,1668,1670..1672]", "1667"),
        // Months in words.
        ("March 1931", "1931-03"), ("5 March 1931", "1931-03-05"), ("March 5, 1931", "1931-03-05"),
        ("5th of March 1931", "1931-03-05"), ("Mar. 5, 1931", "1931-03-05"), ("1931 Mar 5", "1931-03-05"),
        ("5. März 1931", "1931-03-05"), ("jeudi 5 mars 1931", "1931-03-05"), ("Thursday, 5 March 1931", "1931-03-05"),
        ("05-Mar-1931", "1931-03-05"), ("Vol. 3, March 1931", "1931-03"), ("31 February 1931", "1931"),
        ("Thu Mar  5 10:30:00 1931", "1931-03-05"), ("août 1931", "1931-08"), ("[5 March 1931?]", "1931-03-05"),
        // A number may count something else, or begin a range.
        ("5, 8 March 1931", "1931-03"), ("March 5-8, 1931", "1931-03"),
        ("5 to 8 March 1931", "1931-03"), ("22 April - 3 May 1931", "1931"), ("Vol. 3 March 1931", "1931-03"),
        ("Vol. 3 March 1931, reprint", "1931-03"), ("dub 1931", "1931"), ("1931年4月", "1931-04"),
        ("22 April 1930 [1931]", "1931-04"), ("until 22 April 1931", nil), ("1931 until 1935", "1931"),
        ("22 XIII 1931", "1931"),
        // The order of numbers is not guessed.
        ("05/03/1931", "1931"), ("25/03/1931", "1931-03-25"), ("03/25/1931", "1931-03-25"),
        ("03/03/1931", "1931-03-03"), ("05.03.1931", "1931-03-05"), ("5. 3. 1931", "1931-03-05"),
        ("05-03-1931", "1931"), ("1931/03/05", "1931-03-05"), ("1931.3.5", "1931-03-05"), ("03/1931", "1931-03"),
        ("Nr. 05/1931", "1931"), ("1931-5", "1931"), ("1931-00-00", "1931"), ("1931-03-00", "1931-03"),
        ("1931-02-30", "1931"), ("19311305", nil), ("19310000", "1931"), ("31.02.1931", "1931"), ("1.2.3.1931", "1931"),
        ("45/03/1931", "1931"), ("1931-03-05 10:30", "1931-03-05T10:30:00Z"),
        // Extended dates (EDTF).
        ("1931-03~", "1931-03"), ("1931-03?", "1931-03"), ("1931-03-05%", "1931-03-05"), ("1931-XX", "1931"),
        ("1931-03-XX", "1931-03"), ("1931-21", "1931"), ("?1931-03", "1931-03"), ("193X", nil), ("19XX", nil),
        ("156X-12", nil), ("Y17E8", nil), ("-1931", nil), ("../1935", nil), ("/1935", nil), ("[..1935]", nil),
        ("unknown/1935", nil),
        // What the cataloguer put right comes first.
        ("1930 [i.e. 1931]", "1931"), ("5692 [1931 or 1932]", "1931"), ("1350 [1931]", "1931"),
        ("MDCCCXXI [1821]", "1821"),
    ]

    private static let yearsInDoubt = [
        "c1931", "[1931]", "1931?", "ca. 1931", "ca.1931", "[ca. 1931?]", "circa 1931", "um 1931", "©1931", "© 1931.",
        "[1931", "1931]", "1931~", "~1931", "%1931", "Anno MDCCCCXXXI [1931]", "London, 1931", "p1931", "[s.l.], 1931",
    ]

    /// A time or a remark behind a clear day takes nothing of it.
    private static let days = [
        "22 April 1931 10:00", "22 April 1931, 10:00", "April 22, 1931 10:00 AM", "Wed, 22 Apr 1931 10:00:00 +0200",
        "Wed Apr 22 10:00:00 1931", "Wed Apr 22 10:00:00 CEST 1931", "Berlin, 22. April 1931",
        "Berlin, den 22. April 1931", "22 April 1931 (copy)", "22 kwietnia 1931 r.", "22 апреля 1931",
        "22 de abril de 1931", "1931:04:22 10:15:30", "D:19310422101530", "D:19310422101530+02'00'", "22.IV.1931",
        "22 IV 1931", "22/IV/1931", "1931年4月22日", "1931年4月22日 10:00", "22 April 1931 - 3 May 1931",
        "22 April 1931 to 3 May 1931", "22. April 1931 bis 3. Mai 1931", "from 22 April 1931 until 3 May 1931",
        "April 22, 1931 - May 3, 1931", "22 April 1931, received 3 May 1932", "[22 April 1931, evening]", "22 kwi 1931",
        "22 dub 1931", "22 huhti 1931", "22 ápr 1931", "22 Nis 1931", "22. dub. 1931", "Letter, 22 April 1931",
    ]

    private static let none = [
        "", " ", "n.d.", "193-", "193-?", "193u", "1930s", "1930's", "1930er Jahre", "20th century", "before 1931",
        "nach 1931", "500 BC", "0044 BCE", "9999", "5692", "0000", "undated", "10,000", "1931931", "١٩٣١", "12/31",
        "193103", "31",
    ]

    @Test(
        arguments: dates + yearsInDoubt.map { ($0, "1931") } + days.map { ($0, "1931-04-22") } + none.map { ($0, nil) })
    func descriptiveDateIsReducedToWhatIsCertain(text: String, date: String?) {
        #expect(DescriptiveDate.normalized(text) == date)
    }

    @Test(
        arguments: [
            ("digitised 2019; original 1931", "1931"), ("1931 (digitised 2019)", "1931"), ("Scanned 2019-05-01", nil),
            ("gescannt am 1.5.2019, Original von 1931", "1931"), ("Digitalisiert 2019", nil),
            ("1931 (digitised 12 March 2019)", "1931"), ("digitised 2018-2019; original 1931", "1931"),
            ("1931, digitised 12 March 2019 by X", "1931"), ("1931-04 (scan: 2018-03)", "1931-04"),
            ("digitized from the 1931 original", "1931"), ("Digitisation of 1931 minutes", "1931"),
            ("Digitalisat der Ausgabe von 1931", "1931"), ("numérisé d'après l'original de 1931", "1931"),
            ("digitised 2019 from a 1985 reprint", "1985"), ("scanned 2019-05-01, 22 April 1931", "1931-04-22"),
            ("Digitalisat (2012) des Drucks von 1931", "1931"), ("Digitalisat [2012]", nil), ("scan: 2018-03", nil),
            ("numérisé en 2015", nil), ("digitized from 1930s negatives, 2019", nil), ("1931, reprint 2015", "1931"),
            ("2019 scan of the 1931 edition", "1931"), ("2015 (digitized); 1931 (original)", "1931"),
            ("12 March 2019 (digitized)", nil), ("1931 (digitized)", "1931"), ("2005 (digitised 2019)", "2005"),
            ("digitised after 2019, printed 1931", "1931"), ("[1931, digitised in May 2019]", "1931"),
            ("scanned 2015, scanned again 2019; 5 March 1931", "1931-03-05"),
        ] as [(String, String?)])
    func theDateOfAScanIsNotTheDocuments(text: String, date: String?) {
        #expect(DescriptiveDate.normalized(text) == date)
        var metadata = DocumentMetadata()
        metadata.setDate([text])
        #expect(metadata.date == date)
        #expect(metadata.details.map(\.label) == (date == nil ? [DocumentMetadata.scanned] : []))
    }

    @Test func descriptiveDateAnswersAnythingWithADateOrNothing() {
        let pieces = [
            "1931", "193", "-", "/", ".", " ", "[", "]", "March", "mai", "05", "5", "00", "99999999", "ca.", "X", "é",
            "\u{301}", "?", "🗓", "1931-03-05", "\0", "before", "s", "'",
        ]
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<5_000 {
            let count = Int.random(in: 0...9, using: &generator)
            let text = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
            guard let date = DescriptiveDate.normalized(text) else { continue }
            #expect(ISODate(date)?.description == date, "\(text)")
            #expect(DescriptiveDate.normalized(date) == date, "\(text)")
        }
    }

    @Test func descriptiveDateIsReadNoFurtherThanADateIsLong() {
        let text = String(repeating: " x", count: 500_000) + " 1931"
        #expect(DescriptiveDate.normalized(text) == nil)
    }
}
