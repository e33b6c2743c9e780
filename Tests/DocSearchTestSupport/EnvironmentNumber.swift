import Foundation

/// A number that a variable of the environment gives, for doses and seeds; nil where it gives none.
public func environmentNumber(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
}
