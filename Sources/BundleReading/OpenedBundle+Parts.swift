internal import BundleConventions
internal import ExtractionProtocol

/// The files within a PDF are read while it is open anyway, so that no PDF is opened only for this.
extension OpenedBundle {
    /// The documents among the files within a PDF, and the unreadable ones. Their names begin with the PDF's.
    package func parts(
        of document: BundledDocument
    ) throws -> (documents: [BundledDocument], problems: [BundleError]) {
        guard let folder = try BundleError.naming(document.entry, { try session.folder(within: document) })
        else { return ([], []) }
        let before = passedOver.count
        var found = try PlainLayout.findings(in: folder.with { !$0.isImage }) ?? .nothing
        found.documents += try ImagesLayout.beside(found.documents, in: folder)
        session.account.close(folder, found, since: before, isDocument: true)
        found.problems += folder.flaws.map { $0.naming(folder.containerName) }
        let beginning = document.entry.isEmpty ? "" : document.entry + PathForm.mark
        /// The document's name may differ from its file's.
        let name = { (entry: String) in
            let own = folder.way.isEmpty ? "" : folder.containerName + PathForm.mark
            return entry.hasPrefix(own) ? beginning + entry.dropFirst(own.count) : document.entry
        }
        let known = Set(documents.map(\.entry))
        var problems = found.problems.map { BundleError($0.code, $0.reason, entry: $0.entry.map(name)) }
        var parts: [BundledDocument] = []
        let names = UniqueNames.names(found.documents.map { name($0.entry) })
        for (var part, name) in zip(found.documents, names) {
            part.entry = name
            if known.contains(name) {
                problems.append(
                    BundleError(.unsupported, "another document of the bundle is called so, too", entry: name))
            } else {
                parts.append(part)
            }
        }
        return (parts, problems)
    }

    package func document(named entry: String) throws -> BundledDocument? {
        if let document = documents.first(where: { $0.entry == entry }) { return document }
        return try part(named: entry, among: documents)
    }

    private func part(named entry: String, among documents: [BundledDocument]) throws -> BundledDocument? {
        for document in documents where document.mayHold(entry) {
            let parts = try parts(of: document).documents
            if let part = parts.first(where: { $0.entry == entry }) { return part }
            if let part = try part(named: entry, among: parts) { return part }
        }
        return nil
    }
}

extension BundledDocument {
    package func mayHold(_ other: String) -> Bool {
        guard case .file = files, other != entry else { return false }
        return entry.isEmpty || other.hasPrefix(entry + PathForm.mark)
    }
}

extension ReadingSession {
    fileprivate func folder(within document: BundledDocument) throws -> BundleFolder? {
        guard embeddedFiles != nil, case .file(let reference) = document.files, !reference.isBeside
        else { return nil }
        let way = reference.way + [reference.entry].compactMap { $0 }
        guard way.count < limits.nesting else {
            throw BundleError.limit(
                "nesting", of: limits.nesting, "there are files within it, and it is within \(way.count) others")
        }
        if way.isEmpty, root == nil {
            let content = try content(of: reference, named: document.entry)
            root = try embedded(in: content, way: way)
        }
        return BundleFolder(try container(at: way), way: way, in: self)
    }
}
