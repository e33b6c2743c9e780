internal import BundleConventions
internal import ExtractionProtocol

struct LayoutFindings {
    var format: BundleFormat
    var documents: [BundledDocument]
    var problems: [BundleError] = []
    /// Why it contains nothing for docsearch, when that is no fault.
    var skipReason: String?
    /// The description is readable and names existing files.
    var holdsTogether = true
    /// Files that the description does not mention; nil when it covers all.
    var unnamed: BundleFolder?

    static var nothing: LayoutFindings {
        LayoutFindings(format: .zip, documents: [], skipReason: "there is no PDF and no page image in it")
    }

    mutating func add(_ found: LayoutFindings) {
        documents += found.documents
        problems += found.problems
    }

    /// Notes a problem where `read` fails, and returns nil.
    mutating func reading<Value>(_ read: () throws -> Value?) throws -> Value? {
        do {
            return try read()
        } catch let error as BundleError {
            problems.append(error)
            return nil
        }
    }
}

// MARK: - Descriptions

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

extension [BundledDocument] {
    mutating func describe(by record: DescriptiveRecord) {
        let said = record.shared(by: count)
        for index in indices { (self[index].metadata, self[index].rawMetadata) = (said.metadata, said.rawText) }
    }
}

// MARK: - Files that no description mentions

extension LayoutFindings {
    mutating func addUnnamed() throws {
        guard let unnamed else { return }
        self.unnamed = nil
        let rest = unnamed.with(files: unnamed.session.account.unused(unnamed, by: self))
        for layout in [METSLayout.self, HOCRLayout.self] as [any BundleLayout.Type] {
            let read = try reading { try rest.session.account.trying { try layout.findings(in: rest) } }
            guard var found = read else { continue }
            try found.addUnnamed()
            return add(found)
        }
        if rest.files.contains(where: { $0.mayBeDocument && !$0.isImage }) {
            if let found = try PlainLayout.findings(in: rest) { add(found) }
        } else {
            documents += try ImagesLayout.beside(documents, in: rest)
        }
    }

    /// Its description names existing files, or nothing else could be read, so that its faults are reported.
    func isBundle(_ folder: BundleFolder) -> Bool {
        if holdsTogether, format != .zip, format != .images { return true }
        return !folder.files.contains(where: \.mayBeDocument)
    }
}

// MARK: - Damage

/// Damage that no layout detects: remains of a package, and bags among other files.
extension LayoutFindings {
    mutating func addDamage(in folder: BundleFolder) {
        let own = folder.containerName
        problems += folder.flaws.map { own.isEmpty ? $0 : $0.naming(own) }
        problems += BagPayload.problemsOfOthers(in: folder)
        addLostMETS(in: folder)
    }

    /// Also of what lies in a bag or an object.
    mutating func addLostMETS(in folder: BundleFolder) {
        guard [.zip, .images, .hocr, .mets].contains(format) else { return }
        let isMETS = format == .mets
        let lost = [folder, folder.unwrapped].compactMap { $0 }.lazy.compactMap { folder in
            (isMETS ? nil : Self.emptyMETS(folder)) ?? Self.lostMETS(folder)
        }.first
        guard let lost else { return }
        problems.append(lost)
        format = .mets
        holdsTogether = true
    }

    private static func emptyMETS(_ folder: BundleFolder) -> BundleError? {
        for file in folder.files where file.type == .xml && !file.path.contains("/") && isNamedMETS(file.stem) {
            // An unreadable file is not empty; reading it reports the error.
            guard let start = folder.session.readableHead(of: folder.reference(to: file)) else { continue }
            let isEmpty = start.allSatisfy { $0 == 0 || $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }
            // Any other content may be a stray file of that name.
            guard let lack = isEmpty ? "it is empty" : BundleMarkup.page(in: start) else { continue }
            return BundleError(
                .damaged, "this is a damaged package under a METS document that cannot be read: \(lack)",
                entry: folder.entryName(of: file))
        }
        return nil
    }

    private static func lostMETS(_ folder: BundleFolder) -> BundleError? {
        guard folder.isPackage, !folder.files.contains(where: { $0.path.lowercased() == "mets.xml" })
        else { return nil }
        return BundleError(
            .damaged, "this is a damaged package: the METS document that describes it is not there",
            entry: folder.entryName(ofMissing: "METS.xml"))
    }

    /// `mets`, `x_mets`, `METS.0815`: the word by itself.
    private static func isNamedMETS(_ stem: Substring) -> Bool {
        stem.lowercased().split { !$0.isLetter && !$0.isNumber }.contains(Substring(BundleNames.mets))
    }
}
