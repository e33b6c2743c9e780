// Stand-ins until the page text readers and XML metadata land: remove each with its real type.
internal import ExtractionProtocol
enum ALTOReader { static func pages(_ b: [UInt8], limits: ExtractionLimits) throws -> [BroughtPage?] { [] } }
struct HOCRPage { var page: BroughtPage; var image: String?; var number: Int? }
struct HOCRDocument { var pages: [HOCRPage]; var metadata = DocumentMetadata(); var rawMetadata: String? }
enum HOCRReader {
    static func document(_ b: [UInt8], limits: ExtractionLimits) throws -> HOCRDocument { HOCRDocument(pages: []) }
}
enum DjVuXMLReader {
    static func read(_ b: [UInt8], limits: ExtractionLimits, _ f: (BroughtPage) throws -> Void) throws {}
}
enum SearchTextReader {
    static func pages(text: [UInt8], index: [UInt8], limits: ExtractionLimits) throws -> [BroughtPage?] { [] }
}
enum Gzip { static func expand(_ b: [UInt8], limit: ByteLimit, ratio: Int) throws -> [UInt8] { b } }
