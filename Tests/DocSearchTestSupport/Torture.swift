import Foundation

/// How much tests of damage and kills do: a few rounds, always the same, unless `DOCSEARCH_TORTURE` says how many.
/// `DOCSEARCH_SEED` chooses others.
public enum Torture {
    /// Nil where the variable is not set.
    public static let rounds = number("DOCSEARCH_TORTURE")
    public static let seed = UInt64(number("DOCSEARCH_SEED") ?? 1)

    private static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
    }
}
