internal import ExtractionProtocol
internal import Markup

extension [BundledDocument] {
    mutating func describe(by record: DescriptiveRecord) {
        let said = record.shared(by: count)
        for index in indices { (self[index].metadata, self[index].rawMetadata) = (said.metadata, said.rawText) }
    }
}

extension LayoutFindings {
    /// Several documents do not get the record's identifier, title or description.
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
    @discardableResult
    func read<Value>(
        _ file: File, upTo limit: ByteLimit? = nil, noting problems: inout [BundleError],
        _ read: ([UInt8]) throws -> Value
    ) -> Value? { attempt(file, noting: &problems) { try read(bytes(of: file, limit: limit ?? .metadata(limits))) } }

    func tree(of file: File, upTo limit: ByteLimit? = nil, noting problems: inout [BundleError]) -> MarkupElement? {
        read(file, upTo: limit, noting: &problems) { try BundleMarkup.description($0, limits: limits) }
    }

    func attempt<Value>(_ file: File, noting problems: inout [BundleError], _ read: () throws -> Value?) -> Value? {
        do {
            return try read()
        } catch {
            problems.append(BundleError(error, reading: entryName(of: file)))
            return nil
        }
    }
}
