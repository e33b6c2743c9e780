internal import BundleConventions
internal import ExtractionProtocol
internal import Markup

/// How layouts find and take the files of a folder.
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

    /// Reasons why the container may hold more than its entries. Many programs leave out the end of a tar, which does
    /// not matter if a manifest lists the same files.
    var flaws: [BundleError] {
        guard container.lacksEnd, !session.wholeBags.contains(containerName) else { return container.flaws }
        return container.flaws + [BundleError(.damaged, "its end marker is missing, so files may be missing")]
    }

    /// Problems of files named as XML without XML. They may have been descriptions or texts, like those beside them.
    func problems(ofXML files: [File]) -> [BundleError] {
        var problems: [BundleError] = []
        for file in files where file.entry.refusal == nil {
            if session.readableHead(of: reference(to: file)) == nil {
                _ = attempt(file, noting: &problems) { try bytes(of: file, limit: .markup(limits)) }
            } else if let lack = BundleMarkup.lack(in: session.textHead(of: reference(to: file))) {
                problems.append(BundleError(.damaged, lack, entry: entryName(of: file)))
            }
        }
        return problems
    }

    /// It has the folders of an information package (E-ARK CSIP 2.1, 4), whose METS document is at its top.
    var isPackage: Bool {
        let tops = Set(files.compactMap { file in file.path.firstIndex(of: "/").map { file.path[..<$0] } })
        return BundleNames.packageFolders.allSatisfy { tops.contains(Substring($0)) }
    }
}

extension BundleFolder.File {
    /// A walk through folders would take it for a bundle, by its name.
    var mayBeDocument: Bool { type == .pdf || isImage || isContainer }
}
