internal import Markup

/// Encoded Archival Description, 2002 and 3: what a finding aid says of the whole that it describes.
enum EADReader {
    static func record(of ead: MarkupElement) -> DescriptiveRecord {
        var statements = DublinCore()
        let whole = ead.first("archdesc")
        let unit = whole?.first("did")
        let header = ead.first("eadheader") ?? ead.first("control")
        func add(_ term: String, _ qualifier: String? = nil, _ elements: [MarkupElement]?) {
            for element in elements ?? [] {
                statements.add(term, qualifier: qualifier, element.text, as: "ead.\(element.name)")
            }
        }
        let titles = unit?.all("unittitle") ?? []
        add("title", nil, titles.isEmpty ? header?.descendants("titleproper").prefix(1).map { $0 } : titles)
        let makers = (unit?.all("origination") ?? []).flatMap { origin in
            let names = origin.descendants { ["persname", "corpname", "famname", "name"].contains($0.name) }
            return names.isEmpty ? [origin] : names
        }
        add("creator", nil, makers.isEmpty ? header?.descendants("author") : makers)
        for date in unit?.descendants("unitdate") ?? [] {
            let normal = date["normal"]?.split(separator: "/").first.map(String.init)
            statements.add("date", qualifier: "issued", normal ?? date.text, as: "ead.unitdate")
        }
        add("identifier", nil, unit?.all("unitid"))
        for language in unit?.all("langmaterial").flatMap({ $0.descendants("language") }) ?? [] {
            statements.add("language", language["langcode"] ?? language.text, as: "ead.language")
        }
        let abstracts = unit?.all("abstract") ?? []
        add("description", "abstract", abstracts.isEmpty ? whole?.all("scopecontent") : abstracts)
        for access in whole?.all("controlaccess") ?? [] {
            add("subject", nil, access.descendants { ["subject", "geogname", "genreform"].contains($0.name) })
            add("contributor", nil, access.descendants { ["persname", "corpname", "famname"].contains($0.name) })
        }
        return statements.record
    }
}
