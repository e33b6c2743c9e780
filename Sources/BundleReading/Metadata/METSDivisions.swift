internal import Markup

/// Which descriptions of a METS document belong to which of its files.
enum METSDivisions {
    static func descriptionIDs(of element: MarkupElement) -> [String] { identifiers(element["DMDID"]) }

    static func identifiers(_ list: String?) -> [String] {
        list?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
    }

    /// The divisions of a map, in order, each with the descriptions of those around it, widest first.
    static func all(in map: MarkupElement) -> [(element: MarkupElement, wider: [String])] {
        var found: [(element: MarkupElement, wider: [String])] = []
        var open = map.all("div").reversed().map { (element: $0, wider: [String]()) }
        while let division = open.popLast() {
            found.append(division)
            let own = division.wider + descriptionIDs(of: division.element)
            open += division.element.all("div").reversed().map { ($0, own) }
        }
        return found
    }

    /// The descriptions of each file that are not those of the `whole`, narrowest first. Where divisions of equal rank
    /// share a file, it has those of the divisions around all of them.
    static func descriptionIDs(in root: MarkupElement, besides whole: Set<String>) -> [String: [String]] {
        let maps = root.all("structMap")
        let isLogical = maps.map { $0["TYPE"]?.lowercased() == "logical" }
        let ordered = zip(maps, isLogical).filter(\.1).map(\.0) + zip(maps, isLogical).filter { !$0.1 }.map(\.0)
        let linked = linkedFiles(root, maps)
        var found: [String: [String]] = [:]
        for map in ordered {
            var chains: [String: [[String]]] = [:]
            for (division, wider) in all(in: map) {
                let chain = wider + descriptionIDs(of: division)
                guard !whole.isSuperset(of: chain) else { continue }
                for id in files(of: division) + (division["ID"].flatMap { linked[$0] } ?? []) {
                    chains[id, default: []].append(chain)
                }
            }
            for (id, chains) in chains where found[id] == nil {
                let own = common(chains).filter { !whole.contains($0) }
                if !own.isEmpty { found[id] = own.reversed() }
            }
        }
        for file in root.all("fileSec").flatMap({ $0.descendants("file") }) {
            let own = descriptionIDs(of: file).filter { !whole.contains($0) }
            guard let id = file["ID"], !own.isEmpty else { continue }
            found[id] = own + (found[id] ?? [])
        }
        return found
    }

    private static func files(of division: MarkupElement) -> [String] {
        division.all("fptr").flatMap { [$0] + $0.descendants("area") }.compactMap { $0["FILEID"] }
    }

    /// A division of the logical structure may name those of the physical one that have its files.
    private static func linkedFiles(_ root: MarkupElement, _ maps: [MarkupElement]) -> [String: [String]] {
        let links = root.all("structLink").flatMap { $0.descendants("smLink") }
        guard !links.isEmpty else { return [:] }
        var byDivision: [String: [String]] = [:]
        for division in maps.flatMap({ $0.descendants("div") }) {
            if let id = division["ID"] { byDivision[id] = files(of: division) }
        }
        var found: [String: [String]] = [:]
        for link in links {
            guard let from = link["from"], let files = link["to"].flatMap({ byDivision[$0] }) else { continue }
            found[from, default: []] += files
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
