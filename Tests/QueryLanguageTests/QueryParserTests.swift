import Testing

@testable import QueryLanguage

@Suite("A query")
struct QueryParserTests {
    private func parse(_ query: String) -> ParsedQuery { QueryParser().parse(query) }

    @Test(arguments: ["", " ", "\u{0}\n\t", "()", "\u{FEFF}\u{200B}", "AND"])
    func blankQueryAsksForNothing(_ query: String) {
        let parsed = parse(query)
        #expect(parsed.isEmpty)
        #expect(parsed.hints.isEmpty)
        #expect(parsed.description == "(nothing)")
    }

    @Test func queryKeepsWordsAsTyped() {
        let parsed = parse("  e-mail\u{0}it's\u{7}12.5\u{A0}a@b  tax: Ünïcode cafe\u{301} 東京 ½ ")
        #expect(
            parsed.terms.map(\.text) == [
                "e-mail", "it's", "12.5", "a@b", "tax:", "Ünïcode", "cafe\u{301}", "東京", "½",
            ])
        #expect(parsed.terms.allSatisfy { $0.form != .phrase && $0.field == .any })
        #expect(parsed.hints.isEmpty)
        #expect(parsed.excludedTerms.isEmpty)
    }

    @Test func queryKeepsPhrasesOnOneLine() {
        let parsed = parse("\" water\u{0}\n  board, \"")
        #expect(parsed.terms.map(\.text) == ["water board,"])
        #expect(parsed.terms.first?.words == ["water", "board"])
    }

    @Test func queryTellsWhereEachTermStands() {
        let query = "é👍a -title:\"x y\" Re:b 1931.."
        let parsed = parse(query)
        let scalars = Array(query.unicodeScalars)
        let typed = parsed.terms.map { String(scalars: scalars[$0.range]) }
        #expect(typed == ["é👍a", "-title:\"x y\"", "Re", "b"])
        #expect(parsed.filters.map { String(scalars: scalars[$0.range]) } == ["1931.."])
        #expect(parsed.hints.map { String(scalars: scalars[$0.range]) } == ["Re:"])
    }

    @Test(arguments: [
        ("-draft", true), ("-\"draft\"", true), ("--draft", true), ("\u{2212}draft", true),
        ("NOT draft", true),
        ("NOT -draft", true), ("NOT NOT draft", true), ("(-draft)", true), ("(NOT draft)", true),
        ("-(draft)", true), ("-(-draft)", false), ("NOT (NOT draft)", false), ("-((draft))", true),
        ("NOT AND draft", true), ("\u{2013}draft", false), ("not draft", false), ("pre-draft", false),
        ("\"a\"-draft", false), ("\"NOT\" draft", false), ("NOT +++ draft", false),
    ])
    func queryKnowsWhatIsExcluded(_ query: String, isExcluded: Bool) {
        let parsed = parse(query)
        #expect(parsed.excludedTerms == (isExcluded ? parsed.terms : []))
    }

    @Test(arguments: QueryTerm.Field.allCases.filter { $0 != .any })
    func queryTakesFieldsInAnyCase(_ field: QueryTerm.Field) {
        for name in [field.rawValue, field.rawValue.uppercased()] {
            let parsed = parse("\(name):minutes -\(name):“van Dyke”")
            #expect(parsed.terms.map(\.field) == [field, field])
            #expect(parsed.terms.map(\.text) == ["minutes", "van Dyke"])
            #expect(parsed.terms.map { $0.form == .phrase } == [false, true])
            #expect(parsed.excludedTerms == [parsed.terms.last])
        }
    }

    @Test(arguments: ["“a b”", "„a b“", "«a b»", "»a b«", "”a b”", "\"a b”"])
    func queryTakesQuotationMarksOfAllHabits(_ query: String) {
        #expect(parse(query).description == "\"a b\"")
        #expect(parse(query).hints.isEmpty)
    }

    @Test(arguments: ["10:30", "http://x", "a:", "C:\\x", ":x", "1a:b", "x::y", "a@b:c"])
    func queryGivesNoSillyHintForAColon(_ query: String) {
        let parsed = parse(query)
        #expect(parsed.hints.isEmpty)
        #expect(parsed.terms.map(\.text) == [query])
    }

    @Test(arguments: [
        ("canal \"", 6..<7), ("-title:\"a b", 0..<11), ("a title: b", 2..<8),
        ("a NOT", 2..<5),
        ("👍 a", 0..<1), ("a\u{301} foo:b", 3..<7), ("a OR", 2..<4), ("OR b", 0..<2),
        ("\"\" a", 0..<2), ("title:\"\" a", 0..<8), ("a (b", 2..<3), ("a -(b", 3..<4), ("a title:(b", 8..<9),
        ("a) b", 1..<2), ("(a)) b", 3..<4), ("a -()", 2..<4), ("a title:()", 2..<9), ("(a OR) b", 3..<5),
        ("(a NOT) b", 3..<6), ("a NEAR", 2..<6), ("NEAR a", 0..<4), ("a NEAR/0 b", 2..<8), ("a NEAR -b", 2..<6),
        ("-a NEAR b", 3..<7), ("a NEAR wat*", 2..<6), ("a NEAR pages:1", 2..<6), ("(a NEAR b) NEAR c", 11..<15),
        ("a NEAR author:b", 2..<6), ("a OR &", 2..<4), ("a w*r", 2..<5), ("a =w*r", 2..<6), ("a ~e-mail", 2..<9),
        ("a =b*", 2..<5), ("a \"b\"*", 5..<6), ("a foo:(b)", 2..<6), ("has:wings", 0..<9), ("confidence:1", 0..<12),
    ])
    func queryTellsAMistakeOnceAndWhere(_ query: String, range: Range<Int>) {
        #expect(parse(query).hints.first?.range == range)
        #expect(parse(query).hints.count == 1)
    }

    @Test func queryExcludesAnUnknownFieldWithoutAValueAsAWord() {
        #expect(parse("NOT foo:„»").description == "NOT \"foo\"")
    }

    @Test func queryKeepsAtMost64Terms() {
        let parsed = parse((1...70).map { "w\($0)" }.joined(separator: " "))
        #expect(parsed.terms.count == 64)
        #expect(parsed.terms.last?.text == "w64")
        #expect(parsed.hints.map(\.wording) == [.tooManyTerms])
        #expect(parsed.hints.first?.range.upperBound == parsed.text.unicodeScalars.count)
        #expect(parse(String(repeating: "..1935 ", count: 70)).filters.count == 64)
    }

    @Test(arguments: [
        "a & b", "a - b", "- a", "a **", "a * b", "+ a", "a – b — c", "… a ?", "a / b | c", "a; ; b", "a -& b", "a §",
        "a = b", "a ~ b", "«a» ·", "\"a\", \"b\"", "(\"a\") (b)", "\"a\".", "a; b!",
    ])
    func queryGivesNoHintForPunctuation(_ query: String) {
        #expect(parse(query).hints.isEmpty)
        #expect(!parse(query).isEmpty)
        #expect(parse("+++").isEmpty)
        #expect(parse("+++").hints.isEmpty)
        #expect(parse("-").hints.isEmpty)
    }

    @Test func queryTellsOfLeftOutWordsHoweverManyOtherHintsThereAre() {
        let parsed = parse(String(repeating: "👍 ", count: 50) + String(repeating: "w ", count: 70))
        #expect(parsed.hints.count == QueryParser.hintLimit + 1)
        #expect(parsed.hints.last?.wording == .tooManyTerms)
    }

    @Test func queryIsCutAtASpaceWhenTooLong() {
        let parsed = parse("\"" + String(repeating: "ab ", count: 4000))
        #expect(parsed.terms.count == 1)
        #expect(parsed.terms.first?.text.hasSuffix(" ab") == true)
        #expect(parsed.hints == [QueryHint(9_999..<12_001, .tooLong)])
        #expect(parsed.text.unicodeScalars.count == 12_001)
        let unbroken = parse(String(repeating: "a", count: 10_001))
        #expect(unbroken.terms.first?.text.count == 10_000)
        #expect(unbroken.hints.map(\.range) == [10_000..<10_001])
        #expect(parse(String(repeating: "a", count: 10_000)).hints.isEmpty)
    }

    @Test func hintOfAQueryQuotesNoMoreThanALine() {
        let parsed = parse(String(repeating: "a", count: 5000) + ":b")
        #expect(parsed.hints.first.map { $0.message.count < 300 } == true)
    }
}
