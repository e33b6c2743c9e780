import Foundation

/// `ProcessInfo` would first build a dictionary of all variables, which slows `find`.
package enum Environment {
    package static func value(_ name: String) -> String? {
        guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
        return value
    }

    /// `HOME`, else the system's record of the account. Nil without either, so that nothing is written to `/` instead.
    package static var home: String? {
        if let home = value("HOME") { return home }
        guard let account = getpwuid(getuid()), let home = account.pointee.pw_dir.map({ String(cString: $0) }) else {
            return nil
        }
        return home.hasPrefix("/") && home != "/" ? home : nil
    }
}
