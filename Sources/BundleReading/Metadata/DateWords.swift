internal import CivilCalendar

enum DateWords {
    /// With one of these the year is an end, or of another era.
    static let denials: Set<String> = [
        "before", "after", "until", "till", "prior", "pre", "post", "ante", "vor", "nach", "bis", "avant", "après",
        "antes", "después", "bc", "bce", "bef", "aft",
    ]

    static let decades: Set<String> = ["s", "er", "ies", "ern"]

    /// The date beside one of these is that of a copy: `digitised 2019; original 1931`.
    static let scans: Set<String> = [
        "scan", "scans", "scanned", "scanning", "digitised", "digitized", "digitisation", "digitization", "digitalised",
        "digitalized", "digitalisation", "digitalization", "digitalisat", "digitalisats", "digitalisate",
        "digitalisiert", "digitalisierung", "digitalisierungsdatum", "retrodigitalisiert", "retrodigitalisierung",
        "scandatum", "gescannt", "eingescannt", "numérisé", "numérisée", "numérisés", "numérisées", "numérisation",
        "scanné", "scannée", "digitalizado", "digitalizada", "digitalizados", "digitalizadas", "digitalización",
        "digitalização", "escaneado", "escaneada", "escaneo", "digitalizzato", "digitalizzata", "digitalizzazione",
        "scansione", "scansionato", "scansionata", "gescand", "ingescand", "gedigitaliseerd", "digitalisering",
        "digitaliserad", "digitaliserat", "inskannad", "inskannat", "digitaliseret", "indscannet", "digitalisert",
        "skannet", "skan", "zeskanowano", "digitalizacja", "zdigitalizowano", "digitalizováno", "digitalizace",
        "naskenováno", "digitoitu", "оцифровано", "оцифровка",
    ]

    /// A date after one of these is that of the original.
    static let originals: Set<String> = [
        "original", "originals", "originale", "originalen", "originaux", "originales", "originali", "originais",
        "origineel", "oryginał", "originál",
    ]

    /// Words of denials that also stand between the two ends of a range.
    static let untils: Set<String> = ["until", "till", "bis"]

    static let companions = Set<String>([
        "c", "ca", "circa", "cca", "approximately", "about", "around", "um", "etwa", "vers", "environ", "copyright",
        "cop", "p", "the", "of", "on", "st", "nd", "rd", "th", "er", "den", "der", "dem", "am", "le", "du", "de", "del",
        "el", "il", "di", "van", "vom", "dated", "from", "between", "von", "zwischen", "entre", "at",
    ]).union(weekdays.keys)

    /// From 0 for Monday.
    static let weekdays = MonthWords.numbered(
        [
            "monday mon montag mo lundi lun lunes lunedì maandag",
            "tuesday tue tues dienstag di mardi martes martedì dinsdag",
            "wednesday wed mittwoch mi mercredi mer miércoles mié mercoledì woensdag wo",
            "thursday thu thur thurs donnerstag do jeudi jeu jueves jue giovedì gio donderdag",
            "friday fri freitag fr vendredi ven viernes vie venerdì vrijdag vr",
            "saturday sat samstag sonnabend sa samedi sam sábado sáb sabato sab zaterdag za",
            "sunday sun sonntag so dimanche dim domingo dom domenica zondag zo",
        ], from: 0)
}
