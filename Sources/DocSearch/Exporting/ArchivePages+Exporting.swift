import ExtractionProtocol
import Foundation

extension ArchivePages {
    /// Exports documents into a folder, each into a file that is named after the document's own. A complete file
    /// is not made again until its document or texts change, and a file that somebody has changed is never replaced.
    ///
    /// `report` is called for each document, in their order. It has the error of a document that cannot be exported, which
    /// does not end the export. Returns how many files of this form in the folder are of documents that are not among these.
    ///
    /// - Throws: ``DocSearchError`` when the folder cannot be used: `usage` for one in a remembered folder or around it,
    ///   `locked` while another export writes to it, `failed` when its disk is full; `CancellationError`.
    @discardableResult
    public func export(
        _ documents: [ArchiveDocument], as form: ExportForm, into folder: String,
        options: SearchablePDFOptions = SearchablePDFOptions(),
        report: @Sendable (ExportedDocument) throws -> Void
    ) async throws -> Int {
        let index = index
        let roots = try await lookups.run { try UserStore(reading: index.folder).roots() }
        try Self.requireOutside(folder, roots, index: index.folder.path)
        let folder = try ExportFolder(folder)
        var keys: Set<String> = []
        let ids = Set(documents.map(\.id))
        for document in documents {
            try Task.checkCancellation()
            var key = Self.key(of: document, form, roots)
            // For documents that share a place, in their order.
            while !keys.insert(key).inserted { key = FileHash.sha256(of: key) }
            var result = ExportedDocument(document: document)
            do {
                if form == .searchablePDF, !options.allowsDocumentsWithin {
                    try await lookups.run { try index.requireDocuments(within: document, among: ids) }
                }
                try await export(document, key, as: form, into: folder, options, &result)
            } catch let failure as ExportFolder.Failure {
                throw failure.error
            } catch let error as DocSearchError {
                result.error = error
            }
            try report(result)
        }
        return folder.count(ending: form.fileEnding, notOf: keys)
    }

    /// A text beside a document would be taken for its own, and a copy for another document.
    private static func requireOutside(_ folder: String, _ roots: [IndexRoot], index: String) throws {
        guard let path = TypedPath(folder).diskPaths.first?.absolute else { return }
        // An index that is gone has no links to follow.
        let real = (try? PathText.real(index)) ?? index
        guard [index, real].allSatisfy({ PathText.relative(path, below: $0) == nil }) else {
            throw DocSearchError(
                .usage, "Nothing is exported to \"\(folder)\": it is the folder of the index. Name another one.",
                item: folder)
        }
        for root in roots {
            // A folder that is away has no links to follow.
            let paths = [root.path, (try? PathText.real(root.path)) ?? root.path]
            let isApart = paths.allSatisfy {
                PathText.relative(path, below: $0) == nil && PathText.relative($0, below: path) == nil
            }
            guard !isApart else { continue }
            throw DocSearchError(
                .usage,
                "Nothing is exported to \"\(folder)\": it is part of the archive, or the archive is part of it (\"\(root.path)\"), "
                    + "and the next run would read the files. Name a folder elsewhere.", item: folder)
        }
    }

    /// The place of a document, so that its file is replaced when its bytes or texts change.
    private static func key(of document: ArchiveDocument, _ form: ExportForm, _ roots: [IndexRoot]) -> String {
        let root = roots.first { $0.id == document.rootID }?.path ?? ""
        let parts = [root, document.bundlePath, document.entry, form.rawValue]
        return FileHash.sha256(of: parts.joined(separator: "\u{0}"))
    }

    private func export(
        _ document: ArchiveDocument, _ key: String, as form: ExportForm, into folder: ExportFolder,
        _ options: SearchablePDFOptions, _ result: inout ExportedDocument
    ) async throws {
        let state = try await lookups.run { [index] in try index.exportState(of: document, form) }
        if let path = folder.known(key, in: state) {
            result.path = path
            return
        }
        let name = document.exportName
        switch form {
        case .searchablePDF:
            let (path, pdf) = try await folder.write(key, in: state, named: name, ending: form.fileEnding) { output in
                do {
                    let pdf = try await writeSearchablePDF(of: document, to: output, options: options)
                    return (pdf, pdf.unreadPages.isEmpty)
                } catch let error as DocSearchError
                    where error.cause?.hasPrefix(AddTextRequest.isNotWritten) == true
                {
                    throw ExportFolder.Failure(error: error)
                }
            }
            (result.path, result.pdf, result.unreadPages) = (path, pdf, pdf.unreadPages)
        case .text:
            let (path, unread) = try await folder.write(key, in: state, named: name, ending: form.fileEnding) {
                let unread = try await writeText(of: document, to: $0)
                return (unread, unread.isEmpty)
            }
            (result.path, result.unreadPages) = (path, unread)
        case .alto, .hocr:
            let (path, unread) = try await folder.write(key, in: state, named: name, ending: form.fileEnding) {
                let unread = try await writeLayouts(of: document, isALTO: form == .alto, to: $0)
                return (unread, unread.isEmpty)
            }
            (result.path, result.unreadPages) = (path, unread)
        case .mets:
            let (path, unread) = try await folder.writePackage(key, in: state, named: name, ending: form.fileEnding) {
                let unread = try await writePackage(of: document, to: $0)
                return (unread, unread.isEmpty)
            }
            (result.path, result.unreadPages) = (path, unread)
        }
        result.isWritten = true
    }

