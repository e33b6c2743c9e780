import ExtractionProtocol
import Foundation

extension ArchivePages {
    /// Exports documents into a folder, each into a file that is named after the document's own. A file that is whole and
    /// of the same document and texts is not made again; files that docsearch did not write are never replaced.
    ///
    /// `report` is called for each document, in their order. What goes wrong with one of them is in it, and does not end the
    /// export.
    ///
    /// - Throws: ``DocSearchError`` when the folder cannot be used, `locked` while another export writes to it.
    public func export(
        _ documents: [ArchiveDocument], as form: ExportForm, into folder: String,
        options: SearchablePDFOptions = SearchablePDFOptions(),
        report: @Sendable (ExportedDocument) throws -> Void
    ) async throws {
        let folder = try ExportFolder(folder)
        for document in documents {
            try Task.checkCancellation()
            var result = ExportedDocument(document: document)
            do {
                try await export(document, as: form, into: folder, options, &result)
            } catch let error as DocSearchError {
                result.error = error
            }
            try report(result)
        }
    }

    private func export(
        _ document: ArchiveDocument, as form: ExportForm, into folder: ExportFolder, _ options: SearchablePDFOptions,
        _ result: inout ExportedDocument
    ) async throws {
        let key = FileHash.sha256(of: "\(document.contentHash) \(document.path) \(form.rawValue)")
        let state = try await lookups.run { [index] in
            try index.exportState(of: document, form, options)
        }
        if let path = folder.known(key, in: state) {
            result.path = path
            return
        }
        let name = document.exportName
        switch form {
        case .searchablePDF:
            let (path, pdf) = try await folder.write(key, in: state, named: name, ending: form.fileEnding) {
                try await writeSearchablePDF(of: document, to: $0, options: options)
            }
            (result.path, result.pdf) = (path, pdf)
        case .alto, .hocr, .text:
            let (path, unread) = try await folder.write(key, in: state, named: name, ending: form.fileEnding) {
                try await writeText(of: document, as: form, to: $0)
            }
            (result.path, result.unreadPages) = (path, unread)
        }
        result.isWritten = true
    }

    private func writeText(of document: ArchiveDocument, as form: ExportForm, to output: Int32) async throws -> [Int] {
        func write(_ text: String) throws {
            var text = text
            if let number = text.withUTF8({ WholeWrite.failure(of: UnsafeRawBufferPointer($0), to: output) }) {
                throw DocSearchError.system("Exporting", document.path, errno: number)
            }
        }
        let index = index
        let numbers = try await lookups.run { try index.indexStore().pages(document: document.id).map(\.page.number) }
        var unread: [Int] = []
        func export(of number: Int) async throws -> PageExport {
            var page: PageText
            do {
                page = try await self.page(number, of: document)
            } catch let error as DocSearchError where error.code == .unreadable || error.code == .tooSlow {
                unread.append(number)
                page = try await lookups.run { try index.pages(of: document, page: number) }[0]
            }
            return PageExport(page, title: document.title, imageName: document.path, language: document.language)
        }
        switch form {
        case .searchablePDF, .text:
            for number in numbers {
                let text = try await lookups.run {
                    try index.pages(of: document, page: number, withLayouts: false).first?.text ?? ""
                }
                try write(text.isEmpty ? "\u{C}" : text + "\n\u{C}")
            }
        case .alto, .hocr:
            let isALTO = form == .alto
            let empty = PageExport(
                PageText(page: 1, text: "", reasons: [], words: []), title: document.title, imageName: document.path,
                language: document.language)
            try write(isALTO ? empty.altoBeginning() : empty.hocrBeginning())
            for number in numbers {
                let page = try await export(of: number)
                try write(isALTO ? page.altoPage() : page.hocrPage())
            }
            try write(isALTO ? PageExport.altoEnd : PageExport.hocrEnd)
        }
        return unread
    }
}

extension ArchiveIndex {
    /// Another one for another document, text, release or option. A text keeps its number as long as it is the same.
    fileprivate func exportState(
        of document: ArchiveDocument, _ form: ExportForm, _ options: SearchablePDFOptions
    ) throws -> String {
        var parts = [
            DocSearchVersion.current, "\(ProtocolVersion.drawing)", form.rawValue, document.contentHash, document.title,
            document.language ?? "", "\(options.allowsSigned) \(options.removesEncryption)",
        ]
        for (page, isSound) in try indexStore().pages(document: document.id) {
            let text = page.textID.map(String.init) ?? "none"
            let kind = "\(page.verdict.rawValue) \(page.layer?.rawValue ?? "") \(page.origin?.rawValue ?? "")"
            parts.append("\(page.number) \(isSound) \(text) \(kind) \(page.label ?? "")")
        }
        return FileHash.sha256(of: parts.joined(separator: "\u{0}"))
    }
}

extension ArchiveDocument {
    /// Of its file in the bundle, else of the bundle, without the ending.
    fileprivate var exportName: String {
        let name = PathText.name(entry.isEmpty ? bundlePath : entry)
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex, name[dot...].utf8.count <= 6 else {
            return name
        }
        return String(name[..<dot])
    }
}
