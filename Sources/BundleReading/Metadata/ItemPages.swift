internal import ExtractionProtocol
internal import Markup

/// The leaves of a scanned book of the Internet Archive: `NAME_scandata.xml` and `NAME_page_numbers.json`.
struct ItemPages {
    struct Leaf: Equatable {
        let number: Int
        var label: String?
        let type: String?
    }

    /// Leaves in the PDF and the texts, in order. Colour cards, for example, are not included.
    private(set) var leaves: [Leaf]

    var labels: [String?] { leaves.map(\.label) }

    init(scanData root: MarkupElement) {
        leaves = root.descendants("page").compactMap { page in
            guard let number = page["leafNum"].flatMap({ Int($0) }),
                page.first("addToAccessFormats")?.text.lowercased() != "false"
            else { return nil }
            return Leaf(
                number: number, label: page.first("pageNumber")?.text.nonEmpty,
                type: page.first("pageType")?.text.nonEmpty)
        }
    }

    init(pageNumbers bytes: [UInt8]) throws {
        guard let pages = try ParsedJSON(parsing: bytes)["pages"]?.array
        else { throw BundleError(.damaged, "it has no list of pages") }
        leaves = pages.compactMap { page in
            page["leafNum"]?.count.map { Leaf(number: $0, label: page["pageNumber"]?.text, type: nil) }
        }
    }

    func labelled(by other: ItemPages) -> ItemPages {
        let labels = Dictionary(other.leaves.map { ($0.number, $0.label) }) { first, _ in first }
        var result = self
        for index in leaves.indices where leaves[index].label == nil {
            result.leaves[index].label = labels[leaves[index].number] ?? nil
        }
        return result
    }
}
