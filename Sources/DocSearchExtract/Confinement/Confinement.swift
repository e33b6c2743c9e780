internal import CSandbox
import ExtractionProtocol
import Foundation

/// The prepared process gives up everything that it does not need for forking (``begin()``, ``close(readable:)``), and
/// its readers inherit that. Each reader gives up the rest itself (``PreparedConfinement``).
enum Confinement {
    /// The first step, even without a sandbox: the process dies with its coordinator, writes no core dump (it would
    /// contain documents), can gain no rights, and gets an error instead of a signal for a failed write.
    static func begin() {
        // A program that embeds the library may have files open without close-on-exec.
        closeOthers()
        _ = csandbox_die_with_parent(SIGKILL)
        _ = csandbox_no_new_privileges()
        _ = ResourceLimits.forbidCoreDumps()
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        // A program that embeds the library may ignore it. That is inherited, and the exit status of readers would be
        // lost.
        signal(SIGCHLD, SIG_DFL)
    }

    static func closeOthers() {
        if csandbox_close_inherited() != 0 { for descriptor: Int32 in 3..<1024 { Glibc.close(descriptor) } }
    }

    /// Also for all processes forked from this one. There is no other thread by now: the rules apply to the calling
    /// thread and those it starts.
    static func close(readable: [String]) -> PreparedConfinement {
        var report = ConfinementReport()
        // Applied again, because only now can its success be reported.
        report.note(.noNewPrivileges, csandbox_no_new_privileges() == 0)
        // "Not dumpable" also keeps other processes of this user from inspecting this one.
        report.note(.noCapabilities, csandbox_not_dumpable() == 0 && csandbox_drop_capabilities() == 0)
        do {
            report.landlockVersion = try FileRules.apply(readable: readable)
            report.note(.landlock, nil)
        } catch {
            report.note(.landlock, "\(error)")
        }
        return PreparedConfinement(report: report, filter: Result { try SystemCallFilter() })
    }
}

/// The rest of the sandbox, which each reader applies right after the fork.
struct PreparedConfinement {
    let report: ConfinementReport
    let filter: Result<SystemCallFilter, any Error>

    func close() -> ConfinementReport {
        var report = report
        report.note(.limits, ResourceLimits.forbidCoreDumps() && ResourceLimits.lower())
        // Last, because it forbids all of the above.
        do {
            try filter.get().load()
            report.note(.seccomp, nil)
        } catch {
            report.note(.seccomp, "\(error)")
        }
        return report
    }
}

/// Begins with a small letter and has no full stop.
struct ConfinementFailure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }

    static func system(_ what: String, _ number: Int32 = errno) -> ConfinementFailure {
        ConfinementFailure("\(what): \(String(cString: strerror(number)))")
    }
}

extension ConfinementReport {
    mutating func note(_ measure: ConfinementMeasure, _ failure: String?) {
        if let failure {
            missing.append(Gap(measure: measure, reason: failure))
        } else {
            active.append(measure)
        }
    }

    /// Call it before `errno` changes.
    mutating func note(_ measure: ConfinementMeasure, _ isActive: Bool) {
        note(measure, isActive ? nil : String(cString: strerror(errno)))
    }
}
