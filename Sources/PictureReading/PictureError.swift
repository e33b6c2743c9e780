package import ExtractionProtocol

package struct PictureError: Error, Equatable, CustomStringConvertible {
    package let code: ProblemFrame.Code
    /// Without a capital letter and a full stop.
    package let reason: String

    package init(_ code: ProblemFrame.Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    package var description: String { reason }
}
