import DocSearch
import DocSearchTestSupport
import Testing

@Suite("Short words and numbers that tell")
struct ShortWordTests {
    private static let archived = Task {
        let archive = try TestArchive()
        let others = (0..<3).flatMap { number in
            [
                TestDocument(
                    "vitamin\(number)", pages: ["Vitamin B, vitamin D and a vitamin \(number) vitamin"],
                    title: "Vitamin"),
                TestDocument(
                    "office\(number)", pages: ["Office of roads, it is the office \(number) office"], title: "Office"),
            ]
        }
        try archive.write(
            others + [
                TestDocument(
                    "vitamin-a", pages: ["the school gave vitamin A to all who were asked about it at the time"]),
                TestDocument("it", pages: ["the IT office has moved to the old mill with a cart and all its chairs"]),
                TestDocument("code-123", pages: ["file QX-123/4 and a bill of 12 pounds"]),
                TestDocument("code-129", pages: ["file QX-129/4"]),
                TestDocument("code-2", pages: ["file QX-2/4 and a bill of 129 pounds"]),
                TestDocument("running", pages: ["see QX-running"]),
            ], to: "all.zip")
        let sums = ["plain 12450.75", "comma 12,450.75", "point 12.450,75", "swiss 12'450.75", "blank 12 450,75"]
        for sum in sums { try archive.write(["the sum is \(sum)"], to: "sum-\(sum.prefix(5)).pdf") }
        for (name, sum) in ShortWordTests.millions {
            try archive.write(["the bill came to \(sum) in all"], to: "million-\(name).pdf")
        }
        try archive.write(["the houses 100, 200 and 300 and 1 of 250 or 300 men, see line 12"], to: "houses.pdf")
        try archive.write(["see \u{A7} 12 of the by-law"], to: "section.pdf")
        try archive.write(["the XIT clinic of the county sent rules when asked which"], to: "clinic.pdf")
        try archive.write(["the sum is 12450 pounds and 12 crowns in 1931"], to: "whole.pdf")
        try archive.write(["the sum is 1 931 pounds"], to: "year.pdf")
        for (name, cost) in [("plain", "27500"), ("dotted", "27.500"), ("blank", "27 500"), ("cents", "27500,80")] {
            try archive.write(["the mill cost \(cost) marks"], to: "cost-\(name).pdf")
        }
        try archive.write(["in room 27 there were 500 sacks"], to: "sacks.pdf")
        for (name, toll) in [("five", "63750.5"), ("fifty", "63,750.50")] {
            try archive.write(["the toll was \(toll) crowns"], to: "toll-\(name).pdf")
        }
        try await archive.update()
        return archive
    }

    @Test(arguments: [
        ("vitamin A", "vitamin-a.pdf"), ("vitamin a", "vitamin-a.pdf"), ("school vitamin A", "vitamin-a.pdf"),
        ("IT office", "it.pdf"), ("it office", "it.pdf"), ("IT office mill", "it.pdf"),
    ])
    func aStopWordThatTellsStandsBesideItsNeighbour(query: String, first: String) async throws {
        for match in SearchRequest.Match.allCases {
            var request = SearchRequest(query)
            request.match = match
            let results = try await Self.archived.value.index.search(request)
            #expect(results.hits.first?.document.entry == first, "\(query), \(match)")
            #expect(results.totalWithAll == 1, "\(query), \(match)")
        }
    }

    /// Stems make "planning a" and "plan A" the same.
    @Test(arguments: ["plan A", "we follow plan A", "\"plan A\"", "text:\"plan A\"", "follow \"plan A\""])
    func wordsSideBySideAsTypedComeBeforeOtherFormsInATitle(query: String) async throws {
        let archive = try TestArchive()
        var documents = [
            TestDocument("plan", pages: ["In an emergency we follow plan A first"], title: "Emergency"),
            TestDocument("house", pages: ["plans, the plan of plans: a house we follow"], title: "Planning a plan"),
            TestDocument("mill", pages: ["we follow up, planning a mill and planning a wall, planning a house"]),
            TestDocument("wall", pages: ["We follow no plan and plan a wall"], title: "The plan"),
        ]
        documents += (0..<9).map { TestDocument("other\($0)", pages: ["plan the mill \($0)"], title: "Untitled") }
        try archive.write(documents, to: "all.zip")
        try await archive.update()
        for match in [SearchRequest.Match.auto, .all] {
            #expect(try archive.names(query) { $0.match = match }.first == "plan", "\(match)")
        }
    }

