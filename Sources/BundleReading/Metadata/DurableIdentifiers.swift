package import ExtractionProtocol

/// In the order in which they last: those of the object, of editions and catalogues, of shelves and programs.
enum DurableIdentifiers {
    /// Lower for identifiers that last longer.
    static func rank(_ value: String, called label: String) -> Int {
        // A mere shelf mark comes after other kinds.
        if let kind = kind(of: value) ?? kind(called: label) { return kinds.firstIndex(of: kind) ?? 9 }
        return switch label.lowercased() {
        case "local": 10
        case "objid": 11
        case "record": 6
        case "uri": 5
        case "isbn", "issn", "zdb", "vd16", "vd17", "vd18": 7
        default: 8
        }
    }

    /// The index of each is its rank.
    private static let kinds = ["DOI", "URN", "Handle", "ARK", "PURL", "URL", "PPN"]

    static func label(_ value: String, called label: String) -> String {
        if let kind = kind(of: value) ?? kind(called: label) { return kind }
        return label.isEmpty ? "Identifier" : label.utf8.count <= 4 ? label.uppercased() : label
    }

    private static func kind(of value: String) -> String? {
        let small = value.lowercased()
        if isDOI(small) || small.hasPrefix("doi:") || small.contains("//doi.org/") || small.contains("//dx.doi.org/") {
            return "DOI"
        }
        if small.hasPrefix("urn:nbn:") { return "URN" }
        if small.hasPrefix("hdl:") || small.contains("//hdl.handle.net/") { return "Handle" }
        // With a slash after the colon up to 2018, and without.
        if small.hasPrefix("ark:") || small.contains("/ark:") { return "ARK" }
        if small.contains("//purl.") { return "PURL" }
        return small.hasPrefix("http://") || small.hasPrefix("https://") ? "URL" : nil
    }

    /// `10.` and at least four digits before the slash, because some shelf marks begin similarly.
    private static func isDOI(_ value: String) -> Bool {
        guard value.hasPrefix("10.") else { return false }
        let digits = value.dropFirst(3).prefix { $0.isASCII && $0.isNumber }
        return digits.count >= 4 && ["/", "."].contains(value.dropFirst(3 + digits.count).first) && value.contains("/")
    }

    private static func kind(called label: String) -> String? {
        switch label.lowercased() {
        case "doi": "DOI"
        case "urn": "URN"
        case "hdl", "handle": "Handle"
        case "ark": "ARK"
        case "purl": "PURL"
        case "ppn", "gbv-ppn", "swb-ppn", "kxp-ppn": "PPN"
        case "shelfmark", "shelf mark", "shelflocator", "signature", "call number", "callnumber": "Shelf mark"
        default: nil
        }
    }
}

extension DocumentMetadata {
    /// The most durable becomes the identifier, the others become details.
    package mutating func addIdentifiers(_ found: [(String, String)]) {
        let known: [(String, String)] = details.filter { $0.kind == .identifier }.map { ($0.label, $0.value) }
        let first: [(String, String)] = identifier.map { [("", $0)] } ?? []
        let all: [(String, String)] = first + known + found
        var seen: Set<String> = []
        let each = all.filter { !$0.1.isEmpty && seen.insert($0.1).inserted }
        let sorted = each.enumerated().sorted { one, other in
            let ranks = [one, other].map { DurableIdentifiers.rank($0.element.1, called: $0.element.0) }
            return (ranks[0], one.offset) < (ranks[1], other.offset)
        }.map(\.element)
        identifier = sorted.first?.1
        details.removeAll { $0.kind == .identifier }
        for (label, value) in sorted.dropFirst() {
            details.add(.identifier, called: DurableIdentifiers.label(value, called: label), value)
        }
    }
}
