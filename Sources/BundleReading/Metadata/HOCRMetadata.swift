internal import BundleConventions

enum HOCRMetadata {
    static func record(of document: HOCRDocument) -> DescriptiveRecord {
        var statements = DublinCore()
        for (term, values) in document.dublinCore.sorted(by: { $0.key < $1.key }) {
            let parts = term.split(separator: ".", maxSplits: 1).map(String.init)
            guard let element = parts.first else { continue }
            for value in values {
                statements.add(element, qualifier: parts.count > 1 ? parts[1] : nil, value, as: "DC.\(term)")
            }
        }
        var record = statements.record
        if let title = document.title { record.keep(title, as: "title") }
        for language in document.languages { record.keep(language, as: "ocr-langs") }
        if record.metadata.title == nil { record.metadata.setTitle(MachineName.title(document.title)) }
        record.metadata.language = record.metadata.language ?? document.languages.first
        return record
    }
}