    @Test(arguments: ["\"running water\"", "text:\"running water\"", "text:running"])
    func aPhraseAsTypedComesBeforeItsOtherForms(query: String) async throws {
        let archive = try TestArchive()
        try archive.write(
            [
                TestDocument("typed", pages: ["a mill, a lock and a weir need running water all day, in each season"]),
                TestDocument("other", pages: ["run water, runs water, run water"], title: "Run water"),
            ], to: "all.zip")
        try await archive.update()
        #expect(try archive.names(query) == ["typed", "other"])
    }

    @Test(arguments: [
        ("Section 8", "section 9, a section of 8 men, section 7, section"),
        ("schedule B", "schedule A, a schedule for the B, schedule C, schedule"),
        ("vitamin k", "vitamin C, a vitamin for Mr K, vitamin D, vitamin"),
        ("Room 12b", "room 5, hotel 12b, room, room"),
        ("Part II", "part I, a part of the II, part III, part"),
        ("vitamin a deficiency", "a vitamin is a deficiency, vitamin deficiency, vitamin deficiency"),
        ("board Section 8", "a section of 8 men, board board of the section, board"),
    ])
    func aNumberOrALetterBesideItsNeighbourComesFirst(query: String, other: String) async throws {
        let archive = try TestArchive()
        let words = "the board and others met in the hall on a wet day to hear of the road and the mill"
        try archive.write(
            [
                TestDocument("beside", pages: ["\(words) \(query) \(words) \(words)"], title: "Untitled"),
                TestDocument("apart", pages: [other], title: "Untitled"),
            ], to: "all.zip")
        try await archive.update()
        #expect(try archive.names(query) { $0.match = .all } == ["beside", "apart"])
    }

    @Test(arguments: [false, true])
    func aPairAsTypedComesFirstOfManyWhateverPeopleSaid(isSaid: Bool) async throws {
        let archive = try TestArchive()
        let others = (0..<120).map {
            TestDocument("other\($0)", pages: ["planning a wall \($0 < 80 ? "by plan" : "")"], title: "Untitled")
        }
        let typed = TestDocument("typed", pages: ["In an emergency we all follow plan A first"], title: "Untitled")
        try archive.write(others + [typed], to: "all.zip")
        try await archive.update()
        if isSaid {
            let document = try archive.index.document(DocumentReference("all.zip!/other7.pdf"))
            _ = try archive.index.addNote("seen", to: document, by: "ada")
        }
        #expect(try archive.names("plan A").first == "typed")
    }

    @Test func otherFormsAreNotTakenForThePairAsTyped() async throws {
        let archive = try TestArchive()
        var documents = [
            TestDocument("note", pages: ["planning a wall after the plan"], title: "Untitled"),
            TestDocument("house", pages: ["planning a house"], title: "Planning a house"),
        ]
        documents += (0..<9).map { TestDocument("other\($0)", pages: ["the mill \($0)"], title: "Untitled") }
        try archive.write(documents, to: "all.zip")
        try await archive.update()
        #expect(try archive.names("plan A").first == "house")
    }

    @Test func whatAStopWordTellsIsSaid() async throws {
        let index = try await Self.archived.value.index
        let understood = try index.search(SearchRequest("vitamin A -office")).understood
        #expect(understood == "vitamin AND A AND \"vitamin A\" NOT office")
        #expect(try index.search(SearchRequest("IT office mill")).understood.hasSuffix("AND \"IT office\""))
    }

    @Test(arguments: ["the office", "A vitamin for the school", "vitamin of the school", "A VITAMIN IN THE OFFICE"])
    func otherStopWordsTellNothing(query: String) async throws {
        let understood = try await Self.archived.value.index.search(SearchRequest(query)).understood
        #expect(!understood.contains("\""), "\(understood)")
    }

    @Test(arguments: [
        ("QX-12*", ["code-123", "code-129"]), ("QX-123*", ["code-123"]), ("QX-2*", ["code-2"]),
        ("QX-runn*", ["running"]), ("QX-4*", []), ("text:QX-12*", ["code-123", "code-129"]),
        ("QX-12* -QX-129*", ["code-123"]),
    ])
    func theBeginningOfACodeEndsThePhrase(query: String, expected: [String]) async throws {
        let found = try await Self.archived.value.find(query) { $0.match = .all }
        #expect(found.sorted() == expected.map { "all.zip!/\($0).pdf" })
    }

    @Test(arguments: ["12450.75", "12,450.75", "12.450,75", "12'450.75", "12 450,75", "£12,450.75"])
    func aSumIsFoundHoweverItsThousandsAreDivided(query: String) async throws {
        let found = try await Self.archived.value.find(query) { $0.match = .all }
        #expect(found.sorted() == ["blank", "comma", "plain", "point", "swiss"].map { "sum-\($0).pdf" })
    }

