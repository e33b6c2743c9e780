internal import Markup

/// The structural maps of a METS document.
struct METSStructure {
    struct Page: Equatable {
        /// The printed number of the page, or what the page is called otherwise.
        let label: String?
        let fileIDs: [String]
    }

    struct Division: Equatable {
        let type: String?
        let label: String?
        let descriptionIDs: [String]
    }

    let pages: [Page]
    /// Whether they are called so; other rows may be anything that has files.
    let areCalledPages: Bool
    /// Parts with descriptions, from outside in.
    let divisions: [Division]
    /// The descriptions of the whole, the narrowest part first: of the divisions before the structure branches.
    let wholeIDs: [String]
    /// What the divisions that are the object as a whole are called, the narrowest first.
    let label: String?
    /// Their own identifiers.
    let contentIDs: [String]
    /// The day of a newspaper's issue, where the structure says it (ENMAP, the profile of German newspapers).
    let issueDate: String?
    /// What the newspaper is called that the object is an issue of; nil when it is none.
    let newspaper: String?
    /// Parts of the whole that have a description or a name, from outside in; pages are none.
    let titledDivisions: [Division]

    init(_ maps: [MarkupElement]) {
        let physical = maps.first { $0["TYPE"]?.lowercased() == "physical" } ?? maps.first
        (pages, areCalledPages) = physical.map(Self.pages) ?? ([], false)
        let logical = maps.first { $0["TYPE"]?.lowercased() == "logical" }
        let spines = [logical, physical].compactMap { $0 }.map(Self.spineDivisions)
        let described = spines.map { $0.reversed().flatMap(Self.descriptionIDs).eachOnce }
        wholeIDs = described.first { !$0.isEmpty } ?? []
        let spine = spines.first ?? []
        label = Self.label(of: spine)
        contentIDs = spines.joined().flatMap { Self.identifiers($0["CONTENTIDS"]) }.eachOnce
        let isIssue = spine.contains { Self.type(of: $0) == "issue" }
        issueDate = isIssue ? Self.date(of: spine) : nil
        newspaper = isIssue ? spine.first { Self.type(of: $0) == "newspaper" }.flatMap(Self.name) : nil
        let own = Set(spine.map(ObjectIdentifier.init))
        titledDivisions = (logical?.descendants("div") ?? []).filter {
            !own.contains(ObjectIdentifier($0)) && !Self.isPage($0) && !Self.isOfDisk($0)
        }.map { Division(type: $0["TYPE"], label: Self.name(of: $0), descriptionIDs: Self.descriptionIDs(of: $0)) }
            .filter { $0.label != nil || !$0.descriptionIDs.isEmpty }
        let whole = Set(wholeIDs)
        divisions = (logical ?? physical).map(Self.divisions)?.filter { !whole.isSuperset(of: $0.descriptionIDs) } ?? []
    }

    /// Divisions that are called pages, or, where none is, those that have no divisions of their own.
    private static func pages(of map: MarkupElement) -> ([Page], areCalledPages: Bool) {
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
            // A page without a file is still a page where pages are called so.
            guard !ids.isEmpty || !called.isEmpty else { return nil }
            return Page(
                label: (division["ORDERLABEL"] ?? division["LABEL"])?.trimmingWhiteSpace().nonEmpty, fileIDs: ids)
        }
        return (pages, !called.isEmpty)
    }

    /// `page`, and with a prefix `np:page`.
    private static func isPage(_ division: MarkupElement) -> Bool { type(of: division) == "page" }

    /// The divisions within an element, by their numbers when all have one.
    private static func ordered(_ element: MarkupElement) -> [MarkupElement] {
        let divisions = element.all("div")
        let numbers = divisions.compactMap { $0["ORDER"].flatMap { Int($0) } }
        guard numbers.count == divisions.count else { return divisions }
        return zip(numbers, divisions).enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
    }

    /// The files that a division and what is in it point to, each once: `fptr`, also with `area`, `par` and `seq`.
    private static func fileIDs(of division: MarkupElement) -> [String] {
        division.descendants { $0.name == "fptr" || $0.name == "area" }.compactMap { $0["FILEID"] }.eachOnce
    }

    private static func descriptionIDs(of division: MarkupElement) -> [String] { identifiers(division["DMDID"]) }

    private static func identifiers(_ list: String?) -> [String] {
        list?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
    }

    /// The divisions that are passed before the structure branches, from outside in.
    private static func spineDivisions(of map: MarkupElement) -> [MarkupElement] {
        var found: [MarkupElement] = []
        var divisions = map.all("div")
        while divisions.count == 1, !isPage(divisions[0]) {
            found.append(divisions[0])
            // Inside an issue are its articles, even if there is but one.
            if type(of: divisions[0]) == "issue" { break }
            divisions = divisions[0].all("div")
        }
        return found
    }

    /// Folders and files as they lay on a disk (Archivematica).
    private static func isOfDisk(_ division: MarkupElement) -> Bool {
        ["directory", "item"].contains(type(of: division) ?? "")
    }

    /// What the whole is called: the narrowest division; of folders the outermost, as those in it are called `objects`.
    private static func label(of spine: [MarkupElement]) -> String? {
        if let root = spine.first, isOfDisk(root), let name = name(of: root) { return withoutUUID(name) }
        return spine.reversed().lazy.compactMap { name(of: $0) }.first
    }

    /// Archivematica adds a UUID to the name that somebody has given.
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

    /// The most precise date that the divisions of year, month, day and issue are called or numbered by.
    private static func date(of spine: [MarkupElement]) -> String? {
        let written = spine.filter { ["year", "month", "day", "issue"].contains(type(of: $0) ?? "") }
            .flatMap { [$0["ORDERLABEL"], $0["LABEL"]].compactMap { $0 } }
        let dates = written.compactMap(DescriptiveDate.normalized)
        return dates.max { $0.utf8.count < $1.utf8.count }
    }

    private static func divisions(of map: MarkupElement) -> [Division] {
        map.descendants("div").compactMap { division in
            let ids = descriptionIDs(of: division)
            return ids.isEmpty ? nil : Division(type: division["TYPE"], label: division["LABEL"], descriptionIDs: ids)
        }
    }
}
