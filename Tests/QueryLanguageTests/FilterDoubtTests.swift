import Testing

@testable import QueryLanguage

@Suite("What a filter of rights may not say")
struct FilterDoubtTests {
    @Test(arguments: [
        ("-tags:=closed", "tags:"), ("-file:/srv/closed/", "file:"), ("-pathh:\"/srv/closed/\"", "pathh:"),
        ("-tag\u{FF1A}=open", "tag\u{FF1A}"), ("- tag:=closed", "hyphen"), ("not tag:=closed", "NOT"),
        ("tag:=open Or tag:=public", "OR"), ("-tag:=a,-tag:=b", "quotation marks"), ("-tag=closed", "tag="),
        ("(lang:en (-tags:=closed))", "tags:"), ("-id:urn:x", "quotation marks"),
        ("letter \u{2013}secret", "dash"), ("-\"tag:=closed\"", "within the quotation marks"),
        ("\"tag:=open\"", "as in tag:=\"open\"."), ("letter \"lang:de\"", "as in lang:\"de\"."),
        ("-path:\"/srv/closed/*\"", "slash"), ("-path:\"closed|secret\"", "OR"), ("-bundle:\"*.zip\"", "\"*\""),
        ("-path:\"What?*.pdf\"", "a tag"), ("-bundle:\"either|or.zip\"", "a tag"),
        ("-tag:=\"closed|secret\"", "OR"), ("-\"clos*\"", "outside"), ("tag:=open OR -\"a|b\"", "OR"),
        ("-tag:=\"closed\"\"secret\"", "blank"), ("path:\"\"", "blank"),
        ("-tag:=\"the \"\"long\"\" file\"", "must not have"),
        // Signs that the parser leaves out, or that it takes for a blank.
        ("tag:-closed", "quotation marks"), ("tag:!closed", "quotation marks"), ("tag:!=closed", "quotation marks"),
        ("tag:<>closed", "quotation marks"), ("tag:=!closed", "quotation marks"), ("! (tag:=closed)", "no plain word"),
        ("!(tag:=closed)", "parenthesis"), ("NOT(tag:=closed)", "parenthesis"), ("!tag:=closed", "!tag:"),
        ("-tag:closed/secret", "quotation marks"), ("-tag:closed|secret", "quotation marks"),
        ("-tag:closed&secret", "quotation marks"), ("-tag:closed+secret", "quotation marks"),
        ("-tag:closed(secret)", "quotation marks"), ("-tag:closed\"secret\"", "quotation marks"),
        ("-tag:=\"closed\"secret", "quotation marks"), ("-secret|closed", "no plain word"),
        ("tag:(open|closed)", "no plain word"), ("-path:=closed", "quotation marks"),
        ("-path:closed*", "quotation marks"), ("-tag:=clos*", "quotation marks"), ("#free", "no plain word"),
        ("-'closed'", "no plain word"), ("-sec\u{AD}ret", "no plain word"),
        // Which words are spelt alike changes with every document.
        ("~sluice", "no plain word"), ("-~sluice", "no plain word"), ("title:(~sluice)", "no plain word"),
        ("tag:~closed", "quotation marks"), ("tag:=open OR ~sluice", "no plain word"),
        // What looks like a colon, and what cannot be seen.
        ("-tag\u{2D0}closed", "no field"), ("-tag\u{5C3}closed", "no field"), ("-tag\u{A4FD}closed", "no field"),
        ("-tag:=clo\u{0}sed", "control character"), ("-\"clo\u{7}sed\"", "control character"),
        ("NOT NOT tag:=open", "twice"), ("--tag:=open", "twice"), ("--(tag:=open)", "twice"),
        ("NOT -tag:=open", "twice"),
        ("-NOT tag:=open", "twice"),
        // The word after a value is none of it.
        ("-author:Hilda Zorn", "a word of its own"), ("-tag:=top secret", "a word of its own"),
        ("-path:/srv/closed papers", "a word of its own"), ("-(author:Hilda Zorn)", "a word of its own"),
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
        "tag:=open \"a phrase\"", "letters tag:=open", "tag:=open OR letters",
        "tag:=open -letters", "(tag:=open) letters",
        "tag:=open 1931..1932", "tag:open ..1950", "-author:o'neill", "author:clerk@example.org", "-path:/srv/closed/",
        "path:open/letters_1931.zip", "=exact wat* title:wat*", "tag:(open public)",
        "\u{6A9}\u{62A}\u{627}\u{628} -lang:fa",
        "pages:>100 confidence:>=90% date:1931-03..1932 title:(water board)", "-\u{201C}not this\u{201D}",
    ])
    func plainFiltersAreNot(filter: String) { #expect(FilterDoubt.first(in: filter) == nil) }
}
