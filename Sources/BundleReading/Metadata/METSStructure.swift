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
    /// Parts with descriptions, from outside in.
    let divisions: [Division]
    /// The descriptions of the object as a whole, the narrowest part first: those of the divisions that are passed
    /// before the structure branches.
    let wholeIDs: [String]

    init(_ maps: [MarkupElement]) {
        let physical = maps.first { $0["TYPE"]?.lowercased() == "physical" } ?? maps.first
        pages = physical.map(Self.pages) ?? []
        let logical = maps.first { $0["TYPE"]?.lowercased() == "logical" }
        let described = [logical, physical].compactMap { $0 }.map(Self.spine).first { !$0.isEmpty }
        wholeIDs = described ?? []
        let whole = Set(wholeIDs)
        divisions = (logical ?? physical).map(Self.divisions)?.filter { !whole.isSuperset(of: $0.descriptionIDs) } ?? []
    }

    /// Divisions that are called pages, or, where none is, those that have no divisions of their own.
    private static func pages(of map: MarkupElement) -> [Page] {
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
        return (called.isEmpty ? leaves : called).compactMap { division in
            let ids = fileIDs(of: division)
            // A page without a file is still a page where pages are called so.
            guard !ids.isEmpty || !called.isEmpty else { return nil }
            return Page(
                label: (division["ORDERLABEL"] ?? division["LABEL"])?.trimmingWhiteSpace().nonEmpty, fileIDs: ids)
        }
    }

    /// `page`, and with a prefix `np:page`.
    private static func isPage(_ division: MarkupElement) -> Bool {
        division["TYPE"]?.lowercased().split(separator: ":").last == "page"
    }

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
        var ids: [String] = []
        var open = Array(division.children.reversed())
        while let element = open.popLast() {
            if element.name == "fptr" || element.name == "area", let id = element["FILEID"] { ids.append(id) }
            open += element.children.reversed()
        }
        return ids.eachOnce
    }

    private static func descriptionIDs(of division: MarkupElement) -> [String] {
        division["DMDID"]?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
    }

    private static func spine(of map: MarkupElement) -> [String] {
        var groups: [[String]] = []
        var divisions = map.all("div")
        while divisions.count == 1, !isPage(divisions[0]) {
            groups.append(descriptionIDs(of: divisions[0]))
            divisions = divisions[0].all("div")
        }
        return groups.reversed().flatMap { $0 }.eachOnce
    }

    private static func divisions(of map: MarkupElement) -> [Division] {
        map.descendants("div").compactMap { division in
            let ids = descriptionIDs(of: division)
            return ids.isEmpty ? nil : Division(type: division["TYPE"], label: division["LABEL"], descriptionIDs: ids)
        }
    }
}
