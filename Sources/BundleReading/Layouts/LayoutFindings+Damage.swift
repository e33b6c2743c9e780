internal import BundleConventions
internal import ExtractionProtocol

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

extension BundleFolder {
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