    private static let millions = [
        ("plain", "1250300.50"), ("comma", "1,250,300.50"), ("point", "1.250.300,50"), ("swiss", "1'250'300.50"),
        ("curly", "1\u{2019}250\u{2019}300.50"), ("blank", "1 250 300,50"), ("hard", "1\u{A0}250\u{A0}300,50"),
        ("thin", "1\u{2009}250\u{2009}300,50"), ("narrow", "1\u{202F}250\u{202F}300,50"),
    ]

    @Test(arguments: millions.map(\.1) + ["bill 1 250 300,50", "$1,250,300.50"])
    func aSumOfSeveralGroupsIsOneNumber(query: String) async throws {
        let found = try await Self.archived.value.find(query) { ($0.match, $0.limit) = (.all, 50) }
        #expect(found.sorted() == Self.millions.map { "million-\($0.0).pdf" }.sorted())
    }

    @Test(arguments: ["1 250 300", "1250300", "1.250.300", "1\u{202F}250\u{202F}300"])
    func aWholeSumIsFoundWithItsFraction(query: String) async throws {
        let found = try await Self.archived.value.find(query) { ($0.match, $0.limit) = (.all, 50) }
        #expect(found.sorted() == Self.millions.map { "million-\($0.0).pdf" }.sorted())
    }

    @Test(arguments: ["27 500", "27\u{A0}500", "mill 27 500", "mill 27 500 marks"])
    func aNumberWithABlankIsOneOrTwo(query: String) async throws {
        let found = try await Self.archived.value.find(query) { $0.match = .all }
        let costs = ["blank", "cents", "dotted", "plain"].map { "cost-\($0).pdf" }
        #expect(found.sorted() == costs + (query.hasPrefix("27") ? ["sacks.pdf"] : []))
    }

    @Test(arguments: ["27500", "EUR27500", "EUR27.500", "DM27,500"])
    func aNumberIsFoundWhateverStandsBeforeIt(query: String) async throws {
        let found = try await Self.archived.value.find(query) { $0.match = .all }
        #expect(found.sorted() == ["blank", "cents", "dotted", "plain"].map { "cost-\($0).pdf" })
    }

    @Test(arguments: ["63750.5", "63750,50", "63,750.5", "63 750,50"])
    func tenthsAreHundredths(query: String) async throws {
        let found = try await Self.archived.value.find(query) { $0.match = .all }
        #expect(found.sorted() == ["toll-fifty.pdf", "toll-five.pdf"])
    }

    private static let prices = Task {
        let archive = try TestArchive()
        for (name, text) in [
            ("pence", "88450.75, 88,450.75 and 88.450,75"), ("whole", "a mill, a lock and a weir for 88,450 in all"),
            ("plain", "a mill, a lock and a weir for 88450 in all"), ("zeros", "the price was 10.000,00 marks"),
            ("english", "the price was 20,000.00 marks"), ("round", "the price was 30,000 marks"),
            ("glued", "paid EUR1.250.300,50 for it"), ("behind", "paid 44,300DM for it"),
            ("lakhs", "the mill cost Rs 12,34,567 in all"), ("lakh", "paid 1,00,000.50 and 3,00,000 in all"),
        ] { try archive.write([text], to: "\(name).pdf") }
        try await archive.update()
        return archive
    }

    @Test(arguments: ["88,450", "88450", "88.450"])
    func aWholeSumComesBeforeOneWithAFraction(query: String) async throws {
        let found = try await Self.prices.value.find(query)
        #expect(found.count == 3 && found.last == "pence.pdf", "\(found)")
    }

    @Test(arguments: [
        ("1,234", "1 234 567,80", "1,234"), ("12450", "12 450 000 fr. and 12 450 000 fr.", "12 450"),
        ("234,567", "1 234 567 and 1 234 567", "234 567"),
    ])
    func aSumComesBeforeALargerOneThatItIsAPartOf(query: String, larger: String, sum: String) async throws {
        let archive = try TestArchive()
        try archive.write(["it cost \(larger)"], to: "larger.pdf")
        try archive.write(["a mill, a lock and a weir by the road for \(sum) in all"], to: "sum.pdf")
        try await archive.update()
        #expect(try archive.find(query) == ["sum.pdf", "larger.pdf"])
    }

