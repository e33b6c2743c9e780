/// A reason that a text layer is good although it was in doubt: recognition read the same. Among the reasons of the
/// recognised text.
package enum ConfirmationReason {
    private static let confirming = "confirmed: "
    private static let completing = "complete: "

    /// Layer and recognition have the same words.
    package static func confirmed(_ words: String) -> String { confirming + words }

    /// Recognition has no words that the layer lacks. The layer may have others.
    package static func complete(_ words: String) -> String { completing + words }

    package static func isConfirmed(_ reason: String) -> Bool { reason.hasPrefix(confirming) }
    package static func isComplete(_ reason: String) -> Bool { isConfirmed(reason) || reason.hasPrefix(completing) }
}
