internal import ExtractionProtocol

struct OCFLInventory {
    struct File: Equatable {
        let logicalPath: String
        let contentPath: String
        let digest: String
    }

    struct Statement: Equatable {
        let algorithm: String
        let digest: String
        /// In the object's folder; nil when the inventory gives an invalid path.
        let path: String?
        let written: String
    }

    let record: DescriptiveRecord
    let head: String
    let digestAlgorithm: String
    let files: [File]
    let contentPaths: Set<String>
    let statements: [Statement]
    let id: String?
    let contentFolder: String
    let versions: [String]
    let problems: [BundleError]

    init(parsing bytes: [UInt8]) throws {
        let json = try ParsedJSON(parsing: bytes)
        guard let manifest = json["manifest"]?.object, let versions = json["versions"]?.object,
            let head = json["head"]?.text
        else { throw BundleError(.damaged, "it is not the inventory of an OCFL object") }
        guard let version = versions[head], let state = version["state"]?.object else {
            throw BundleError(.damaged, "the inventory does not have version \"\(head)\", which it says is the newest")
        }
        self.head = head
        digestAlgorithm = json["digestAlgorithm"]?.text?.lowercased() ?? "sha512"
        (files, problems) = Self.files(of: state, in: manifest)
        let fixity = json["fixity"]?.object ?? [:]
        statements =
            Self.statements(of: manifest, digestAlgorithm)
            + fixity.sorted { $0.key < $1.key }.flatMap { Self.statements(of: $1.object ?? [:], $0.lowercased()) }
        contentPaths = Set(manifest.values.flatMap(Self.paths).compactMap(Self.contentPath))
        id = json["id"]?.text
        contentFolder = json["contentDirectory"]?.text ?? "content"
        self.versions = versions.keys.sorted()

        var record = DescriptiveRecord()
        for field in ["id", "head", "digestAlgorithm"] { record.keep(json[field]?.text ?? "", as: field) }
        for field in ["created", "message"] { record.keep(version[field]?.text ?? "", as: field) }
        let user = version["user"]
        for field in ["name", "address"] { record.keep(user?[field]?.text ?? "", as: "user.\(field)") }
        record.metadata.identifier = json["id"]?.text
        record.metadata.details.add(.package, called: "Version created", version["created"]?.text)
        record.metadata.details.add(.package, called: "Version made by", user?["name"]?.text)
        record.metadata.details.add(.package, called: "Version message", version["message"]?.text)
        self.record = record
    }

    private static func statements(of block: [String: ParsedJSON], _ algorithm: String) -> [Statement] {
        block.sorted { $0.key < $1.key }.flatMap { digest, written in
            paths(written).map {
                Statement(algorithm: algorithm, digest: digest.lowercased(), path: contentPath($0), written: $0)
            }
        }
    }

    /// The number of a version by its folder's name: 2 for `v2` and `v0002`; nil for other names.
    static func number(ofVersion name: some StringProtocol) -> Int? {
        guard name.first == "v", name.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int(name.dropFirst())
    }

    private static func files(
        of state: [String: ParsedJSON], in manifest: [String: ParsedJSON]
    ) -> ([File], [BundleError]) {
        // Digests may differ in case between the two.
        var contents: [String: String] = [:]
        for (digest, written) in manifest {
            guard let path = paths(written).lazy.compactMap(Self.contentPath).first else { continue }
            let digest = digest.lowercased()
            contents[digest] = min(contents[digest] ?? path, path)
        }
        var files: [File] = []
        var problems: [BundleError] = []
        for (digest, logicalPaths) in state {
            let contentPath = contents[digest.lowercased()]
            for written in paths(logicalPaths) {
                guard let logicalPath = ConfinedPath.path(written) else {
                    problems.append(
                        BundleError(.damaged, "the inventory gives a file a path outside the object", entry: written))
                    continue
                }
                guard let contentPath else {
                    problems.append(
                        BundleError(.damaged, "the inventory does not say where this file is", entry: logicalPath))
                    continue
                }
                files.append(File(logicalPath: logicalPath, contentPath: contentPath, digest: digest.lowercased()))
            }
        }
        files.sort { ($0.logicalPath, $0.contentPath) < ($1.logicalPath, $1.contentPath) }
        return (files, problems.sorted { ($0.entry ?? "") < ($1.entry ?? "") })
    }

    /// The folder of the newest version while it is open: Fedora's mutable HEAD (OCFL extension 0005).
    static let openVersion = "extensions/0005-mutable-head"

    /// Accepts content in a subfolder of a version's folder, such as `v1/content/a.pdf`, or of the open version's.
    private static func contentPath(_ written: String) -> String? {
        guard let path = ConfinedPath.path(written) else { return nil }
        let parts = path.split(separator: "/")
        if path.hasPrefix("\(openVersion)/head/"), parts.count >= 5 { return path }
        guard parts.count >= 3, parts[0].first == "v", parts[0].dropFirst().allSatisfy({ $0.isASCII && $0.isNumber })
        else { return nil }
        return path
    }

    private static func paths(_ json: ParsedJSON) -> [String] {
        (json.array ?? []).compactMap { if case .string(let path) = $0 { path } else { nil } }
    }
}
