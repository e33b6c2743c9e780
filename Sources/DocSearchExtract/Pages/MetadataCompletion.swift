import ExtractionProtocol
import PageReading

/// Completes what a bundle says about a document by what the PDF says itself, and by its name at last.
enum MetadataCompletion {
    static func complete(
        _ metadata: DocumentMetadata, by information: DocumentInformation?, fileName: String
    ) -> DocumentMetadata {
        var result = metadata
        if let information {
            var own = DocumentMetadata()
            if let title = [information.xmpTitle, information.title].compactMap({ $0 }).map(cleaned)
                .first(where: { !isJunk($0) })
            {
                own.title = title
                own.titleSource = .documentInformation
            }
            let creators = information.xmpCreators.isEmpty ? [information.author ?? ""] : information.xmpCreators
            own.authors = creators.map(cleaned).filter { !$0.isEmpty }
            own.date = information.creationDate
            own.tags = (information.keywords ?? "").split(whereSeparator: { ",;".contains($0) })
                .map { cleaned(String($0)) }.filter { !$0.isEmpty }
            let subject = cleaned(information.subject ?? "")
            own.description = subject.isEmpty ? nil : subject
            result = result.completed(by: own)
        }
        if (result.title ?? "").isEmpty {
            result.title = title(fromFileName: fileName)
            result.titleSource = .fileName
        }
        return result
    }

    /// Titles that programs and scanners leave behind say nothing about a document.
    static func isJunk(_ title: String) -> Bool {
        let text = title.lowercased()
        let letters = text.unicodeScalars.filter { $0.properties.isAlphabetic }
        if letters.count < 2 { return true }
        let prefixes = ["microsoft word - ", "microsoft powerpoint - ", "microsoft excel - "]
        if prefixes.contains(where: text.hasPrefix) { return true }
        let endings = [
            ".doc", ".docx", ".dvi", ".tex", ".indd", ".qxd", ".tif", ".tiff", ".jpg", ".wpd", ".pub", ".p65",
        ]
        if endings.contains(where: text.hasSuffix) { return true }
        let stem = text.filter { !$0.isNumber && !" _-.()#".contains($0) }
        return [
            "untitled", "untitleddocument", "scan", "scanned", "scandocument", "scanneddocument", "scanneddokument",
            "document", "documento", "dokument", "img", "image", "page", "title", "notitle", "none", "null", "pdf",
            "doc", "slide", "powerpointpresentation", "presentation", "unbenannt", "sanstitre", "noname",
        ].contains(stem)
    }

    static func title(fromFileName path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// One line, without control characters: these fields are shown in lists.
    private static func cleaned(_ text: String) -> String {
        let spaced = String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    scalar.properties.generalCategory == .control || scalar.properties.isWhitespace ? " " : scalar
                }))
        return spaced.split(separator: " ").joined(separator: " ")
    }
}
