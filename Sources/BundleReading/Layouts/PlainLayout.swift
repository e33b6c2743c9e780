internal import BundleConventions
internal import ExtractionProtocol

/// Documents in no known order: PDFs with sidecars, nested bundles, else page images. A `metadata.json` applies to all.
enum PlainLayout: BundleLayout {
    static func findings(in folder: BundleFolder) throws -> LayoutFindings? {
        if let reason = officeDocument(folder) {
            return LayoutFindings(format: .zip, documents: [], skipReason: reason)
        }
        var findings = pdfs(in: folder)
        for file in folder.files where file.isContainer {
            if let inner = try findings.reading({ try nested(file, in: folder) }) { findings.add(inner) }
        }
        guard findings.documents.isEmpty, findings.problems.isEmpty else {
            // Attachments of a mail were handled before.
            if !(folder.container is MailContainer) {
                findings.documents += try ImagesLayout.beside(findings.documents, in: folder)
            }
            return findings
        }
        let images = ImagesLayout.documents(in: folder)
        return images.isEmpty ? nil : LayoutFindings(format: .images, documents: images)
    }

    /// In a package without a readable description, all files are documents.
    static func findings(
        inDamaged folder: BundleFolder, _ format: BundleFormat, _ problems: [BundleError]
    ) throws -> LayoutFindings {
        var findings = try findings(in: folder) ?? .nothing
        findings.format = format
        findings.problems = problems + findings.problems
        return findings
    }

    private static func pdfs(in folder: BundleFolder) -> LayoutFindings {
        var sidecars = Sidecars(folder)
        let pdfs = folder.pdfs
        var common: SidecarMetadata?
        if let file = folder["metadata.json"] ?? folder.unwrapped?["metadata.json"],
            !pdfs.contains(where: { sidecars.file(beside: $0.path, type: .json)?.entry == file.entry })
        {
            common = sidecars.json(file)
        }
        let shared = common?.metadata.shared(by: pdfs.count).sharedByAll
        var findings = LayoutFindings(format: .zip, documents: [])
        let names = UniqueNames.names(pdfs.map { folder.entryName(of: $0) })
        for (pdf, name) in zip(pdfs, names) {
            if let refusal = pdf.entry.refusal {
                findings.problems.append(BundleError(refusal.code, refusal.reason, entry: name))
                continue
            }
            let own = sidecars.metadata(beside: pdf.path)
            var metadata = own?.metadata ?? DocumentMetadata()
            if let common = pdfs.count == 1 ? common?.metadata : shared { metadata = metadata.completed(by: common) }
            findings.documents.append(
                BundledDocument(
                    entry: name, files: .file(folder.reference(to: pdf)), metadata: metadata,
                    rawMetadata: own?.rawText ?? (pdfs.count == 1 ? common?.rawText : nil),
                    isDescribedWithOthers: own == nil && shared != nil && pdfs.count > 1,
                    text: sidecars.text(beside: pdf.path)))
        }
        findings.problems += sidecars.problems
        return findings
    }

    private static func nested(_ file: BundleFolder.File, in folder: BundleFolder) throws -> LayoutFindings {
        switch try folder.session.nested(file, in: folder) {
        case .document(var document, let format):
            document.entry = folder.entryName(of: file)
            return LayoutFindings(format: format, documents: [document])
        case .container(let container, _):
            let account = folder.session.account
            account.open(file.entry, in: folder.way)
            let before = account.passedOver.count
            return try BundleError.naming(folder.entryName(of: file)) {
                let inside = BundleFolder(container, way: folder.way + [file.entry], in: folder.session)
                var findings = try BundleLayouts.findings(in: inside)
                findings.addDamage(in: inside)
                account.close(inside, findings, since: before)
                return findings
            }
        }
    }

    private static func officeDocument(_ folder: BundleFolder) -> String? {
        // The names have this meaning only at the top of a zip, where no other documents are.
        guard folder.container is ZipArchive, folder.isWhole,
            !folder.files.contains(where: { !$0.path.contains("/") && $0.mayBeDocument })
        else { return nil }
        if folder["[Content_Types].xml"] != nil { return "it is a document of an office program, not a bundle" }
        guard folder["mimetype"] != nil else { return nil }
        if folder["META-INF/container.xml"] != nil { return "it is an EPUB, not a bundle" }
        return folder["META-INF/manifest.xml"] != nil ? "it is a document of an office program, not a bundle" : nil
    }
}
