package import ExtractionProtocol

/// For documents small enough to be held as a whole: descriptions, tables of contents.
package final class MarkupTree {
    private var root: MarkupElement?
    private var open: [MarkupElement] = []
    private var count = 0

    private let maximumElements: Int

    /// An element takes a few hundred bytes of memory, but only four in a file.
    package static func parse(
        _ bytes: [UInt8], as language: MarkupReader.Language = .xml, keepsPrefixes: Bool = false,
        limits: ExtractionLimits, maximumElements: Int = 2_000_000
    ) throws -> MarkupElement {
        let tree = MarkupTree(maximumElements: maximumElements)
        try MarkupReader.read(
            as: language, keepsPrefixes: keepsPrefixes, limits: limits, pieces: bytes.withUnsafeBytes
        ) { try tree.take($0) }
        guard let root = tree.root else { throw MarkupError(.damaged, "it is not well-formed XML: it is empty") }
        return root
    }

    private init(maximumElements: Int) { self.maximumElements = maximumElements }

    private func take(_ event: MarkupEvent) throws {
        switch event {
        case .start(let name, let attributes):
            count += 1
            guard count <= maximumElements
            else { throw MarkupError(.limit, "it has more than \(maximumElements) elements") }
            let element = MarkupElement(
                name: name, attributes: Dictionary(attributes.pairs.map { ($0.name, $0.value) }) { first, _ in first })
            if let parent = open.last { parent.children.append(element) } else { root = root ?? element }
            open.append(element)
        case .text(let text):
            guard let element = open.last else { return }
            if let child = element.children.last { child.tail += text } else { element.lead += text }
        case .end: _ = open.popLast()
        }
    }
}
