internal import Markup

struct METSStructure {
    struct Page: Equatable {
        let label: String?
        let fileIDs: [String]
    }

    struct Division: Equatable {
        let type: String?
        let label: String?
        let descriptionIDs: [String]
        /// The descriptions of the divisions around it.
        var widerIDs: Set<String> = []
    }

    let pages: [Page]
    /// They are labelled as pages. Otherwise they are any rows with files.
    let areCalledPages: Bool
    /// The rows are files as they were on a disk. With a PDF among them they are no pages of one document; images alone
    /// mostly are.
    let areOfDisk: Bool
    let divisions: [Division]
    /// The descriptions of the whole, narrowest part first: those of the divisions before the structure branches.
    let wholeIDs: [String]
    let label: String?
    let contentIDs: [String]
    /// The day of a newspaper's issue, if the structure states it (ENMAP, the profile of German newspapers).
    let issueDate: String?
    let newspaper: String?
    let titledDivisions: [Division]
    /// The descriptions that belong to a division, in any map.
    let claimedIDs: Set<String>

    init(_ maps: [MarkupElement]) {
        let physical = maps.first { $0["TYPE"]?.lowercased() == "physical" } ?? maps.first
        (pages, areCalledPages, areOfDisk) = physical.map(Self.pages) ?? ([], false, false)
        let logical = maps.first { $0["TYPE"]?.lowercased() == "logical" }
        let spines = [logical, physical].compactMap { $0 }.map(Self.spineDivisions)
        let described = spines.map { $0.reversed().flatMap(METSDivisions.descriptionIDs).eachOnce }
        wholeIDs = described.first { !$0.isEmpty } ?? []
        let spine = spines.first ?? []
        label = Self.label(of: spine)
        contentIDs = spines.joined().flatMap { METSDivisions.identifiers($0["CONTENTIDS"]) }.eachOnce
        let isIssue = spine.contains { Self.type(of: $0) == "issue" }
        issueDate = isIssue ? Self.date(of: spine) : nil
        newspaper = isIssue ? spine.first { Self.type(of: $0) == "newspaper" }.flatMap(Self.name) : nil
        let own = Set(spine.map(ObjectIdentifier.init))
        titledDivisions = (logical.map(METSDivisions.all) ?? []).filter {
            !own.contains(ObjectIdentifier($0.element)) && !Self.isPage($0.element) && !Self.isOfDisk($0.element)
        }.map { division, wider in
            Division(
                type: division["TYPE"], label: Self.name(of: division),
                descriptionIDs: METSDivisions.descriptionIDs(of: division), widerIDs: Set(wider))
        }.filter { $0.label != nil || !$0.descriptionIDs.isEmpty }
        claimedIDs = Set(maps.flatMap { $0.descendants("div") }.flatMap(METSDivisions.descriptionIDs))
        let whole = Set(wholeIDs)
        divisions = (logical ?? physical).map(Self.divisions)?.filter { !whole.isSuperset(of: $0.descriptionIDs) } ?? []
    }

    private static func pages(of map: MarkupElement) -> ([Page], areCalledPages: Bool, areOfDisk: Bool) {
        var called: [MarkupElement] = []
        var leaves: [MarkupElement] = []
        var open = Array(ordered(map).reversed())
        while let division = open.popLast() {
            if isPage(division) {
                called.append(division)
                continue
            }
            let parts = ordered(division)
            if parts.isEmpty { leaves.append(division) }
            open += parts.reversed()
        }
        let pages = (called.isEmpty ? leaves : called).compactMap { division -> Page? in
            let ids = fileIDs(of: division)
            // A page without a file counts where divisions are labelled as pages.
            guard !ids.isEmpty || !called.isEmpty else { return nil }
            return Page(
                label: (division["ORDERLABEL"] ?? division["LABEL"])?.trimmingWhiteSpace().nonEmpty, fileIDs: ids)
        }
        return (pages, !called.isEmpty, called.isEmpty && !leaves.isEmpty && leaves.allSatisfy(isOfDisk))
    }

    private static func isPage(_ division: MarkupElement) -> Bool { type(of: division) == "page" }

    private static func ordered(_ element: MarkupElement) -> [MarkupElement] {
        let divisions = element.all("div")
        let numbers = divisions.compactMap { $0["ORDER"].flatMap { Int($0) } }
        guard numbers.count == divisions.count else { return divisions }
        return zip(numbers, divisions).enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
    }

    /// The files to which a division and its content point, each once: `fptr`, also with `area`, `par` and `seq`.
    private static func fileIDs(of division: MarkupElement) -> [String] {
        division.descendants { $0.name == "fptr" || $0.name == "area" }.compactMap { $0["FILEID"] }.eachOnce
    }

    private static func spineDivisions(of map: MarkupElement) -> [MarkupElement] {
        var found: [MarkupElement] = []
        var divisions = map.all("div")
        while divisions.count == 1, !isPage(divisions[0]) {
            found.append(divisions[0])
            // An issue contains its articles, even if there is only one.
            if type(of: divisions[0]) == "issue" { break }
            divisions = divisions[0].all("div")
        }
        return found
    }

    /// Folders and files as they were on a disk (Archivematica).
    private static func isOfDisk(_ division: MarkupElement) -> Bool {
        ["directory", "item"].contains(type(of: division) ?? "")
    }

    /// The label of the whole: the narrowest division's. For folders the outermost, because inner ones are called
    /// `objects`.
    private static func label(of spine: [MarkupElement]) -> String? {
        let isOfDisk = spine.first.map(Self.isOfDisk) ?? false
        return (isOfDisk ? spine : spine.reversed()).lazy.compactMap { title(name(of: $0)) }.first
    }

    /// Nil for the name of a folder of images or data, and for a placeholder.
    static func title(_ label: String?) -> String? {
        guard let name = label.map(withoutUUID), !folders.contains(name.lowercased()) else { return nil }
        return MachineName.title(name)
    }

    private static let folders = MachineVocabulary.folders.union([
        "data", "images", "content", "master", "physsequence",
    ])

    /// Archivematica appends a UUID to a name given by a person.
    private static func withoutUUID(_ name: String) -> String {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        let isUUID =
            parts.count > 5 && parts.suffix(5).map(\.count) == [8, 4, 4, 4, 12]
            && parts.suffix(5).allSatisfy { $0.allSatisfy(\.isHexDigit) }
        return isUUID ? parts.dropLast(5).joined(separator: "-") : name
    }

    private static func type(of division: MarkupElement) -> String? {
        division["TYPE"]?.lowercased().split(separator: ":").last.map(String.init)
    }

    private static func name(of division: MarkupElement) -> String? { division["LABEL"]?.trimmingWhiteSpace().nonEmpty }

    private static func date(of spine: [MarkupElement]) -> String? {
        let written = spine.filter { ["year", "month", "day", "issue"].contains(type(of: $0) ?? "") }
            .flatMap { [$0["ORDERLABEL"], $0["LABEL"]].compactMap { $0 } }
        let dates = written.compactMap(DescriptiveDate.normalized)
        return dates.max { $0.utf8.count < $1.utf8.count }
    }

    private static func divisions(of map: MarkupElement) -> [Division] {
        map.descendants("div").compactMap { division in
            let ids = METSDivisions.descriptionIDs(of: division)
            return ids.isEmpty ? nil : Division(type: division["TYPE"], label: division["LABEL"], descriptionIDs: ids)
        }
    }
}
