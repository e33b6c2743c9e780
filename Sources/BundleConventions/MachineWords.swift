/// Words that scanners, cameras, telephones and office programs put into names of files.
package enum MachineWords {
    /// True when a machine wrote the date in a name, which is then that of a scan or a picture. `words` are the name's
    /// words in lower case without those of the date, the first `before` of which come before it; `isTimed` when a time
    /// to the second follows.
    package static func isDate(amongWords words: [String], before: Int, isTimed: Bool) -> Bool {
        let nearest = words.prefix(before).last { !fillers.contains($0) }
        if nearest.map(captures.contains) ?? false { return true }
        let telling = words.filter { !fillers.contains($0) }
        return telling.isEmpty ? isTimed : telling.allSatisfy(isWord)
    }

    /// In lower case, of names that machines give.
    package static func isWord(_ word: String) -> Bool {
        captures.contains(word) || fillers.contains(word) || things.contains(word) || makers.contains(word[...])
            || newFiles.contains(word)
    }

    /// Words that scanners, cameras, telephones and their apps put before a date.
    private static let captures: Set<String> = [
        "scan", "scans", "scanned", "scanner", "scanning", "gescannt", "eingescannt", "gescand", "inskannad", "skannet",
        "numérisé", "numérisée", "numérisation", "numerisation", "digitalisiert", "digitalizado", "digitalizada",
        "digitalização", "digitized", "digitised", "escaneado", "escaneo", "escáner", "scansione", "scansionato",
        "skan", "skanowanie", "zeskanowano", "sken", "naskenováno", "szkennelt", "tarama", "skannaus", "скан",
        "сканирование", "отсканировано", "スキャン", "扫描", "扫描件", "掃描", "스캔", "camscanner", "scanbot", "turboscan",
        "swiftscan", "tinyscanner", "scansnap", "scannable", "fairscan", "officelens", "microsoftlens", "lens",
        "finereader", "img", "dsc", "dscn", "dscf", "imgp", "mvimg", "pxl", "pict", "vid", "scn", "screenshot",
        "screenshots", "bildschirmfoto", "schermata", "schermafbeelding", "skärmavbild", "skjermbilde", "skærmbillede",
        "screencapture", "screencap", "снимок", "スクリーンショット", "截屏", "屏幕截图", "스크린샷",
    ]

    /// Between such a word and its date.
    private static let fillers: Set<String> = [
        "at", "on", "from", "of", "am", "um", "vom", "von", "le", "du", "de", "à", "a", "alle", "del", "el", "las",
        "as", "às", "om", "kl", "w", "o", "от", "в", "d", "e", "date", "time", "pm", "uhr",
    ]

    /// Other words in names that machines give.
    private static let things: Set<String> = [
        "new", "neues", "nouveau", "nuevo", "nuovo", "untitled", "unbenannt", "copy", "kopie", "copie", "image",
        "images", "imagen", "immagine", "picture", "photos", "screen", "shot", "capture", "captura", "écran",
        "pantalla", "tela", "zrzut", "ekranu", "экрана", "adobe", "office", "microsoft", "genius", "tiny", "pro", "app",
        "whatsapp", "signal", "telegram", "fb", "mfp", "mfd", "copier", "kopierer", "multifunction", "multifunktion",
        "scanjet", "konica", "minolta", "studio", "ir", "adv", "delivery", "lieferung", "export", "exports", "import",
        "upload", "uploads", "download", "downloads", "backup", "batch", "transfer", "ocr", "output", "files",
        "dateien", "documents", "dokumente",
    ]

    /// Names that office programs give to a new file.
    private static let newFiles: Set<String> = [
        "book", "mappe", "classeur", "libro", "cartel", "präsentation", "presentation", "présentation", "presentación",
        "presentazione", "dokument", "document", "documento",
    ]

    /// Beginnings of numbered names.
    package static let makers =
        """
        rnp lex_ mg_ pg gopr dji cimg hpim km kmbt skm skmbt bizhub ricoh aficio xerox workcentre sharp mx canon iradv ir-adv \
        imagerunner kyocera taskalfa ecosys brother brw brn mfc epson lexmark toshiba e-studio estudio samsung oki hp hpscan \
        ccf cce cci ccp scn skn fujitsu scansnap pfu s20 dsc dscn dscf dcp img imag imgp pxl pict sam vid mvi pdf doc docu \
        document dokument file page scan scans scanned numerisation numérisation escaneado scansione mets attachment anhang \
        job fax image bild foto photo
        """.split(separator: " ")
}
