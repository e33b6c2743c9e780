/// An element of a small document that is held as a whole. Names are without prefixes.
final class MarkupElement {
    let name: String
    let attributes: [String: String]
    fileprivate(set) var children: [MarkupElement] = []
    /// The text before the first child.
    fileprivate var lead = ""
    /// The text between the element's end and its parent's next tag.
    fileprivate var tail = ""

    init(name: String, attributes: [String: String] = [:]) {
        self.name = name
        self.attributes = attributes
    }

    /// The first child with this name.
    func first(_ name: String) -> MarkupElement? { children.first { $0.name == name } }

    /// The children with this name.
    func all(_ name: String) -> [MarkupElement] { children.filter { $0.name == name } }

    subscript(attribute: String) -> String? { attributes[attribute] }

    /// All elements with this name below this one, in the order of the document.
    func descendants(_ name: String) -> [MarkupElement] {
        var found: [MarkupElement] = []
        walk { element in
            if element.name == name { found.append(element) }
        } after: { _ in
        }
        return found
    }

    /// The text of this element and all below it, with single blanks.
    var text: String {
        var whole = lead
        walk {
            whole += $0.lead
        } after: {
            whole += $0.tail
        }
        return whole.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Goes through all elements below this one, without recursion.
    private func walk(before: (MarkupElement) -> Void, after: (MarkupElement) -> Void) {
        var path: [(element: MarkupElement, next: Int)] = [(self, 0)]
        while let (element, next) = path.last {
            if next < element.children.count {
                path[path.count - 1].next += 1
                let child = element.children[next]
                before(child)
                path.append((child, 0))
            } else {
                path.removeLast()
                if !path.isEmpty { after(element) }
            }
        }
    }
}

/// Builds ``MarkupElement``s of what a ``MarkupReader`` meets.
final class MarkupTreeBuilder {
    private(set) var root: MarkupElement?
    private var open: [MarkupElement] = []
    private var count = 0

    private let maximumElements: Int

    /// An element takes some hundred bytes of memory, and four bytes in a file.
    init(maximumElements: Int = 2_000_000) { self.maximumElements = maximumElements }

    /// Throws ``BundleError`` when there are too many elements.
    func take(_ event: MarkupEvent) throws {
        switch event {
        case .start(let name, let attributes):
            count += 1
            guard count <= maximumElements else {
                throw BundleError(.limit, "it has more than \(maximumElements) elements")
            }
            let element = MarkupElement(
                name: name,
                attributes: Dictionary(attributes.pairs.map { ($0.name, $0.value) }) { first, _ in first })
            if let parent = open.last { parent.children.append(element) } else { root = root ?? element }
            open.append(element)
        case .text(let text):
            guard let element = open.last else { return }
            if let child = element.children.last { child.tail += text } else { element.lead += text }
        case .end:
            open.removeLast()
        }
    }
}
