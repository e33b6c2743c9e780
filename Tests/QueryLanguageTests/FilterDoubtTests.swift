import Testing

@testable import QueryLanguage

@Suite("What a filter of rights may not say")
struct FilterDoubtTests {
    @Test(arguments: [
        ("-tags:=closed", "tags:"), ("-file:/srv/closed/", "file:"), ("-pathh:\"/srv/closed/\"", "pathh:"),
        ("-tag\u{FF1A}=open", "tag\u{FF1A}"), ("- tag:=closed", "hyphen"), ("not tag:=closed", "NOT"),
        ("tag:=open Or tag:=public", "OR"), ("-tag:=a,-tag:=b", "quotation marks"), ("-tag=closed", "tag="),
        ("(lang:en (-tags:=closed))", "tags:"), ("-id:urn:x", "quotation marks"),
        ("letter \u{2013}secret", "dash"), ("-\"tag:=closed\"", "within quotation marks"),
        ("-tag:=\"closed\"\"secret\"", "blank"), ("path:\"\"", "blank"), ("-tag:=\"the \"\"long\"\" file\"", "Rights"),
    ])
    func whatWasHardlyMeantIsDoubted(filter: String, part: String) throws {
        let doubt = try #require(FilterDoubt.first(in: filter))
        #expect(doubt.contains(part), "\(doubt)")
    }

    @Test(arguments: [
        "-(tag:=closed OR tag:=secret)", "letter -(tag:=closed)", "-(\"secret plan\" OR tag:=closed)",
        "\"see: page 4\"",
        "-tag:=closed", "path:\"/srv/archive/open: all, of it/\"", "root:\"/srv/open\" -has:hidden",
        "tag:=open date:..1950 OR (tag:=\"public, all\" AND NOT lang:de)", "=exact \"a phrase: it\" word-with-hyphen",
        "pages:>100 confidence:>=90% date:1931-03..1932 title:(water board)", "-\u{201C}not this\u{201D}",
    ])
    func plainFiltersAreNot(filter: String) { #expect(FilterDoubt.first(in: filter) == nil) }
}
