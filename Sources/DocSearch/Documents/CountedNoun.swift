extension Int {
    /// For a noun with a regular plural: `1 page`, `2 pages`.
    package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
