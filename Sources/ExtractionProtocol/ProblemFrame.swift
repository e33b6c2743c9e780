/// The rest of the bundle is still read.
package struct ProblemFrame: Codable, Sendable, Equatable {
    package enum Code: String, Codable, Sendable, CaseIterable {
        case locked
        case damaged
        case limit
        /// Recognised but not supported, such as an unknown compression method.
        case unsupported
        case empty
        case changed
        /// Something is missing on this machine, such as language data.
        case environment
        /// The reader died or did not answer; written by the coordinator.
        case worker
    }

    package var address: PageAddress
    package var stage: ExtractionStage
    package var code: Code
    /// A sentence without a final full stop: the problem, and its remedy if there is one.
    package var reason: String

    package init(address: PageAddress, stage: ExtractionStage, code: Code, reason: String) {
        (self.address, self.stage, self.code, self.reason) = (address, stage, code, reason)
    }
}
