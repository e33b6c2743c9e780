/// The sandbox of the programs that read untrusted files.
public struct SandboxState: Sendable, Hashable, Codable {
    /// Active measures, such as `seccomp` and `landlock 7` (with its version). Empty when the sandbox was switched off.
    public var active: [String]
    /// Measures missing on this system, with the reason, such as `landlock: the kernel has no Landlock or does not use
    /// it`.
    public var missing: [String]

    /// A state with these measures.
    public init(active: [String] = [], missing: [String] = []) { (self.active, self.missing) = (active, missing) }

    /// A sentence about missing measures; nil when all are active.
    public var warning: String? {
        guard !missing.isEmpty else { return nil }
        let lacks = missing.joined(separator: "; ")
        let rest = active.isEmpty ? "" : " What holds: \(active.joined(separator: ", "))."
        return "The sandbox of docsearch-extract is incomplete on this system: \(lacks).\(rest)"
    }

    var refusal: String {
        let reasons = missing.isEmpty ? "" : " (\(missing.joined(separator: "; ")))"
        return "Neither seccomp nor Landlock can confine docsearch-extract on this system\(reasons), so foreign files "
            + "would be read with all rights of this user. Nothing was read."
    }
}
