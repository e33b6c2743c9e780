package import ExtractionProtocol

package struct PageReadingError: Error, Equatable, CustomStringConvertible {
    package let code: ProblemFrame.Code
    /// Without a capital letter and a full stop, to be put into a sentence.
    package let reason: String
    /// A page could not be rendered after others were in this process: cairo keeps a font face that failed, and fails
    /// every page that has it, in any file. Only another process can tell whose fault it is.
    package let isCompromised: Bool

    package init(_ code: ProblemFrame.Code, _ reason: String, isCompromised: Bool = false) {
        (self.code, self.reason, self.isCompromised) = (code, reason, isCompromised)
    }

    package var description: String { reason }
}
