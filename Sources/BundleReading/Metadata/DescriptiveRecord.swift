internal import ExtractionProtocol

/// What one source says about a document, carried over to the common fields and as it was found.
struct DescriptiveRecord {
    var metadata = DocumentMetadata()
    /// By the source's own names of its fields, each with all its values in order.
    private(set) var fields: [String: [String]] = [:]

    /// Keeps a value as it was found; blank ones say nothing.
    mutating func keep(_ value: String, as field: String) {
        guard !value.isEmpty else { return }
        fields[field, default: []].append(value)
    }

    mutating func setTitle(_ title: String?) {
        guard let title, !title.isEmpty else { return }
        metadata.title = title
        metadata.titleSource = .metadata
    }

    /// As JSON text; nil when nothing was found.
    var rawText: String? {
        guard !fields.isEmpty else { return nil }
        return JSONValue.object(fields.mapValues { .array($0.map(JSONValue.string)) }).rawText
    }

    /// Fills what is empty here from `other`, and keeps what both found.
    func completed(by other: DescriptiveRecord) -> DescriptiveRecord {
        var result = self
        result.metadata = metadata.completed(by: other.metadata)
        result.fields.merge(other.fields) { own, others in own + others.filter { !own.contains($0) } }
        return result
    }
}

extension DocumentMetadata {
    /// What of this may be said of each of several documents.
    var sharedByAll: DocumentMetadata {
        var shared = self
        shared.identifier = nil
        shared.title = nil
        shared.titleSource = nil
        shared.claimedPageCount = nil
        shared.description = nil
        return shared
    }
}

extension Array<String> {
    /// Each value once, where it stands first, without surrounding white space and without blank ones.
    var eachOnce: [String] {
        var seen: Set<String> = []
        return compactMap { value in
            let trimmed = value.trimmingWhiteSpace()
            return trimmed.isEmpty || !seen.insert(trimmed).inserted ? nil : trimmed
        }
    }
}
