enum DateWords {
    /// English, German, French, Spanish, Italian and Dutch, with the usual abbreviations.
    static let months: [String: Int] = {
        let names = [
            "january jan januar jänner janvier janv enero ene gennaio gen januari",
            "february feb februar februari février févr fév febrero febbraio",
            "march mar märz mär mrz mars marzo maart mrt",
            "april apr avril avr abril abr aprile",
            "may mai mayo maggio mag mei",
            "june jun juni juin junio giugno giu",
            "july jul juli juillet juil julio luglio lug",
            "august aug août aout agosto ago augustus",
            "september sep sept septembre septiembre settembre set",
            "october oct oktober okt octobre octubre ottobre ott",
            "november nov novembre noviembre",
            "december dec dezember dez décembre déc diciembre dic dicembre",
        ]
        var months: [String: Int] = [:]
        for (index, line) in names.enumerated() {
            for name in line.split(separator: " ") { months[String(name)] = index + 1 }
        }
        return months
    }()

    /// With one of these the year is an end, or of another era.
    static let denials: Set<String> = [
        "before", "after", "until", "till", "prior", "pre", "post", "ante", "vor", "nach", "bis", "avant", "après",
        "antes", "después", "bc", "bce", "bef", "aft",
    ]

    static let decades: Set<String> = ["s", "er", "ies", "ern"]

    static let companions: Set<String> = [
        "c", "ca", "circa", "cca", "approximately", "about", "around", "um", "etwa", "vers", "environ", "copyright",
        "cop", "p", "the", "of", "on", "st", "nd", "rd", "th", "er", "den", "der", "dem", "am", "le", "du", "de", "del",
        "el", "il", "di", "van", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon",
        "tue", "wed", "thu", "fri", "sat", "sun", "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag",
        "sonnabend", "sonntag", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche",
    ]
}
