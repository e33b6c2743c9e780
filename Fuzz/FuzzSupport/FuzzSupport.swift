package import ExtractionProtocol
import Foundation

/// Ends the process, which libFuzzer takes for a finding.
package func report(_ finding: String) -> Never {
    FileHandle.standardError.write(Data("FINDING: \(finding)\n".utf8))
    abort()
}

extension ExtractionLimits {
    /// So small that an input cannot take long, and that the limits themselves are met.
    package static let small: ExtractionLimits = {
        var limits = ExtractionLimits()
        limits.entries = 1000
        limits.entryBytes = 4 << 20
        limits.bundleBytes = 16 << 20
        limits.metadataBytes = 1 << 20
        limits.markupBytes = 4 << 20
        limits.memoryBytes = 1 << 20
        limits.pages = 1000
        limits.imageBytes = 16 << 20
        return limits
    }()
}
