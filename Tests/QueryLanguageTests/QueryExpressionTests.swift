import Testing

@testable import QueryLanguage

/// Trees, written so that words stand for terms: `all(a not(b))`.
@Suite("The tree of a query")
struct QueryExpressionTests {
    private func tree(_ query: String) -> String {
        QueryParser().parse(query).expression.map(Self.text) ?? "nothing"
    }

    @Test(arguments: [
        ("a", "a"), ("((a))", "a"), ("a b c", "all(a b c)"), ("(a b) c", "all(a b c)"), ("a OR b OR c", "any(a b c)"),
        ("(a OR b) OR c", "any(a b c)"), ("a OR (b OR c)", "any(a b c)"), ("a b OR c", "all(a any(b c))"),
        ("(a b) OR c", "any(all(a b) c)"), ("a OR (b c) OR d", "any(a all(b c) d)"), ("-a", "not(a)"),
        ("-(a b)", "not(all(a b))"), ("NOT (a OR b)", "not(any(a b))"), ("NOT (NOT a)", "a"), ("-(-(-a))", "not(a)"),
        ("a -(b -(c d))", "all(a not(all(b not(all(c d)))))"), ("a OR (NOT b)", "any(a not(b))"),
        ("NOT (NOT (a b)) c", "all(a b c)"), ("a NEAR b", "near10(a b)"), ("a NEAR/3 b NEAR/2 c", "near2(a b c)"),
        ("a OR b NEAR c d", "all(any(a near10(b c)) d)"), ("NOT a NEAR b", "not(near10(a b))"),
        ("(a) NEAR (b)", "near10(a b)"), ("(a NEAR b) NEAR c", "all(near10(a b) c)"),
        ("a NEAR b OR c", "any(near10(a b) c)"),
        ("a OR pages:1", "any(a pages:1)"), ("a OR b NEAR c* d", "all(any(a b) c d)"), ("a OR () b", "any(a b)"),
        ("a OR (& +) b", "all(a b)"), ("NOT () a", "not(a)"), ("foo:(a b) OR c", "any(all(foo a b) c)"),
        ("a OR foo:b", "any(a all(foo b))"), ("a OR -b", "all(a not(b))"), ("a b) c", "all(a b c)"),
        ("(a OR b", "any(a b)"),
        ("-(a", "not(a)"), ("a (b", "all(a b)"), ("\"a\"(b OR c)", "all(a any(b c))"), ("(a)b", "all(a b)"),
        ("(a)-b", "all(a not(b))"), ("a(b c)", "all(a(b c)"),
    ])
    func treeOfAQueryIsAsTheParenthesesSay(_ query: String, expected: String) { #expect(tree(query) == expected) }

    @Test(arguments: [
        ("title:(a b)", ["title", "title"]), ("title:(a author:b)", ["title", "author"]),
        ("title:((a OR b) -c)", ["title", "title", "title"]), ("title:(a) b", ["title", "any"]),
        ("title:(foo:b)", ["title", "title"]), ("author:(a title:(b c) d)", ["author", "title", "title", "author"]),
        ("text:(\"a b\" =c ~d e*)", ["text", "text", "text", "text"]),
    ])
    func fieldIsGivenToAllInItsGroup(_ query: String, fields: [String]) {
        #expect(QueryParser().parse(query).terms.map(\.field.rawValue) == fields)
    }

    @Test(arguments: [
        ("path:(a b)", "path:a AND path:b"), ("date:(1931 OR 1935)", "date:1931 OR date:1935"),
        ("has:(notes tags)", "has:notes AND has:tags"), ("-lang:(de OR en)", "NOT (lang:de OR lang:en)"),
        ("pages:(>3 -5)", "pages:4.. NOT pages:5"), ("path:(~a =b)", "path:\"~a\" AND path:\"=b\""),
    ])
    func factIsGivenToAllInItsGroup(_ query: String, canonicalForm: String) {
        #expect(QueryParser().parse(query).description == canonicalForm)
        #expect(QueryParser().parse(query).hints.isEmpty)
    }

    @Test(arguments: [
        ("wat*", QueryTerm.Form.prefix, "wat"), ("wat**", .prefix, "wat"), ("'wat.*", .prefix, "wat"),
        ("e-mai*", .prefix, "e-mai"), ("OR*", .prefix, "OR"), ("1*", .prefix, "1"), ("=a", .exact, "a"),
        ("=C++", .exact, "C++"), ("=“a  b”", .exact, "a b"), ("=AND", .exact, "AND"), ("~a", .fuzzy, "a"),
        ("~a.", .fuzzy, "a"), ("~\"a\"", .fuzzy, "a"), ("~é", .fuzzy, "é"), ("~e-mail", .word, "e-mail"),
        ("~\"a b\"", .phrase, "a b"), ("=wat*", .prefix, "wat"), ("w*r", .word, "w*r"), ("=+", .word, ""),
        ("a=b", .word, "a=b"), ("a~b", .word, "a~b"), ("==a", .word, "==a"), ("NEAR/x", .word, "NEAR/x"),
        ("\"a*\"", .phrase, "a*"), ("a:b*", .word, "a"), ("10:3*", .word, "10:3"), ("a..*", .prefix, "a"),
    ])
    func treeOfAQueryKnowsTheFormsOfATerm(_ query: String, form: QueryTerm.Form, text: String) {
        let term = QueryParser().parse(query).terms.first
        #expect(term?.text ?? "" == text)
        #expect(text.isEmpty || term?.form == form)
    }

    @Test func treeOfAQueryKeepsWhatIsLeftOfDissolvedGroups() {
        var dissolved: Range<Int>?
        let query = QueryParser().parse("a OR (b -(c OR (d e)))")
        let flat = query.expression?.limited(toDepth: 2, dissolved: &dissolved)
        #expect(flat.map(Self.text) == "any(a all(b not(c) not(d) not(e)))")
        #expect(dissolved == 10..<19)
    }

    private static func text(_ expression: QueryExpression) -> String {
        switch expression {
        case .term(let term): term.text
        case .filter(let filter): filter.canonicalText
        case .near(let terms, let distance): "near\(distance)(\(terms.map(\.text).joined(separator: " ")))"
        case .all(let parts): "all(\(parts.map(text).joined(separator: " ")))"
        case .any(let parts): "any(\(parts.map(text).joined(separator: " ")))"
        case .not(let part): "not(\(text(part)))"
        }
    }
}
