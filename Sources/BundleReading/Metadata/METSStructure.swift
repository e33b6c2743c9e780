internal import Markup

/// The pages and parts that the structural maps of a METS document name, and the descriptions that belong to its files.
struct METSStructure {
    struct Page: Equatable {
        let label: String?
        let fileIDs: [String]
    }

    /// A part of the whole that has a label or a description.
    struct Part {
        let type: String?
        let label: String?
        let descriptionIDs: [String]
        /// The descriptions of the divisions around it.
        let widerIDs: Set<String>
    }

    /// A division of a map with the descriptions of those around it, widest first.
    private struct Division {
        let element: MarkupElement
        let wider: [String]
        var chain: [String] { wider + element.descriptionIDs }
    }

    let pages: [Page]
    /// They are labelled as pages. Otherwise they are any rows with files.
    let areCalledPages: Bool
    /// The rows are files as they were on a disk. With a PDF among them they are no pages of one document; images alone
    /// mostly are.
    let areOfDisk: Bool
    /// The descriptions of the whole, narrowest part first: those of the divisions before the structure branches.
    let wholeIDs: [String]
    let label: String?
    let contentIDs: [String]
    /// The day of a newspaper's issue, if the structure states it (ENMAP, the profile of German newspapers).
    let issueDate: String?
    let newspaper: String?
    let parts: [Part]
    private let root: MarkupElement
    /// The divisions of each map, the logical one first.
    private let maps: [[Division]]

    init(_ root: MarkupElement) {
        self.root = root
        let maps = root.all("structMap")
        func isOfType(_ type: String) -> (MarkupElement) -> Bool { { $0["TYPE"]?.lowercased() == type } }
        let (logical, isLogical) = (maps.first(where: isOfType("logical")), isOfType("logical"))
        let physical = maps.first(where: isOfType("physical")) ?? maps.first
        self.maps = (maps.filter(isLogical) + maps.filter { !isLogical($0) }).map(Self.divisions)
        (pages, areCalledPages, areOfDisk) = physical.map(Self.pages) ?? ([], false, false)
        let spines = [logical, physical].compactMap { $0 }.map(Self.spine)
        wholeIDs = spines.map { $0.reversed().flatMap(\.descriptionIDs).eachOnce }.first { !$0.isEmpty } ?? []
        let spine = spines.first ?? []
        label = Self.label(of: spine)
        contentIDs = spines.joined().flatMap { $0.identifiers("CONTENTIDS") }.eachOnce
        let isIssue = spine.contains { $0.type == "issue" }
        issueDate = isIssue ? Self.date(of: spine) : nil
        newspaper = isIssue ? spine.first { $0.type == "newspaper" }?.label : nil
        let own = Set(spine.map(ObjectIdentifier.init))
        parts = (logical == nil ? [] : self.maps[0]).compactMap { division in
            let element = division.element
            guard !own.contains(ObjectIdentifier(element)), !element.isPage, !element.isOfDisk,
                element.label != nil || !element.descriptionIDs.isEmpty
            else { return nil }
            return Part(
                type: element["TYPE"], label: element.label, descriptionIDs: element.descriptionIDs,
                widerIDs: Set(division.wider))
        }
    }

    /// In order.
    private static func divisions(of map: MarkupElement) -> [Division] {
        var found: [Division] = []
        var open = map.all("div").reversed().map { Division(element: $0, wider: []) }
        while let division = open.popLast() {
            found.append(division)
            let chain = division.chain
            open += division.element.all("div").reversed().map { Division(element: $0, wider: chain) }
        }
        return found
    }

    private static func pages(of map: MarkupElement) -> ([Page], areCalledPages: Bool, areOfDisk: Bool) {
        var called: [MarkupElement] = []
        var leaves: [MarkupElement] = []
        var open = Array(ordered(map).reversed())
        while let division = open.popLast() {
            if division.isPage {
                called.append(division)
                continue
            }
            let parts = ordered(division)
            if parts.isEmpty { leaves.append(division) }
            open += parts.reversed()
        }
        let pages = (called.isEmpty ? leaves : called).compactMap { division -> Page? in
            // Also with `area`, `par` and `seq`.
            let ids = division.descendants { $0.name == "fptr" || $0.name == "area" }.compactMap { $0["FILEID"] }
            // A page without a file counts where divisions are labelled as pages.
            guard !ids.isEmpty || !called.isEmpty else { return nil }
            return Page(
                label: (division["ORDERLABEL"] ?? division["LABEL"])?.trimmingWhiteSpace().nonEmpty,
                fileIDs: ids.eachOnce)
        }
        return (pages, !called.isEmpty, called.isEmpty && !leaves.isEmpty && leaves.allSatisfy(\.isOfDisk))
    }

