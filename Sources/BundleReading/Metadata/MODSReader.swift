internal import ExtractionProtocol
internal import Markup

enum MODSReader {
    static func record(of mods: MarkupElement) -> DescriptiveRecord {
        var record = DescriptiveRecord()
        keep(mods, in: &record)
        record.metadata.setTitle(
            title(of: mods) ?? mods.all("relatedItem").first { $0["type"] == "host" }.flatMap(title))
        record.metadata.authors = mods.all("name").filter(isAuthor).compactMap(name).eachOnce
        record.metadata.details = others(of: mods)
        record.metadata.setDate(dates(of: mods))
        for element in mods.all("accessCondition") {
            record.metadata.details.add(.other, called: "Rights", element.text.nonEmpty ?? element["href"])
        }
        record.metadata.addIdentifiers(identifiers(of: mods))
        record.metadata.tags =
            mods.all("subject").flatMap(\.children).compactMap { part in
                switch part.name {
                case "topic", "geographic": part.text
                // Encoded times are for machines.
                case "temporal": part["encoding"] == nil ? part.text : nil
                case "name": name(part)
                default: nil
                }
            }.eachOnce
        record.metadata.language = language(of: mods)
        record.metadata.description = mods.all("abstract").lazy.map(\.text).first { !$0.isEmpty }
        return record
    }

    private static func title(of element: MarkupElement) -> String? {
        let infos = element.all("titleInfo")
        let info =
            infos.first { $0["type"] == nil && $0.first("title") != nil }
            ?? infos.first { !["alternative", "abbreviated"].contains($0["type"] ?? "") }
        guard let info, let main = info.first("title")?.text, !main.isEmpty else { return nil }
        var title = main
        if let nonSort = info.first("nonSort")?.text, !nonSort.isEmpty {
            let isElided = nonSort.hasSuffix("'") || nonSort.hasSuffix("\u{2019}")
            title = nonSort + (isElided ? "" : " ") + main
        }
        if let subTitle = info.first("subTitle")?.text, !subTitle.isEmpty { title += ": \(subTitle)" }
        let parts = ["partNumber", "partName"].flatMap { info.all($0).map(\.text) }.filter { !$0.isEmpty }
        return parts.isEmpty ? title : "\(title). \(parts.joined(separator: ", "))"
    }

    /// Roles are codes or words from lists in many languages. Other contributors have many roles.
    private static func isAuthor(_ name: MarkupElement) -> Bool {
        let terms = name.all("role").flatMap { $0.all("roleTerm") }
        let coded = terms.compactMap { $0["valueURI"]?.split(separator: "/").last?.lowercased() }
        let roles = terms.map { $0.text.lowercased() }.filter { !$0.isEmpty } + coded
        return roles.isEmpty || roles.contains { ["aut", "cre", "author", "creator"].contains($0) }
    }

    /// `Family, Given` from typed parts, the form of untyped ones; without dates of life and honorifics.
    private static func name(_ element: MarkupElement) -> String? {
        func parts(_ type: String?) -> String {
            element.all("namePart").filter { $0["type"] == type }.map(\.text).filter { !$0.isEmpty }
                .joined(separator: type == nil ? ". " : " ")
        }
        let typed = [parts("family"), parts("given")].filter { !$0.isEmpty }
        let found = [typed.joined(separator: ", "), parts(nil), element.first("displayForm")?.text ?? ""]
        return found.first { !$0.isEmpty }
    }

    /// The dates of one kind: a key date comes before others, and an encoded one before text. The end of a range and a
    /// date of digitisation never count.
    private static func dates(of mods: MarkupElement) -> [String] {
        let origins = origins(of: mods)
        let groups = ["dateIssued", "dateCreated", "copyrightDate"].map { kind in origins.flatMap { $0.all(kind) } }
        return (groups + [mods.all("part").flatMap { $0.all("date") }]).flatMap { group in
            let dates = group.filter { $0["point"] != "end" }
            let (keyed, others) = (dates.filter { $0["keyDate"] != nil }, dates.filter { $0["keyDate"] == nil })
            let ordered = keyed + others.filter { $0["encoding"] != nil } + others.filter { $0["encoding"] == nil }
            return ordered.map(\.text)
        }
    }

    private static func identifiers(of mods: MarkupElement) -> [(String, String)] {
        let own = mods.all("identifier").filter { $0["invalid"] != "yes" }.map { ($0["type"] ?? "", $0.text) }
        let records = mods.all("recordInfo").flatMap { $0.all("recordIdentifier") }.map { element in
            (isPPN(element) ? "PPN" : "record", element.text)
        }
        let marks = mods.all("location").flatMap { $0.descendants("shelfLocator") }.map { ("Shelf mark", $0.text) }
        return own + records + marks
    }

    /// A number of the German union catalogues, by its label or form; other catalogues have their own.
    private static func isPPN(_ element: MarkupElement) -> Bool {
        let source = element["source"]?.lowercased() ?? ""
        if ["ppn", "gbv", "k10plus", "kxp", "swb", "bsz"].contains(where: source.contains) { return true }
        let number = element.text
        return source.isEmpty && (8...11).contains(number.count)
            && number.dropLast().allSatisfy { $0.isASCII && $0.isNumber }
            && number.last.map { $0.isASCII && $0.isNumber || $0 == "X" } ?? false
    }

    private static func others(of mods: MarkupElement) -> [MetadataDetail] {
        var found: [MetadataDetail] = []
        for element in mods.all("name") where !isAuthor(element) {
            let terms = element.all("role").flatMap { $0.all("roleTerm") }.filter { !$0.text.isEmpty }
            let role = (terms.first { $0["type"] == "text" } ?? terms.first)?.text ?? ""
            found.add(.person, called: PersonRole.name(role), name(element))
        }
        for element in origins(of: mods).flatMap({ $0.all("publisher") }) {
            found.add(.person, called: "Publisher", element.text)
        }
        return found.eachOnce
    }

    /// A date or publisher of the digitisation is not the document's.
    private static func origins(of mods: MarkupElement) -> [MarkupElement] {
        mods.all("originInfo").filter { origin in
            let event = origin["eventType"]?.lowercased() ?? ""
            let editions = origin.all("edition").map { $0.text.lowercased() }
            return !["digitization", "digitisation", "distribution"].contains(event)
                && !editions.contains { $0.contains("electronic ed") }
        }
    }

    private static func language(of mods: MarkupElement) -> String? {
        let terms = mods.all("language").flatMap { $0.all("languageTerm") }.filter { !$0.text.isEmpty }
        return (terms.first { $0["type"] == "code" } ?? terms.first)?.text
    }

    private static func keep(_ mods: MarkupElement, in record: inout DescriptiveRecord) {
        for element in mods.children {
            if element.children.isEmpty { record.keep(element.text, as: element.name) }
            for child in element.children { record.keep(child.text, as: "\(element.name).\(child.name)") }
        }
    }
}
