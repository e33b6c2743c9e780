internal import ExtractionProtocol

extension DescriptiveRecord {
    /// What the structure of a newspaper's issue says: the day, and which newspaper it is an issue of. A title that is the
    /// newspaper's alone would be that of all its issues.
    mutating func complete(by structure: METSStructure) {
        if let day = structure.issueDate {
            keep(day, as: "structMap.day")
            // A description says the year of all issues at times.
            if metadata.date.map({ day.hasPrefix($0) }) ?? true { metadata.date = day }
        }
        guard let newspaper = structure.newspaper else { return }
        metadata.details.add(.other, called: "Newspaper", newspaper)
        let title = metadata.title ?? newspaper
        guard title == newspaper, let day = metadata.date ?? structure.issueDate else { return }
        metadata.setTitle("\(title), \(day)")
    }
}
