/// What a reader gave up before it was handed foreign bytes, and what the system could not take from it.
package struct ConfinementReport: Codable, Sendable, Equatable {
    package var active: [ConfinementMeasure]
    package var missing: [Gap]
    /// The version of Landlock that the kernel has: from 4 on it covers TCP, from 6 on signals and abstract sockets.
    package var landlockVersion: Int

    /// A measure that could not be taken.
    package struct Gap: Codable, Sendable, Equatable {
        package var measure: ConfinementMeasure
        /// Without a capital letter and a full stop.
        package var reason: String

        package init(measure: ConfinementMeasure, reason: String) {
            self.measure = measure
            self.reason = reason
        }
    }

    package init(active: [ConfinementMeasure] = [], missing: [Gap] = [], landlockVersion: Int = 0) {
        self.active = active
        self.missing = missing
        self.landlockVersion = landlockVersion
    }

    /// Whether something stands between a hostile file and the user's own.
    package var isConfined: Bool { active.contains(.landlock) || active.contains(.seccomp) }
}

/// The parts of the sandbox. The names are shown.
package enum ConfinementMeasure: String, Codable, Sendable, CaseIterable {
    /// No program run from here on gains rights.
    case noNewPrivileges = "no-new-privileges"
    /// Root's powers are gone when root started it.
    case noCapabilities = "no-capabilities"
    /// No core dump, no new process, few open files.
    case limits
    /// Files can only be read, and only language data and fonts; no TCP.
    case landlock
    /// Only the system calls that reading, writing and allocating need.
    case seccomp
}
