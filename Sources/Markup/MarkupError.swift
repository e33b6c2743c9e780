package import ExtractionProtocol

package struct MarkupError: Error, Sendable, Hashable {
    package let code: ProblemFrame.Code
    /// Without a capital letter and a full stop.
    package let reason: String

    init(_ code: ProblemFrame.Code, _ reason: String) { (self.code, self.reason) = (code, reason) }
}
