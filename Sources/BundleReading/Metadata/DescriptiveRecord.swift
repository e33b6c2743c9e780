internal import ExtractionProtocol

struct DescriptiveRecord {
    var metadata = DocumentMetadata()
    private(set) var fields: [String: [String]] = [:]

    mutating func keep(_ value: String, as field: String) {
        guard !value.isEmpty else { return }
        fields[field, default: []].append(value)
    }

    var rawText: String? {
        guard !fields.isEmpty else { return nil }
        return ParsedJSON.object(fields.mapValues { .array($0.map(ParsedJSON.string)) }).rawText
    }

    func completed(by other: DescriptiveRecord) -> DescriptiveRecord {
        var result = self
        result.metadata = metadata.completed(by: other.metadata)
        result.fields.merge(other.fields) { own, others in
            let known = Set(own)
            return own + others.filter { !known.contains($0) }
        }
        return result
    }

    /// The newspaper's title alone would be the same for all issues.
    mutating func complete(by structure: METSStructure) {
        if let day = structure.issueDate {
            keep(day, as: "structMap.day")
            // A description may state the year of all issues.
            if metadata.date.map({ day.hasPrefix($0) }) ?? true { metadata.date = day }
        }
        guard let newspaper = structure.newspaper else { return }
        metadata.details.add(.other, called: "Newspaper", newspaper)
        let title = metadata.title ?? newspaper
        guard title == newspaper, let day = metadata.date ?? structure.issueDate else { return }
        metadata.setTitle("\(title), \(day)")
    }

    /// The description that each of several documents in a package gets. The title, authors and date of the whole package
    /// are not its own.
    var ofPackage: DescriptiveRecord {
        var result = self
        result.metadata = metadata.sharedByAll
        (result.metadata.authors, result.metadata.authorAddresses) = ([], [])
        (result.metadata.date, result.metadata.dateSource) = (nil, nil)
        result.metadata.details.add(.package, called: "Title of the package", metadata.title)
        for author in metadata.authors { result.metadata.details.add(.person, called: "Author of the package", author) }
        result.metadata.details.add(.package, called: "Date of the package", metadata.date)
        return result
    }

    /// The description of a work, for a part with its own description. The part gets the authors and the date of the work
    /// unless it states its own.
    func around(_ part: DescriptiveRecord) -> DescriptiveRecord {
        var result = self
        result.metadata = metadata.sharedByAll
        if part.metadata.title == nil {
            result.metadata.setTitle(metadata.title)
        } else {
            result.metadata.details.add(.package, called: "Title of the package", metadata.title)
        }
        return result
    }

    /// Shortened where all copies together would be too large.
    func shared(by count: Int) -> (metadata: DocumentMetadata, rawText: String?) {
        let raw = rawText.flatMap { DocumentMetadata.isSharable($0.utf8.count, by: count) ? $0 : nil }
        return (metadata.shared(by: count), raw)
    }
}

extension DocumentMetadata {
    mutating func setTitle(_ title: String?) {
        guard let title, !title.isEmpty else { return }
        self.title = title
        titleSource = .metadata
    }

    mutating func removeTitle() { (title, titleSource) = (nil, nil) }

    mutating func removePlaceholder() { if title.map(MachineName.isPlaceholder) == true { removeTitle() } }

    var sharedByAll: DocumentMetadata {
        var shared = self
        shared.identifier = nil
        shared.removeTitle()
        shared.claimedPageCount = nil
        shared.description = nil
        shared.details.removeAll { $0.kind == .identifier }
        return shared
    }

    /// Bytes for all copies of one description together.
    private static let maximumShared = 64 << 20

    static func isSharable(_ byteCount: Int, by count: Int) -> Bool { count <= 1 || byteCount <= maximumShared / count }

    /// Without lists and long texts where all copies together would be too large.
    func shared(by count: Int) -> DocumentMetadata {
        let texts = [identifier, title, date, language, description].compactMap { $0 } + authors + tags
        let detailed = details.reduce(0) { $0 + $1.byteCount + 64 }
        guard !Self.isSharable(texts.reduce(detailed) { $0 + $1.utf8.count + 16 }, by: count) else { return self }
        func short(_ text: String?) -> String? { text.flatMap { $0.utf8.count <= 200 ? $0 : nil } }
        var shared = self
        (shared.identifier, shared.title, shared.language) = (short(identifier), short(title), short(language))
        if shared.title == nil { shared.titleSource = nil }
        shared.description = short(description)
        (shared.authors, shared.tags, shared.details) = ([], [], [])
        return shared
    }
}

extension Array<String> {
    /// Without duplicates, surrounding white space and blank values; the first of each stays.
    package var eachOnce: [String] {
        var seen: Set<String> = []
        return compactMap { value in
            value.trimmingWhiteSpace().nonEmpty.flatMap { seen.insert($0).inserted ? $0 : nil }
        }
    }
}
