import Foundation

/// One variable of the environment. `ProcessInfo` would make a dictionary of all of them first, which slows `find`.
package enum Environment {
    /// The value, or nil when it is not set or empty.
    package static func value(_ name: String) -> String? {
        guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
        return value
    }

    /// The folder of the account: what `HOME` says, else what the system has of the account. Nil where it has none, so that
    /// nothing is put into `/` instead.
    package static var home: String? {
        if let home = value("HOME") { return home }
        guard let account = getpwuid(getuid()), let home = account.pointee.pw_dir.map({ String(cString: $0) }) else {
            return nil
        }
        return home.hasPrefix("/") && home != "/" ? home : nil
    }
}
