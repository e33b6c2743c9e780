internal import CivilCalendar
internal import ExtractionProtocol
internal import Markup

enum ComicInfoReader {
    private static let others = [
        "Series", "Number", "Volume", "AlternateSeries", "AlternateNumber", "StoryArc", "SeriesGroup", "Notes",
        "Characters", "Teams", "Locations", "Web",
    ]
    private static let bodies = ["Publisher", "Imprint", "Editor"]
    private static let creators = ["Writer", "Penciller", "Inker", "Colorist", "Letterer", "CoverArtist", "Translator"]

    static func record(of info: MarkupElement) -> DescriptiveRecord {
        var record = DescriptiveRecord()
        for child in info.children where child.children.isEmpty { record.keep(child.text, as: child.name) }
        func text(_ name: String) -> String? { info.first(name)?.text.nonEmpty }
        func list(_ names: [String]) -> [String] {
            names.flatMap { text($0)?.split(separator: ",").map(String.init) ?? [] }.eachOnce
        }
        /// The format uses -1 for an unknown number.
        func number(_ name: String) -> Int? { text(name).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }

        let issue = text("Series").map { series in text("Number").map { "\(series) #\($0)" } ?? series }
        record.metadata.setTitle(text("Title") ?? issue)
        for name in others { record.metadata.details.add(.other, called: name, text(name)) }
        for name in bodies {
            for one in list([name]) { record.metadata.details.add(.person, called: name, one) }
        }
        record.metadata.authors = list(creators)
        record.metadata.date = date(year: number("Year"), month: number("Month"), day: number("Day"))
        record.metadata.tags = list(["Tags", "Genre"])
        record.metadata.identifier = text("GTIN")
        record.metadata.language = text("LanguageISO")
        record.metadata.description = text("Summary")
        record.metadata.claimedPageCount = number("PageCount")
        return record
    }

    private static func date(year: Int?, month: Int?, day: Int?) -> String? {
        guard let year, DescriptiveDate.years.contains(year) else { return nil }
        let date = CivilDate(year: year, month: month, day: day) ?? CivilDate(year: year, month: month)
        return (date ?? CivilDate(year: year))?.description
    }
}
