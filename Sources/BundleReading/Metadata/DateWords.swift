enum DateWords {
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
