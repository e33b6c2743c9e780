package final class MarkupElement {
    package let name: String
    package let attributes: [String: String]
    package internal(set) var children: [MarkupElement] = []
    /// The text before the first child.
    var lead = ""
    /// The text between the element's end and its parent's next tag.
    var tail = ""

    init(name: String, attributes: [String: String] = [:]) {
        self.name = name
        self.attributes = attributes
    }

    package func first(_ name: String) -> MarkupElement? { children.first { $0.name == name } }

    package func all(_ name: String) -> [MarkupElement] { children.filter { $0.name == name } }

    package subscript(attribute: String) -> String? { attributes[attribute] }

    package func descendants(_ name: String) -> [MarkupElement] { descendants { $0.name == name } }

    package func descendants(where isWanted: (MarkupElement) -> Bool) -> [MarkupElement] {
        var found: [MarkupElement] = []
        walk(before: { if isWanted($0) { found.append($0) } })
        return found
    }

    /// Includes that of all elements below, with single blanks.
    package var text: String {
        var whole = lead
        walk {
            whole += $0.lead
        } after: {
            whole += $0.tail
        }
        return whole.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Without recursion, so that deep markup cannot overflow the stack.
    private func walk(before: (MarkupElement) -> Void, after: (MarkupElement) -> Void = { _ in }) {
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