    @Test(arguments: ["45000", "45,000", "45 000", "45\u{2032}000", "45\u{B4}000"])
    func aSumIsFoundInEachCurrency(query: String) async throws {
        let archive = try TestArchive()
        let sums = [
            "Rs45,000", "Fr45'000", "Kr45.000", "45.000M", "EUR45.000", "45,000USD", "45\u{2032}000", "45\u{B4}000",
        ]
        for (number, sum) in sums.enumerated() { try archive.write(["paid \(sum) for it"], to: "\(number).pdf") }
        try await archive.update()
        #expect(try archive.find(query) { $0.match = .all }.count == sums.count)
    }

    @Test(arguments: [
        ("M3000", ["drill"]), ("mk3000", ["lathe"]), ("FR3000", []), ("the NEAR M3000", ["drill"]),
        ("3000", ["behind", "marked", "sum"]), ("3,000", ["behind", "marked", "sum"]),
        ("M3.000", ["behind", "marked", "sum"]), ("3000M", ["behind", "marked", "sum"]),
    ])
    func aCodeOfAThingIsNoSum(query: String, expected: [String]) async throws {
        let archive = try TestArchive()
        for (name, text) in [
            ("drill", "the drill M3000"), ("lathe", "the lathe MK3000"), ("sum", "paid 3,000 for it"),
            ("marked", "paid M3.000 for it"), ("behind", "paid 3000kr for it"),
        ] { try archive.write([text], to: "\(name).pdf") }
        try await archive.update()
        #expect(try archive.find(query) { $0.match = .all }.sorted() == expected.map { "\($0).pdf" })
    }

    @Test(arguments: ["price NEAR/5 10000", "marks NEAR/3 10,000.00", "text:price NEAR/5 text:10'000"])
    func aSumNearAWordIsOneNumber(query: String) async throws {
        #expect(try await Self.prices.value.find(query) { $0.match = .all } == ["zeros.pdf"])
    }

    @Test(arguments: [
        ("10000,00", "zeros"), ("10000.00", "zeros"), ("10000", "zeros"), ("20000,00", "english"),
        ("20.000,00", "english"),
        ("30000,00", "round"), ("1.250.300,50", "glued"), ("1250300.50", "glued"), ("1 250 300,50", "glued"),
        ("EUR1250300.50", "glued"), ("44300", "behind"), ("44.300", "behind"),
        ("1,234,567", "lakhs"), ("1234567", "lakhs"), ("12,34,567", "lakhs"), ("1.234.567", "lakhs"),
        ("300000", "lakh"), ("300,000", "lakh"), ("100000,50", "lakh"), ("1,00,000.5", "lakh"), ("INR300000", "lakh"),
        ("1250300.50EUR", "glued"), ("1,250,300.50EUR", "glued"), ("44.300DM", "behind"), ("20,000.00EUR", "english"),
    ])
    func aSumIsFoundWithItsZerosAndItsCurrency(query: String, expected: String) async throws {
        #expect(try await Self.prices.value.find(query) { $0.match = .all } == ["\(expected).pdf"])
    }

    @Test func numbersWithAWordBetweenThemAreTwo() async throws {
        #expect(try await Self.archived.value.find("27 of 500") { $0.match = .all }.contains("cost-plain.pdf") == false)
    }

    @Test func threeNumbersAreNoSum() async throws {
        #expect(try await Self.archived.value.find("100 200 300") { $0.match = .all } == ["houses.pdf"])
    }

    @Test(arguments: ["\"\u{A7}12\"", "\"\u{A7} 12\"", "\"see \u{A7} 12 of\""])
    func aSectionIsFoundWithAndWithoutABlank(query: String) async throws {
        #expect(try await Self.archived.value.find(query) { $0.match = .all } == ["section.pdf"])
    }

    /// Where no page has them side by side.
    @Test(arguments: ["WHICH clinic", "clinic WHICH", "county WHICH rules"])
    func aTellingStopWordThatNowhereStandsBesideItsNeighbourIsAWord(query: String) async throws {
        for match in SearchRequest.Match.allCases {
            let found = try await Self.archived.value.find(query) { $0.match = match }
            #expect(found == ["clinic.pdf"], "\(match)")
        }
    }

    @Test func numbersThatAreNoSumsAreFoundAsTheyAre() async throws {
        let archive = try await Self.archived.value
        #expect(try archive.find("12450").count == 6)
        #expect(try archive.find("1931") == ["whole.pdf"], "a year is no sum")
        #expect(try archive.find("=12450 -\"12450 75\"") == ["whole.pdf"], "what is exact is found as it is")
        #expect(try archive.find("sum -12,450.75") { $0.match = .all }.contains("sum-plain.pdf"))
    }
}
