import ExtractionProtocol

extension SandboxState {
    /// What a worker said of itself; nil is one that was told to keep its rights, or said nothing.
    init(_ report: ConfinementReport?) {
        self.init(
            active: (report?.active ?? []).map { measure in
                measure == .landlock ? "\(measure.rawValue) \(report?.landlockVersion ?? 0)" : measure.rawValue
            },
            missing: (report?.missing ?? []).map { "\($0.measure.rawValue): \($0.reason)" })
    }
}
