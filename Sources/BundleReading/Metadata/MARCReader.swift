internal import Markup

/// MARC 21 in XML (MARCXML, Library of Congress).
enum MARCReader {
    static func isRecord(_ element: MarkupElement) -> Bool { element.first("datafield")?["tag"] != nil }

    static func record(of record: MarkupElement) -> DescriptiveRecord {
        var statements = DublinCore()
        let fields = record.all("datafield").map { (tag: $0["tag"] ?? "", field: $0) }
        func values(_ tags: String..., part codes: String) -> [(tag: String, value: String)] {
            fields.filter { tags.contains($0.tag) }.compactMap { tag, field in
                let parts = field.all("subfield").filter { codes.contains($0["code"] ?? "-") }.map(\.text)
                let value = trimmed(parts.joined(separator: " "))
                return value.isEmpty ? nil : (tag: tag, value: value)
            }
        }
        func add(_ term: String, _ qualifier: String?, _ values: [(tag: String, value: String)]) {
            for (tag, value) in values { statements.add(term, qualifier: qualifier, value, as: "marc.\(tag)") }
        }
        add("title", nil, values("245", part: "ab"))
        add("creator", nil, values("100", "110", "111", part: "a"))
        for (tag, field) in fields where ["700", "710", "711"].contains(tag) {
            let name = trimmed(field.all("subfield").first { $0["code"] == "a" }?.text ?? "")
            let role = trimmed(field.all("subfield").first { $0["code"] == "e" }?.text ?? "")
            statements.add("contributor", qualifier: role.isEmpty ? nil : role, name, as: "marc.\(tag)")
        }
        let fixed = record.all("controlfield").first { $0["tag"] == "008" }?.text ?? ""
        let dates = values("264", part: "c") + values("260", part: "c")
        add("date", "issued", dates.map { (tag: $0.tag, value: year(in: $0.value)) })
        if fixed.count >= 38 {
            let year = String(fixed.dropFirst(7).prefix(4))
            if dates.isEmpty, year.allSatisfy(\.isNumber) {
                statements.add("date", qualifier: "issued", year, as: "marc.008")
            }
            statements.add("language", String(fixed.dropFirst(35).prefix(3)), as: "marc.008")
        }
        add("language", "iso", values("041", part: "a"))
        add("description", "abstract", values("520", part: "a"))
        add("subject", nil, values("650", "651", "653", part: "a"))
        add("identifier", "isbn", values("020", part: "a"))
        add("identifier", "issn", values("022", part: "a"))
        add("identifier", nil, values("024", part: "a"))
        if let number = record.all("controlfield").first(where: { $0["tag"] == "001" })?.text {
            statements.add("identifier", qualifier: "local", number, as: "marc.001")
        }
        return statements.record
    }

    /// Removes brackets and other cataloguing signs: `[c1931].`
    private static func year(in text: String) -> String {
        let plain = text.filter { !"[]©c".contains($0) }
        return plain.hasSuffix(".") ? String(plain.dropLast()) : plain
    }

    /// Removes the punctuation that separates a part from the next (ISBD).
    private static func trimmed(_ text: String) -> String {
        let ends: Set<Character> = ["/", ":", ";", ",", " "]
        var text = Substring(text)
        while let last = text.last, ends.contains(last) { text.removeLast() }
        return String(text)
    }
}