    private static func ordered(_ element: MarkupElement) -> [MarkupElement] {
        let divisions = element.all("div")
        let numbers = divisions.compactMap { $0["ORDER"].flatMap { Int($0) } }
        guard numbers.count == divisions.count else { return divisions }
        return zip(numbers, divisions).enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
    }

    private static func spine(of map: MarkupElement) -> [MarkupElement] {
        var found: [MarkupElement] = []
        var divisions = map.all("div")
        while divisions.count == 1, !divisions[0].isPage {
            found.append(divisions[0])
            // An issue contains its articles, even if there is only one.
            if divisions[0].type == "issue" { break }
            divisions = divisions[0].all("div")
        }
        return found
    }

    /// The label of the whole: the narrowest division's. For folders the outermost, because inner ones are called
    /// `objects`.
    private static func label(of spine: [MarkupElement]) -> String? {
        (spine.first?.isOfDisk == true ? spine : spine.reversed()).lazy.compactMap { title($0.label) }.first
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

    private static func date(of spine: [MarkupElement]) -> String? {
        let written = spine.filter { ["year", "month", "day", "issue"].contains($0.type ?? "") }
            .flatMap { [$0["ORDERLABEL"], $0["LABEL"]].compactMap { $0 } }
        return written.compactMap(DescriptiveDate.normalized).max { $0.utf8.count < $1.utf8.count }
    }
}

// MARK: - Descriptions

extension METSStructure {
    /// The descriptions that belong to a division, in any map.
    var claimedIDs: Set<String> { Set(maps.joined().flatMap(\.element.descriptionIDs)) }

    /// The descriptions of each file that are not those of the whole, narrowest first. Where divisions of equal rank share
    /// a file, it has those of the divisions around all of them.
    var descriptionIDsOfFiles: [String: [String]] {
        let whole = Set(wholeIDs)
        let linked = linkedFiles
        var found: [String: [String]] = [:]
        for divisions in maps {
            var chains: [String: [[String]]] = [:]
            for division in divisions where !whole.isSuperset(of: division.chain) {
                let files = division.element.files + (division.element["ID"].flatMap { linked[$0] } ?? [])
                for id in files { chains[id, default: []].append(division.chain) }
            }
            for (id, chains) in chains where found[id] == nil {
                found[id] = Self.common(chains).filter { !whole.contains($0) }.reversed().nonEmpty
            }
        }
        for file in root.all("fileSec").flatMap({ $0.descendants("file") }) {
            let own = file.descriptionIDs.filter { !whole.contains($0) }
            guard let id = file["ID"], !own.isEmpty else { continue }
            found[id] = own + (found[id] ?? [])
        }
        return found
    }

    /// A division of the logical structure may name those of the physical one that have its files.
    private var linkedFiles: [String: [String]] {
        let links = root.all("structLink").flatMap { $0.descendants("smLink") }
        guard !links.isEmpty else { return [:] }
        let named = maps.joined().compactMap { division in division.element["ID"].map { ($0, division.element) } }
        let byID = Dictionary(named) { _, last in last }
        var found: [String: [String]] = [:]
        for link in links {
            guard let from = link["from"], let to = link["to"].flatMap({ byID[$0] }) else { continue }
            found[from, default: []] += to.files
        }
        return found
    }

    private static func common(_ chains: [[String]]) -> [String] {
        var result = chains.max { $0.count < $1.count } ?? []
        for chain in chains {
            let count = zip(result, chain).prefix { $0 == $1 }.count
            // A link of a division repeats those of the divisions in it.
            if count < min(result.count, chain.count) { result = Array(result.prefix(count)) }
        }
        return result
    }
}

extension MarkupElement {
    fileprivate var descriptionIDs: [String] { identifiers("DMDID") }

    fileprivate func identifiers(_ attribute: String) -> [String] {
        self[attribute]?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
    }

    fileprivate var files: [String] {
        all("fptr").flatMap { [$0] + $0.descendants("area") }.compactMap { $0["FILEID"] }
    }

    fileprivate var type: String? { self["TYPE"]?.lowercased().split(separator: ":").last.map(String.init) }

    fileprivate var label: String? { self["LABEL"]?.trimmingWhiteSpace().nonEmpty }

    fileprivate var isPage: Bool { type == "page" }

    /// Folders and files as they were on a disk (Archivematica).
    fileprivate var isOfDisk: Bool { type == "directory" || type == "item" }
}