    private func writeText(of document: ArchiveDocument, to output: Int32) async throws -> [Int] {
        let index = index
        var unread: [Int] = []
        for number in try await pageNumbers(of: document) {
            let page = try await lookups.run { try index.page(number, of: document, withLayouts: false) }
            if page?.damage != nil { unread.append(number) }
            let text = page?.text ?? ""
            try Self.write(text.isEmpty ? "\u{C}" : text + "\n\u{C}", of: document, to: output)
        }
        return unread
    }

    /// ALTO or hOCR.
    private func writeLayouts(of document: ArchiveDocument, isALTO: Bool, to output: Int32) async throws -> [Int] {
        let empty = PageExport(
            PageText(page: 1, text: "", reasons: [], words: []), title: document.title, imageName: document.path,
            language: document.language)
        var unread: [Int] = []
        try Self.write(isALTO ? empty.altoBeginning() : empty.hocrBeginning(), of: document, to: output)
        for number in try await pageNumbers(of: document) {
            let page = try await export(number, of: document, &unread)
            try Self.write(isALTO ? page.altoPage() : page.hocrPage(), of: document, to: output)
        }
        try Self.write(isALTO ? PageExport.altoEnd : PageExport.hocrEnd, of: document, to: output)
        return unread
    }

    private func pageNumbers(of document: ArchiveDocument) async throws -> [Int] {
        let index = index
        return try await lookups.run { try index.indexStore().pages(document: document.id).map(\.page.number) }
    }

    private static func write(_ text: String, of document: ArchiveDocument, to output: Int32) throws {
        var text = text
        if let number = text.withUTF8({ WholeWrite.failure(of: UnsafeRawBufferPointer($0), to: output) }) {
            throw ExportFolder.Failure(error: .system("Exporting", document.path, errno: number))
        }
    }

    /// A page that is damaged in the index, or whose words have no places, is added to `unread`.
    private func export(_ number: Int, of document: ArchiveDocument, _ unread: inout [Int]) async throws -> PageExport {
        let index = index
        var page: PageText
        do {
            page = try await self.page(number, of: document)
            if page.damage != nil { unread.append(number) }
        } catch let error as DocSearchError where error.code == .unreadable || error.code == .tooSlow {
            unread.append(number)
            page = try await lookups.run { try index.pages(of: document, page: number) }[0]
        }
        return PageExport(page, title: document.title, imageName: document.path, language: document.language)
    }

    private func writePackage(of document: ArchiveDocument, to package: ExportPackage) async throws -> [Int] {
        let index = index
        let description = try await lookups.run { try METSDescription(of: document, in: index) }
        var (unread, files): ([Int], [METSDescription.File]) = ([], [])
        for number in description.pageNumbers {
            let alto = try await export(number, of: document, &unread).alto()
            files.append(try package.write(alto, to: METSDescription.fileName(ofPage: number)))
        }
        _ = try package.write(description.text(files: files), to: "mets.xml")
        return unread
    }
}

extension ArchiveIndex {
    fileprivate func requireDocuments(within document: ArchiveDocument, among ids: Set<Int64>) throws {
        guard try documentIDs(within: document).contains(where: { !ids.contains($0) }) else { return }
        throw DocSearchError(
            .unreadable,
            "\"\(document.path)\" cannot be exported: there are other documents within it that are not exported, and the copy "
                + "would have them in it. Name it by itself to export it all the same.", item: document.path)
    }

    /// Whether the text of a page is not the PDF's own, so that a searchable PDF has more than the document.
    package func hasTextToAdd(to document: ArchiveDocument) throws -> Bool {
        try indexStore().pages(document: document.id).contains { $0.page.origin.map { $0 != .textLayer } ?? false }
    }

    /// Differs when the document, a text of it or the release does. A text keeps its number as long as it is the same.
    func exportState(of document: ArchiveDocument, _ form: ExportForm) throws -> String {
        var parts = [
            DocSearchVersion.current, "\(ProtocolVersion.drawing)", form.rawValue, document.contentHash, document.title,
            document.language ?? "",
        ]
        for (page, isSound) in try indexStore().pages(document: document.id) {
            let text = page.textID.map(String.init) ?? "none"
            let kind = "\(page.verdict.rawValue) \(page.layer?.rawValue ?? "") \(page.origin?.rawValue ?? "")"
            parts.append("\(page.number) \(isSound) \(text) \(kind) \(page.label ?? "")")
        }
        if form == .mets { parts.append(try METSDescription(of: document, in: self).text(files: [])) }
        return FileHash.sha256(of: parts.joined(separator: "\u{0}"))
    }
}

extension ArchiveDocument {
    /// The name of its file in the bundle, else of the bundle, without the ending.
    package var exportName: String {
        let name = PathText.name(entry.isEmpty ? bundlePath : entry)
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex, name[dot...].utf8.count <= 6 else {
            return name
        }
        return String(name[..<dot])
    }
}
