import BundleReading
import ExtractionProtocol
import PageReading

extension Channel {
    /// Nil when the PDF is unreadable, which is reported when it is read as a document.
    func pageCount(of content: DocumentContent, limits: ExtractionLimits) -> Int? {
        try? DocumentPages(.pdf(content), knownHash: "", passwords: passwords, limits: limits).pageCount
    }
}
