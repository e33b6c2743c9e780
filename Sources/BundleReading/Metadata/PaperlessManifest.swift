internal import ExtractionProtocol
internal import Markup

/// The `manifest.json` of an export of Paperless-ngx, with the manifests of single documents if it was split.
///
/// An export without a passphrase contains the passwords of mail accounts, tokens and users in clear text. Only the
/// records named in `models` survive ``add(parsing:)``, without their owners.
struct PaperlessManifest {
    private var found: [Record] = []
    private var names: [String: [Int64: String]] = [:]
    private var notes: [Int64: [String]] = [:]
    private var customFields: [Int64: [(field: Int64, value: String)]] = [:]
    private var choices: [Int64: [String: String]] = [:]

    struct Record {
        let key: Int64
        let members: [String: ParsedJSON]
        let fields: [String: ParsedJSON]
    }

    private static let models: Set<String> = [
        "documents.document", "documents.correspondent", "documents.tag", "documents.documenttype",
        "documents.storagepath", "documents.note", "documents.customfield", "documents.customfieldinstance",
    ]

    mutating func add(parsing bytes: [UInt8]) throws {
        guard let records = try ParsedJSON(parsing: bytes).array
        else { throw BundleError(.damaged, "it is not a manifest of Paperless: it is not a list of records") }
        for record in records {
            guard let members = record.object, let model = members["model"]?.text, Self.models.contains(model),
                case .integer(let key)? = members["pk"], let fields = members["fields"]?.object
            else { continue }
            switch model {
            case "documents.document": found.append(Record(key: key, members: members, fields: fields))
            case "documents.note": keepNote(fields)
            case "documents.customfieldinstance": keepCustomField(fields)
            case "documents.customfield":
                names[model, default: [:]][key] = fields["name"]?.text
                keepChoices(of: key, fields)
            default: names[model, default: [:]][key] = fields["name"]?.text
            }
        }
    }

    /// In the order of the manifests, with their referenced records, which may follow them.
    func documents() -> [PaperlessDocument] {
        var seen: Set<Int64> = []
        return found.filter { seen.insert($0.key).inserted }.map(document)
    }

    private mutating func keepNote(_ fields: [String: ParsedJSON]) {
        guard case .integer(let document)? = fields["document"], let note = fields["note"]?.text else { return }
        notes[document, default: []].append(note)
    }

    /// Before version 2.14 choices have no numbers of their own, and count from 0.
    private mutating func keepChoices(of field: Int64, _ fields: [String: ParsedJSON]) {
        for (position, choice) in (fields["extra_data"]?["select_options"]?.array ?? []).enumerated() {
            let label = choice["label"]?.text ?? choice.text
            choices[field, default: [:]][choice["id"]?.text ?? String(position)] = label
        }
    }

    private mutating func keepCustomField(_ fields: [String: ParsedJSON]) {
        guard case .integer(let document)? = fields["document"], case .integer(let field)? = fields["field"]
        else { return }
        // The value is in the member for its type; the others are null.
        let values = fields.filter { $0.key.hasPrefix("value_") }.sorted { $0.key < $1.key }
        guard let value = values.lazy.compactMap(\.value.text).first else { return }
        customFields[document, default: []].append((field, value))
    }

    private func name(_ json: ParsedJSON?, of model: String) -> String? {
        guard case .integer(let key)? = json else { return nil }
        return names["documents.\(model)"]?[key]
    }

    private func document(_ record: Record) -> PaperlessDocument {
        let (key, fields) = (record.key, record.fields)
        var resolved: [String: ParsedJSON] = [:]
        let correspondent = name(fields["correspondent"], of: "correspondent")
        let type = name(fields["document_type"], of: "documenttype")
        let tags = (fields["tags"]?.array ?? []).compactMap { name($0, of: "tag") }
        let notes = notes[key] ?? []
        resolved["correspondent"] = correspondent.map(ParsedJSON.string)
        resolved["document_type"] = type.map(ParsedJSON.string)
        resolved["storage_path"] = name(fields["storage_path"], of: "storagepath").map(ParsedJSON.string)
        resolved["tags"] = tags.nonEmpty.map { .array($0.map(ParsedJSON.string)) }
        resolved["notes"] = notes.nonEmpty.map { .array($0.map(ParsedJSON.string)) }
        let custom = (customFields[key] ?? []).compactMap { field, value in
            names["documents.customfield"]?[field].map { ($0, choices[field]?[value] ?? value) }
        }
        resolved["custom_fields"] =
            custom.isEmpty ? nil : .object(Dictionary(custom.map { ($0, ParsedJSON.string($1)) }) { first, _ in first })

        var metadata = DocumentMetadata()
        metadata.setTitle(fields["title"]?.text)
        metadata.identifier = fields["archive_serial_number"]?.text
        metadata.authors = [correspondent].compactMap { $0 }
        metadata.date = fields["created"]?.text.flatMap(PaperlessDocument.date)
        metadata.tags = (tags + [type].compactMap { $0 }).eachOnce
        metadata.description = notes.nonEmpty?.joined(separator: "\n\n")
        for (name, value) in custom { metadata.details.add(.other, called: name, value) }
        metadata.claimedPageCount = fields["page_count"]?.count
        return PaperlessDocument(record, resolved: resolved, metadata: metadata)
    }
}
