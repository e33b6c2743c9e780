/// Subjects that runs have found under other bytes, in another place or with another identifier. Runs only read
/// `user.sqlite`: the next command of a person lets its subjects hang on what they are now.
struct DecisionDrift {
    /// The name of the placements that were looked at; nil before a run has made any.
    var placements: String?
    /// Nil where they could not be looked at.
    var subjects: [(subject: Int64, anchor: DocumentAnchor)]?

    /// To be called at the end of a transaction that has changed something.
    func end(_ writer: DecisionWriter) throws {
        guard writer.steps > 0, let subjects else { return }
        for (subject, anchor) in subjects { try writer.renew(subject, anchor) }
        if let placements { try writer.noteRenewed(placements) }
    }
}
