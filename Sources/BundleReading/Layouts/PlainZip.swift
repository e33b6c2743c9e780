internal import ExtractionProtocol

/// A zip of PDFs. Each may have sidecars beside it: `x.json` or `x.pdf.json` with metadata, `x.txt` or `x.pdf.txt` with
/// text. A `metadata.json` speaks for the zip as a whole.
enum PlainZip {
    /// Throws ``BundleError`` when there is no PDF in the zip.
    static func documents(in contents: ZipContents, limits: ExtractionLimits) throws -> ZipFindings {
        let pdfs = contents.entries.filter(\.isPDF)
        guard !pdfs.isEmpty else { throw BundleError(.empty, "there is no PDF in this zip") }
        var reader = SidecarReader(contents, limits: limits)
        let common = reader.bundleMetadata(unlessBeside: pdfs)
        let names = UniqueNames.names(for: pdfs)
        var documents: [BundledDocument] = []
        var refusals: [BundleError] = []
        for (pdf, name) in zip(pdfs, names) {
            if let refusal = pdf.refusal {
                refusals.append(BundleError(refusal.code, refusal.reason, entry: name))
                continue
            }
            let own = reader.metadata(beside: pdf)
            let text = reader.text(beside: pdf)
            var metadata = own?.metadata ?? DocumentMetadata()
            if let common {
                metadata = metadata.completed(by: pdfs.count == 1 ? common.metadata : common.sharedByAll)
            }
            documents.append(
                BundledDocument(
                    entry: name, place: .zipEntry(pdf), metadata: metadata,
                    rawMetadata: own?.rawText ?? (pdfs.count == 1 ? common?.rawText : nil),
                    pageTexts: text?.pages ?? [], unpagedText: text?.unpaged))
        }
        return ZipFindings(format: .zip, documents: documents, problems: refusals + reader.problems)
    }
}

/// Names that tell a zip's documents apart. Nothing forbids two entries of one name, and two names may look the same
/// once control characters are replaced.
enum UniqueNames {
    static func names(for entries: [BundleEntry]) -> [String] {
        let all = Set(entries.map(\.name))
        var copies: [String: Int] = [:]
        return entries.map { entry in
            var number = copies[entry.name, default: 0] + 1
            // A name such as `a.pdf#2` may be another entry's own.
            while number > 1, all.contains(numbered(entry.name, number)) { number += 1 }
            copies[entry.name] = number
            return numbered(entry.name, number)
        }
    }

    private static func numbered(_ name: String, _ number: Int) -> String {
        number == 1 ? name : "\(name)#\(number)"
    }
}
