package import ExtractionProtocol

/// Supplied by the program that reads PDFs. Nil when the PDF cannot be read; throws when the bundle can be read no
/// further.
package typealias PageCounter = (DocumentContent, String) throws -> Int?

/// The content of a bundle decides its format, never its name.
package struct BundleReader: Sendable {
    private let limits: ExtractionLimits
    private let keepsRawMetadata: Bool
    private let wantsFixity: Bool

    package init(limits: ExtractionLimits, keepsRawMetadata: Bool = true, wantsFixity: Bool = false) {
        self.limits = limits
        self.keepsRawMetadata = keepsRawMetadata
        self.wantsFixity = wantsFixity
    }

    /// `descriptor` is borrowed: a duplicate is kept, and the file offset that both share is never used or moved.
    /// `path` is for messages and for finding the bundle's companions among the files beside it; it is not opened.
    package func open(
        descriptor: Int32, path: String, access: BundleAccess = BundleAccess(),
        passwords: @escaping PasswordSource = { [] }, embeddedFiles: EmbeddedFilesOpener? = nil,
        openFile: @escaping FileOpener = { _ in throw BundleError(.environment, "it cannot be asked for here") },
        countPages: @escaping PageCounter = { _, _ in .max }
    ) throws -> OpenedBundle {
        let file = access.isFolder ? nil : try BundleFile(duplicating: descriptor)
        let session = try ReadingSession(
            file: file, access: access, limits: limits, keepsRawMetadata: keepsRawMetadata, wantsFixity: wantsFixity,
            passwords: passwords, embeddedFiles: embeddedFiles, openFile: openFile)
        session.countPages = countPages
        guard let file else {
            guard let root = session.root else { throw BundleError(.changed, "it is not a folder") }
            let (findings, isBundle) = try Self.findings(in: root, as: .folder, session)
            return OpenedBundle(findings, session, isBundle: isBundle)
        }
        let opening = try FileOpening(of: file)
        guard let opener = BundleOpeners.opener(for: opening)
        else { throw BundleError(.unsupported, "this is neither a PDF, an image, a zip, a tar, a 7z nor a mail") }
        var findings: LayoutFindings
        switch try opener.open(opening, way: [], session: session) {
        case .document(let document, let format): findings = LayoutFindings(format: format, documents: [document])
        case .container(let container, let format):
            session.root = container
            findings = try Self.findings(in: container, as: format, session).findings
        }
        if let beside = session.beside { findings.complete(byCompanionsOf: path, in: beside) }
        return OpenedBundle(findings, session)
    }

    /// `format` is that of a container without a layout of its own.
    private static func findings(
        in root: any Container, as format: BundleFormat, _ session: ReadingSession
    ) throws -> (findings: LayoutFindings, isBundle: Bool) {
        let folder = BundleFolder(root, in: session)
        var findings = try BundleLayouts.findings(in: folder)
        findings.addDamage(in: folder)
        session.account.close(folder, findings, since: 0)
        let isBundle = findings.isBundle(folder)
        if findings.format == .zip { findings.format = format }
        return (findings, isBundle)
    }

    /// The file as a PDF or an image, whatever other format its bytes could be.
    package func document(descriptor: Int32) throws -> OpenedBundle.Content {
        let file = try BundleFile(duplicating: descriptor)
        let session = try ReadingSession(file: file, limits: limits)
        let opening = try FileOpening(of: file)
        let opener: any BundleOpener.Type = ImageOpener.matches(opening) ? ImageOpener.self : PDFOpener.self
        guard case .document(let document, let format) = try opener.open(opening, way: [], session: session)
        else { throw BundleError(.unsupported, "this is neither a PDF nor an image") }
        let findings = LayoutFindings(format: format, documents: [document])
        return try OpenedBundle(findings, session).content(of: document)
    }
}
