/// The months in words, as people and programs write them.
package enum MonthWords {
    /// From 1, by names and usual abbreviations in lower case: English, German, French, Spanish, Italian, Dutch,
    /// Portuguese, Danish, Norwegian, Swedish, Finnish, Polish, Czech, Hungarian and Russian.
    package static let numbers = numbered(
        [
            "january jan januar jänner jaenner janvier janv enero ene gennaio gen januari janeiro tammikuuta tammikuu stycznia "
                + "styczeń ledna leden január января январь янв",
            "february feb februar feber februari február février févr fév febrero febbraio fevereiro fev helmikuuta helmikuu "
                + "lutego luty února únor февраля февраль фев",
            "march mar märz maerz mär mrz mars marzo maart mrt março marts maaliskuuta maaliskuu marca marzec března březen "
                + "március марта март мар",
            "april apr avril avr abril abr aprile huhtikuuta huhtikuu kwietnia kwiecień dubna duben április апреля "
                + "апрель апр",
            "may mai mayo maggio mag mei maio maj toukokuuta toukokuu maja května květen május мая май",
            "june jun juni juin junio giugno giu junho kesäkuuta kesäkuu czerwca czerwiec června červen június июня "
                + "июнь июн",
            "july jul juli juillet juil julio luglio lug julho heinäkuuta heinäkuu lipca lipiec července červenec "
                + "július июля июль июл",
            "august aug août aout agosto ago augustus augusti elokuuta elokuu sierpnia sierpień srpna srpen augusztus "
                + "августа август авг",
            "september sep sept septembre septiembre settembre set setembro syyskuuta syyskuu września wrzesień září "
                + "szeptember сентября сентябрь сен",
            "october oct oktober okt octobre octubre ottobre ott outubro lokakuuta lokakuu października październik "
                + "října říjen október октября октябрь окт",
            "november nov novembre noviembre novembro marraskuuta marraskuu listopada listopad listopadu ноября ноябрь "
                + "ноя",
            "december dec dezember dez décembre déc diciembre dic dicembre dezembro joulukuuta joulukuu grudnia "
                + "grudzień prosince prosinec декабря декабрь дек desember",
        ])

    /// With short forms that are also words of their own, or hardly known: only for what stands between a day and a year.
    package static let numbersBesideDays = numbers.merging(
        numbered([
            "sty led tammi oca ocak", "lut úno helmi febr şub şubat", "bře maalis már márc mart",
            "kwi dub huhti ápr nis nisan", "kvě touko máj mayıs", "cze čvn kesä jún haz haziran",
            "lip čvc heinä júl tem temmuz", "sie srp elo ağu ağustos", "wrz zář syys szept eyl eylül",
            "paź paz říj loka out eki ekim", "lis marras kas kasım", "gru pro joulu des ara aralık",
        ])
    ) { known, _ in known }

    /// From January, in lower case.
    package static let romans = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"]

    /// The names of each line by its number.
    package static func numbered(_ lines: [String], from first: Int = 1) -> [String: Int] {
        let names = lines.enumerated().flatMap { index, line in
            line.split(separator: " ").map { (String($0), first + index) }
        }
        return Dictionary(names) { _, last in last }
    }
}
