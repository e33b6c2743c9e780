enum PersonRole {
    /// The most frequent [relator codes](https://www.loc.gov/marc/relators/) of MARC.
    private static let codes = [
        "ann": "Annotator", "arr": "Arranger", "art": "Artist", "asn": "Associated name", "att": "Attributed name",
        "aui": "Author of introduction", "aus": "Screenwriter", "bkp": "Book producer", "bnd": "Binder",
        "bsl": "Bookseller", "cmp": "Composer", "cnd": "Conductor", "com": "Compiler", "ctb": "Contributor",
        "ctg": "Cartographer", "dgg": "Degree granting institution", "dnr": "Donor", "drt": "Director",
        "dst": "Distributor", "dte": "Dedicatee", "edt": "Editor", "egr": "Engraver", "etr": "Etcher",
        "fmo": "Former owner", "hnr": "Honoree", "ill": "Illustrator", "isb": "Issuing body", "ive": "Interviewee",
        "ivr": "Interviewer", "lbt": "Librettist", "lth": "Lithographer", "lyr": "Lyricist", "mus": "Musician",
        "nrt": "Narrator", "oth": "Other", "own": "Owner", "pbl": "Publisher", "pht": "Photographer",
        "prf": "Performer", "prs": "Praeses", "prt": "Printer", "rcp": "Addressee", "res": "Researcher",
        "rsp": "Respondent", "rth": "Research team head", "scr": "Scribe", "spk": "Speaker", "spn": "Sponsor",
        "ths": "Thesis advisor", "trc": "Transcriber", "trl": "Translator", "win": "Writer of introduction",
        "wit": "Witness",
    ]

    static func name(_ role: String) -> String {
        if let name = codes[role.lowercased()] { return name }
        return role.isEmpty ? "Contributor" : role.prefix(1).uppercased() + role.dropFirst()
    }
}
