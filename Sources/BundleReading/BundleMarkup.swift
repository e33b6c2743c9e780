internal import BundleConventions
internal import ExtractionProtocol
internal import Markup

enum BundleMarkup {
    static func read(
        as language: MarkupReader.Language = .xml, limits: ExtractionLimits, pieces: MarkupReader.Pieces,
        handler: @escaping (MarkupEvent) throws -> Void
    ) throws {
        try translated { try MarkupReader.read(as: language, limits: limits, pieces: pieces, handler: handler) }
    }

    /// `unlike` is the error for another root element.
    static func read(
        root: String, unlike: String, limits: ExtractionLimits, pieces: MarkupReader.Pieces,
        handler: @escaping (MarkupEvent) throws -> Void
    ) throws {
        var isRootSeen = false
        try read(limits: limits, pieces: pieces) { event in
            if case .start(let name, _) = event, !isRootSeen {
                guard name.lowercased() == root else { throw BundleError(.unsupported, unlike) }
                isRootSeen = true
            }
            try handler(event)
        }
    }

    static func tree(_ bytes: [UInt8], limits: ExtractionLimits) throws -> MarkupElement {
        try translated { try MarkupTree.parse(bytes, limits: limits) }
    }

    /// An HTML page in place of a description counts as damaged, well-formed or not.
    static func description(_ bytes: [UInt8], limits: ExtractionLimits) throws -> MarkupElement {
        if let page = page(in: Array(bytes.prefix(FirstBytes.count))) { throw BundleError(.damaged, page) }
        return try tree(bytes, limits: limits)
    }

    /// Why a file named as XML contains none; nil for one that may.
    static func lack(in head: [UInt8]) -> String? {
        head.contains(UInt8(ascii: "<")) ? page(in: head) : "there is no XML in the file"
    }

    static func page(in head: [UInt8]) -> String? {
        guard let root = rootName(in: head), FirstBytes.isOfHTML(root), SidecarTextForm(ofMarkup: head) == nil
        else { return nil }
        return "there is an HTML page in the file, as servers send it in place of one, and no XML"
    }

    /// The local name of the first element in any encoding.
    static func rootName(in head: [UInt8]) -> String? { FirstBytes.rootName(Array(TextDecoding.text(of: head).utf8)) }

    private static func translated<Value>(_ read: () throws -> Value) throws -> Value {
        do { return try read() } catch let error as MarkupError { throw BundleError(error.code, error.reason) }
    }
}
