import ExtractionProtocol
import TextNormalization

extension DocumentMetadata {
    /// In canonical composition (NFC), as pages and questions are: Mac disks and some programs write letters and
    /// accents, or the parts of Korean syllables, one by one.
    var composed: DocumentMetadata {
        func nfc(_ text: String) -> String { CanonicalComposition.composed(text) }
        var result = self
        result.identifier = identifier.map(nfc)
        result.title = title.map(nfc)
        result.authors = authors.map(nfc)
        result.authorAddresses = authorAddresses.map(nfc)
        result.tags = tags.map(nfc)
        result.description = description.map(nfc)
        result.details = details.map { MetadataDetail($0.kind, called: nfc($0.label), nfc($0.value)) }
        return result
    }
}
