internal import ExtractionProtocol

/// A manifest of a bag: of its payload (`manifest-sha256.txt`) or of its tag files (`tagmanifest-sha256.txt`).
struct BagManifest {
    struct File: Equatable {
        let checksum: String
        /// Relative to the bag's own folder; a payload file begins with `data/`.
        let path: String
        /// The path with percent signs taken literally; nil where that is the same.
        var unencodedPath: String?
    }

    let algorithm: String
    let files: [File]
    let problems: [BundleError]

    static func algorithm(fileName: String) -> String? {
        let name = fileName.lowercased()
        guard name.hasPrefix("manifest-"), name.hasSuffix(".txt") else { return nil }
        let algorithm = name.dropFirst("manifest-".count).dropLast(".txt".count)
        return algorithm.nonEmpty.map(String.init)
    }

    static func algorithm(tagFileName name: String) -> String? {
        guard name.lowercased().hasPrefix("tag") else { return nil }
        return algorithm(fileName: String(name.dropFirst("tag".count)))
    }

    init(parsing bytes: [UInt8], algorithm: String, isOfTagFiles: Bool = false) {
        var files: [File] = []
        var problems: [BundleError] = []
        for line in BagInfo.textLines(of: bytes) {
            guard let end = line.firstIndex(where: { $0 == " " || $0 == "\t" }) else {
                problems.append(Self.problem("a line of the manifest names no file", line))
                continue
            }
            // Tools such as md5sum put a star before the name.
            let written = line[end...].drop { $0 == " " || $0 == "\t" || $0 == "*" }
            let name = String(written)
            guard let path = isOfTagFiles ? ConfinedPath.path(Self.decoded(name)) : Self.payloadPath(name) else {
                problems.append(
                    Self.problem("the manifest names a file outside the \(isOfTagFiles ? "bag" : "payload")", written))
                continue
            }
            let unencoded = name.contains("%25") ? ConfinedPath.path(Self.decoded(name, percent: false)) : nil
            files.append(
                File(
                    checksum: String(line[..<end]).lowercased(), path: path,
                    unencodedPath: unencoded.flatMap { isOfTagFiles || $0.hasPrefix("data/") ? $0 : nil }))
        }
        self.algorithm = algorithm
        self.files = files
        self.problems = problems
    }

    static func payloadPath(_ written: String) -> String? {
        guard let path = ConfinedPath.path(decoded(written)), path.hasPrefix("data/") else { return nil }
        return path
    }

    /// The payload files to be fetched by `fetch.txt` (RFC 8493, 2.2.3: URL, length, path), and invalid lines.
    static func awaitedFiles(_ bytes: [UInt8]) -> (paths: [String], problems: [BundleError]) {
        var paths: [String] = []
        var problems: [BundleError] = []
        for line in BagInfo.textLines(of: bytes) {
            let parts = line.split(maxSplits: 2, whereSeparator: { $0 == " " || $0 == "\t" })
            guard parts.count == 3 else {
                if !parts.isEmpty { problems.append(problem("a line of fetch.txt names no file", line)) }
                continue
            }
            if let path = payloadPath(String(parts[2]).trimmingWhiteSpace()) {
                paths.append(path)
            } else {
                problems.append(problem("fetch.txt names a file outside the payload", parts[2]))
            }
        }
        return (paths, problems)
    }

    /// Only line feed, carriage return and the percent sign are encoded, the last only by some programs.
    private static func decoded(_ path: String, percent: Bool = true) -> String {
        guard path.utf8.contains(UInt8(ascii: "%")) else { return path }
        var result: [UInt8] = []
        var rest = Array(path.utf8)[...]
        while let byte = rest.first {
            let code = byte == UInt8(ascii: "%") ? String(decoding: rest.prefix(3), as: UTF8.self).uppercased() : ""
            switch code {
            case "%0A": result.append(0x0A)
            case "%0D": result.append(0x0D)
            case "%25" where percent: result.append(UInt8(ascii: "%"))
            default:
                result.append(byte)
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(3)
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func problem(_ reason: String, _ line: Substring.UnicodeScalarView) -> BundleError {
        BundleError(.damaged, reason, entry: String(String.UnicodeScalarView(line.prefix(200))))
    }
}
