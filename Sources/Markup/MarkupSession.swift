internal import CLibxml2

/// The state that libxml2's callbacks share for one document.
final class MarkupSession {
    /// Ended parsing; set once.
    private(set) var failure: (any Error)?
    /// Borrowed from the reader.
    var context: xmlParserCtxtPtr?
    let entities = MarkupEntities()
    private let handler: (MarkupEvent) throws -> Void
    let keepsPrefixes: Bool
    private let maximumDepth: Int
    /// The number of namespaces each open element declares.
    private var open: [Int32] = []
    private var openNamespaces = 0
    private var declarations = 0
    private var attributeWork = 0
    private var complaint: (message: String, line: Int)?

    // libxml2 compares each attribute of an element with every other, searches all open namespaces, and adds declared
    // attributes to each element. These bounds keep the time from growing with the square of a file's size.
    private static let maximumNamespaces = 256
    private static let maximumDeclarations = 200
    private static let maximumAttributeWork = 1 << 28

    init(maximumDepth: Int, keepsPrefixes: Bool, handler: @escaping (MarkupEvent) throws -> Void) {
        self.maximumDepth = maximumDepth
        self.keepsPrefixes = keepsPrefixes
        self.handler = handler
    }

    func start(_ name: String, _ attributes: MarkupAttributes, namespaces: Int32, attributeCount: Int) {
        guard failure == nil else { return }
        guard open.count < maximumDepth else {
            let excess = "its elements are nested too deeply; the limit is \(maximumDepth) (markupDepth)"
            return stop(MarkupError(.limit, excess))
        }
        open.append(namespaces)
        openNamespaces += Int(namespaces)
        let (square, isHuge) = attributeCount.multipliedReportingOverflow(by: attributeCount)
        attributeWork = isHuge ? .max : min(attributeWork, 1 << 40) + square
        guard openNamespaces <= Self.maximumNamespaces, attributeWork <= Self.maximumAttributeWork
        else { return stop(MarkupError(.limit, "it has far too many namespaces or attributes")) }
        tell(.start(name: name, attributes: attributes))
    }

    func end(_ name: String) {
        guard failure == nil else { return }
        openNamespaces -= Int(open.popLast() ?? 0)
        tell(.end(name: name))
    }

    func text(_ text: String) {
        guard failure == nil, !open.isEmpty, !text.isEmpty else { return }
        tell(.text(text))
    }

    func declaration() {
        declarations += 1
        if declarations > Self.maximumDeclarations {
            stop(MarkupError(.limit, "it declares more than \(Self.maximumDeclarations) entities and attributes"))
        }
    }

    /// The first fatal error causes all others.
    func complain(_ message: String, line: Int) { complaint = complaint ?? (message, line) }

    func damage() -> MarkupError {
        guard let complaint else { return MarkupError(.damaged, "it is not well-formed XML") }
        let message = complaint.message.prefix(200).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return MarkupError(.damaged, "it is not well-formed XML: \(message) in line \(complaint.line)")
    }

    func stop(_ error: any Error) {
        guard failure == nil else { return }
        failure = error
        if let context { xmlStopParser(context) }
    }

    private func tell(_ event: MarkupEvent) {
        do { try handler(event) } catch { stop(error) }
    }
}
