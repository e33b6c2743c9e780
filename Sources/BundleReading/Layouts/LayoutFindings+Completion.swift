internal import ExtractionProtocol

extension [BundledDocument] {
    /// Has a record's metadata be that of each document.
    mutating func describe(by record: DescriptiveRecord) {
        let said = record.shared(by: count)
        for index in indices { (self[index].metadata, self[index].rawMetadata) = (said.metadata, said.rawText) }
    }
}

extension LayoutFindings {
    /// Completes the documents by what is said of all that holds them. Of several documents none is known by its
    /// identifier, title or description.
    mutating func complete(by record: DescriptiveRecord) {
        let said = record.shared(by: documents.count)
        let metadata = documents.count == 1 ? said.metadata : said.metadata.sharedByAll
        for index in documents.indices {
            documents[index].metadata = documents[index].metadata.completed(by: metadata)
            if documents[index].rawMetadata == nil { documents[index].rawMetadata = said.rawText }
        }
    }

    /// Adds what another layout made of other files of the same folder.
    mutating func add(_ other: LayoutFindings?) {
        guard let other else { return }
        documents += other.documents
        problems += other.problems
    }
}

/// The problems of one kind that a bundle has: the first say enough where there are many.
struct ProblemList {
    private(set) var all: [BundleError] = []
    private static let maximum = 20

    mutating func add(_ code: ProblemFrame.Code, _ reason: String, entry: String) {
        guard all.count < Self.maximum else { return }
        all.append(BundleError(code, reason, entry: entry))
    }
}

extension BundleFolder {
    /// Reads one of the folder's files. Nil, and a problem, when it cannot be read.
    func reading<Value>(
        _ file: File, _ limit: ByteLimit, _ problems: inout [BundleError], _ read: ([UInt8]) throws -> Value
    ) -> Value? {
        attempt(file, &problems) { try read(bytes(of: file, limit: limit)) }
    }

    /// What comes of one of the folder's files; nil, and a problem, when it cannot be read.
    func attempt<Value>(_ file: File, _ problems: inout [BundleError], _ read: () throws -> Value?) -> Value? {
        do {
            return try read()
        } catch let error as BundleError {
            problems.append(error.naming(entryName(of: file)))
        } catch {
            problems.append(BundleError(.damaged, "it cannot be read: \(error)", entry: entryName(of: file)))
        }
        return nil
    }

    /// Some of the folder's files, with their paths as they are.
    func with(_ isWanted: (File) -> Bool) -> BundleFolder {
        BundleFolder(container, way: way, files: files.filter(isWanted))
    }
}
