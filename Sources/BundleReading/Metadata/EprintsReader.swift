internal import Markup

/// Eprints DC XML (`epdcx`, of the Scholarly Works Application Profile), which SWORD deposits contain in METS:
/// statements whose property is named by a URI, such as `http://purl.org/dc/elements/1.1/title`.
enum EprintsReader {
    static func record(of set: MarkupElement) -> DescriptiveRecord {
        var statements = DublinCore()
        for statement in set.descendants("statement") {
            guard let property = statement["propertyURI"],
                let term = property.split(whereSeparator: { "/#".contains($0) }).last.map(String.init)
            else { continue }
            let text = statement.all("valueString").map(\.text).first { !$0.isEmpty }
            guard let value = text ?? statement["valueURI"] else { continue }
            if term == "available" {
                // In this profile it is the date of publication.
                statements.add("date", qualifier: "issued", value, as: "epdcx.\(term)")
            } else if DublinCore.isTerm(term) {
                statements.add(term, value, as: "epdcx.\(term)")
            } else {
                statements.keep(value, as: "epdcx.\(term)")
            }
        }
        return statements.record
    }
}
