internal import ExtractionProtocol
internal import Markup

extension [BundledDocument] {
    mutating func describe(by record: DescriptiveRecord) {
        let said = record.shared(by: count)
        for index in indices { (self[index].metadata, self[index].rawMetadata) = (said.metadata, said.rawText) }
    }
}

extension LayoutFindings {
    /// Completes the documents with a common record. Several documents do not get its identifier, title or description.
    mutating func complete(by record: DescriptiveRecord) {
        let said = record.shared(by: documents.count)
        let metadata = documents.count == 1 ? said.metadata : said.metadata.sharedByAll
        for index in documents.indices {
            documents[index].metadata = documents[index].metadata.completed(by: metadata)
            if documents[index].rawMetadata == nil { documents[index].rawMetadata = said.rawText }
        }
    }
}

extension BundleFolder {
    /// Reads a file up to the metadata limit unless `limit` is given. Nil, and a problem, when it cannot be read.
    @discardableResult
    func read<Value>(
        _ file: File, upTo limit: ByteLimit? = nil, noting problems: inout [BundleError],
        _ read: ([UInt8]) throws -> Value
    ) -> Value? { attempt(file, noting: &problems) { try read(bytes(of: file, limit: limit ?? .metadata(limits))) } }

    /// The root element of an XML file, as ``read(_:upTo:noting:_:)``.
    func tree(of file: File, upTo limit: ByteLimit? = nil, noting problems: inout [BundleError]) -> MarkupElement? {
        read(file, upTo: limit, noting: &problems) { try BundleMarkup.description($0, limits: limits) }
    }

    /// Runs `read` for one of the folder's files; nil, and a problem, when it fails.
    func attempt<Value>(_ file: File, noting problems: inout [BundleError], _ read: () throws -> Value?) -> Value? {
        do {
            return try read()
        } catch {
            problems.append(BundleError(error, reading: entryName(of: file)))
            return nil
        }
    }
}
