internal import ExtractionProtocol
internal import Markup

/// The tag files of a bag (RFC 8493). Labels describe the package, which may be younger than its papers by centuries,
/// unless they are of its documents.
struct BagInfo {
    let record: DescriptiveRecord
    let shortDescription: String?
    /// The statement of `Payload-Oxum`.
    let payload: (bytes: Int64, files: Int64)?

    private static let titleCharacters = 200

    init(parsing bytes: [UInt8]) {
        var fields: [String: [String]] = [:]
        var record = DescriptiveRecord()
        let lines = Self.lines(of: bytes)
        for (label, value) in lines {
            record.keep(value, as: label)
            fields[label.lowercased(), default: []].append(value)
        }
        func values(_ label: String) -> [String] { (fields[label] ?? []).eachOnce }

        record.metadata.addIdentifiers(values("external-identifier").map { ("External-Identifier", $0) })
        let description = values("external-description")
        record.metadata.description = description.nonEmpty?.joined(separator: "\n")
        record.metadata.setTitle(values("title").first)
        shortDescription = description.first.flatMap { $0.count <= Self.titleCharacters ? $0 : nil }
        for (label, value) in lines where !Self.isOfDocuments(label) {
            record.metadata.details.add(.package, called: label, value)
        }
        self.record = record
        payload = values("payload-oxum").first.flatMap(Self.oxum)
    }

    private static func isOfDocuments(_ label: String) -> Bool {
        [
            "external-identifier", "external-description", "title", "payload-oxum", "bag-size", "bag-count",
            "bag-software-agent", "bagit-profile-identifier",
        ].contains(label.lowercased())
    }

    /// Why these are not the bytes of a tag file.
    static func flaw(in bytes: [UInt8]) -> String? {
        if bytes.contains(0), !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) {
            return "there are zeros in it"
        }
        return lines(of: bytes).first.map { $0.label.hasPrefix("<") } ?? true ? "there is no metadata in it" : nil
    }

    static func declaredVersion(_ bytes: [UInt8]) -> String? {
        lines(of: bytes).first { $0.label.lowercased() == "bagit-version" }?.value
    }

    /// The other line ends of Unicode may be part of a name.
    static func textLines(of bytes: [UInt8]) -> [Substring.UnicodeScalarView] {
        TextDecoding.textByLines(of: bytes).unicodeScalars.split { $0 == "\n" || $0 == "\r" }
    }

    private static func lines(of bytes: [UInt8]) -> [(label: String, value: String)] {
        var found: [(label: String, value: [String])] = []
        for line in textLines(of: bytes) {
            if line.first == " " || line.first == "\t" {
                guard !found.isEmpty else { continue }
                found[found.count - 1].value.append(String(line).trimmingWhiteSpace())
            } else if let colon = line.firstIndex(of: ":") {
                let label = String(line[..<colon]).trimmingWhiteSpace()
                guard !label.isEmpty else { continue }
                found.append((label, [String(line[line.index(after: colon)...]).trimmingWhiteSpace()]))
            }
        }
        return found.map { ($0.label, $0.value.filter { !$0.isEmpty }.joined(separator: " ")) }
    }

    private static func oxum(_ text: String) -> (bytes: Int64, files: Int64)? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let bytes = Int64(parts[0]), let files = Int64(parts[1]), bytes >= 0, files >= 0
        else { return nil }
        return (bytes, files)
    }
}
