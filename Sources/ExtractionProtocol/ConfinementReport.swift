/// The rights that a reader gave up before receiving untrusted bytes, and the measures that failed.
package struct ConfinementReport: Codable, Sendable, Equatable {
    package var active: [ConfinementMeasure]
    package var missing: [Gap]
    /// The kernel's Landlock version: from 4 on it covers TCP, from 6 on signals and abstract sockets.
    package var landlockVersion: Int

    package struct Gap: Codable, Sendable, Equatable {
        package var measure: ConfinementMeasure
        /// Without a capital letter and a full stop.
        package var reason: String

        package init(measure: ConfinementMeasure, reason: String) { (self.measure, self.reason) = (measure, reason) }
    }

    package init(active: [ConfinementMeasure] = [], missing: [Gap] = [], landlockVersion: Int = 0) {
        (self.active, self.missing, self.landlockVersion) = (active, missing, landlockVersion)
    }

    /// True when at least one measure protects the user's files from a hostile file.
    package var isConfined: Bool { active.contains(.landlock) || active.contains(.seccomp) }
}

/// The parts of the sandbox. Their names appear in output.
package enum ConfinementMeasure: String, Codable, Sendable, CaseIterable {
    /// Programs run from here on gain no rights.
    case noNewPrivileges = "no-new-privileges"
    /// A reader started by root has lost root's capabilities.
    case noCapabilities = "no-capabilities"
    /// No core dump, no new process, few open files.
    case limits
    /// Read-only access, and only to language data and fonts; no TCP.
    case landlock
    /// Only the system calls needed for reading, writing and allocating.
    case seccomp
}
