internal import ExtractionProtocol

struct DublinCore {
    private var statements: [(element: String, qualifier: String, value: String)] = []
    private var found = DescriptiveRecord()

    /// DCMI Metadata Terms, in lower case.
    private static let refinements: [String: (element: String, qualifier: String)] = [
        "alternative": ("title", "alternative"), "issued": ("date", "issued"), "created": ("date", "created"),
        "available": ("date", "available"), "modified": ("date", "modified"), "valid": ("date", "valid"),
        "dateaccepted": ("date", "accepted"), "datesubmitted": ("date", "submitted"),
        "datecopyrighted": ("date", "copyright"), "abstract": ("description", "abstract"),
        "tableofcontents": ("description", "tableofcontents"), "bibliographiccitation": ("identifier", "citation"),
        "extent": ("format", "extent"), "medium": ("format", "medium"), "spatial": ("coverage", "spatial"),
        "temporal": ("coverage", "temporal"), "ispartof": ("relation", "ispartof"),
    ]

    private static let elements: Set<String> = [
        "title", "creator", "subject", "description", "publisher", "contributor", "date", "type", "format",
        "identifier", "source", "language", "relation", "coverage", "rights",
    ]

    private static let classifications: Set<String> = ["ddc", "lcc", "udc", "classification"]

    static func isTerm(_ name: String) -> Bool {
        let name = name.lowercased()
        return elements.contains(name) || refinements[name] != nil
    }

    /// `term` may imply a qualifier (`issued`). `field` is the name as found.
    mutating func add(_ term: String, qualifier: String? = nil, _ value: String, as field: String) {
        let value = value.trimmingWhiteSpace()
        keep(value, as: field)
        guard !value.isEmpty else { return }
        var statement = (element: term.lowercased(), qualifier: qualifier?.lowercased() ?? "")
        if statement.qualifier.isEmpty, let refined = Self.refinements[statement.element] { statement = refined }
        statements.append((statement.element, statement.qualifier, value))
    }

    mutating func keep(_ value: String, as field: String) { found.keep(value, as: field) }

    var record: DescriptiveRecord {
        var record = found
        record.metadata.setTitle(first("title", ["", nil], except: ["alternative"]) ?? first("title", ["alternative"]))
        record.metadata.authors = authors
        let kinds = [
            ("created", "Created"), ("issued", "Issued"), ("", DocumentMetadata.statedDate), ("copyright", "Copyright"),
        ]
        record.metadata.setDate(ofKinds: kinds.map { (label: $1, statements: values("date", $0)) })
        record.metadata.tags =
            statements
            .filter { $0.element == "subject" && !Self.classifications.contains($0.qualifier) }
            .flatMap { $0.value.split(separator: ";").map(String.init) }.eachOnce
        record.metadata.identifier = first("identifier", ["uri", "", nil], except: ["citation"])
        record.metadata.addIdentifiers(
            statements.filter { $0.element == "identifier" && $0.qualifier != "citation" }
                .map { ($0.qualifier, $0.value) })
        record.metadata.details += details(besides: record.metadata.authors)
        record.metadata.language = first("language", ["iso", "", nil])
        record.metadata.description = first("description", ["abstract", ""])
        return record
    }

    private func details(besides authors: [String]) -> [MetadataDetail] {
        let people = statements.filter { !authors.contains($0.value) }.compactMap { statement -> MetadataDetail? in
            switch statement.element {
            case "contributor": .init(.person, called: PersonRole.name(statement.qualifier), statement.value)
            case "publisher": .init(.person, called: "Publisher", statement.value)
            default: nil
            }
        }
        let rights = statements.filter { $0.element == "rights" }.map {
            MetadataDetail(.other, called: "Rights", $0.value)
        }
        return (people + rights).eachOnce
    }

    private var authors: [String] {
        let creators = statements.filter {
            $0.element == "creator" || $0.element == "contributor" && $0.qualifier == "author"
        }
        return (creators.isEmpty ? values("contributor", "") : creators.map(\.value)).eachOnce
    }

    private func values(_ element: String, _ qualifier: String) -> [String] {
        statements.filter { $0.element == element && $0.qualifier == qualifier }.map(\.value)
    }

    /// The first value with the first qualifier found; a nil qualifier matches any.
    private func first(_ element: String, _ qualifiers: [String?], except: Set<String> = []) -> String? {
        qualifiers.lazy.compactMap { qualifier in
            statements.first {
                $0.element == element && !except.contains($0.qualifier) && (qualifier ?? $0.qualifier) == $0.qualifier
            }?.value
        }.first
    }
}
