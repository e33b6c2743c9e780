internal import CSandbox
import ExtractionProtocol
import Foundation

/// What the process gives up before it touches foreign bytes. Nothing of it can be taken back.
///
/// The process from which readers are forked gives up what does not keep it from forking (``begin()``,
/// ``close(readable:)``), and its readers have that from it; each gives up the rest for itself (``PreparedConfinement``).
enum Confinement {
    /// What comes first, without a sandbox too: the process dies with its coordinator, leaves no core dump (it would hold
    /// documents), can gain no rights, and a write that fails is an error and not the end.
    static func begin() {
        // A program that uses the library may have files open that are not closed elsewhere.
        closeOthers()
        _ = csandbox_die_with_parent(SIGKILL)
        _ = csandbox_no_new_privileges()
        _ = ResourceLimits.forbidCoreDumps()
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        // A program that uses the library may ignore it, which is inherited, and how a reader ends would be lost.
        signal(SIGCHLD, SIG_DFL)
    }

    /// Closes what is open beside standard input, output and error.
    static func closeOthers() {
        if csandbox_close_inherited() != 0 { for descriptor: Int32 in 3..<1024 { Glibc.close(descriptor) } }
    }

    /// Closes the door for this process and all that are forked from it. What has to be open is open by now, and no other
    /// thread has begun: the rules count for the calling thread and those that it would start.
    static func close(readable: [String]) -> PreparedConfinement {
        var report = ConfinementReport()
        // Asked for again, as only now it can be reported whether it worked.
        report.note(.noNewPrivileges, csandbox_no_new_privileges() == 0)
        // Not dumpable means also that no other process of this user can look into this one.
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

/// The rest of the sandbox, which a reader takes upon itself as soon as it is forked.
struct PreparedConfinement {
    /// What holds already.
    let report: ConfinementReport
    let filter: Result<SystemCallFilter, any Error>

    func close() -> ConfinementReport {
        var report = report
        report.note(.limits, ResourceLimits.forbidCoreDumps() && ResourceLimits.lower())
        // Last, as it forbids all of the above.
        do {
            try filter.get().load()
            report.note(.seccomp, nil)
        } catch {
            report.note(.seccomp, "\(error)")
        }
        return report
    }
}

/// A measure that the kernel did not take; the text begins with a small letter and has no full stop.
struct ConfinementFailure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }

    /// With the reason that `errno` gives.
    static func system(_ what: String, _ number: Int32 = errno) -> ConfinementFailure {
        ConfinementFailure("\(what): \(String(cString: strerror(number)))")
    }
}

extension ConfinementReport {
    /// Notes a measure as active, or as missing for a reason.
    mutating func note(_ measure: ConfinementMeasure, _ failure: String?) {
        if let failure {
            missing.append(Gap(measure: measure, reason: failure))
        } else {
            active.append(measure)
        }
    }

    /// Notes a measure by what a system call that takes it returned, while `errno` is still its own.
    mutating func note(_ measure: ConfinementMeasure, _ isActive: Bool) {
        note(measure, isActive ? nil : String(cString: strerror(errno)))
    }
}
