import BundleReading
import ExtractionProtocol
import PageReading

extension Channel {
    /// How many pages a PDF of a bundle has; nil when it cannot be read, which reading it as a document says.
    func pageCount(of content: DocumentContent, limits: ExtractionLimits) -> Int? {
        try? DocumentPages(.pdf(content), knownHash: "", passwords: passwords, limits: limits).pageCount
    }
}
