import Foundation

/// Whether a person sits before the program.
enum Terminal {
    /// Standard input and output are a terminal: nothing is piped in or out, and no list of questions is worked off.
    static var isUsed: Bool { isatty(1) == 1 && isatty(0) == 1 }
}
