import Foundation

/// One variable of the environment. `ProcessInfo` would make a dictionary of all of them first, which slows `find`.
package enum Environment {
    /// The value, or nil when it is not set or empty.
    package static func value(_ name: String) -> String? {
        guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
        return value
    }
}
