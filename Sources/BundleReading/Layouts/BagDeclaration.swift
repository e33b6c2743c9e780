internal import BundleConventions
internal import ExtractionProtocol

/// Whether a folder is a bag, also one that has lost what says so.
enum BagDeclaration {
    case sound
    /// What else is there shows that it was a bag.
    case lost(BundleError)

    /// Nil for a folder that is no bag.
    init?(of folder: BundleFolder) {
        let name = BundleNames.bagDeclaration
        guard let file = folder[name] else {
            guard Self.hasSigns(folder) else { return nil }
            let reason = "this is a damaged bag: it has manifests and a payload, but not the file that declares it"
            let missing = folder.entryName(ofMissing: name)
            folder.session.absent.tell(missing)
            self = .lost(BundleError(.damaged, reason, entry: missing))
            return
        }
        do {
            let bytes = try folder.bytes(of: file, limit: .metadata(folder.limits))
            if BagInfo.declaredVersion(bytes) != nil {
                self = .sound
                return
            }
            guard Self.hasSigns(folder) else { return nil }
            let reason = "this is a damaged bag: the file that declares it does not say the version of BagIt"
            self = .lost(BundleError(.damaged, reason, entry: folder.entryName(of: file)))
        } catch {
            // The rest of the bag may be whole.
            guard Self.hasManifest(folder) else { return nil }
            self = .lost(BundleError(error, reading: folder.entryName(of: file)))
        }
    }

    var problems: [BundleError] { if case .lost(let problem) = self { [problem] } else { [] } }

    /// A manifest that names files of a payload, or a payload with tag files that only bags have.
    private static func hasSigns(_ folder: BundleFolder) -> Bool {
        let top = folder.files.filter { !$0.path.contains("/") }
        let isTagged = top.contains {
            BagManifest.algorithm(tagFileName: $0.path) != nil || $0.path == "bag-info.txt"
        }
        if isTagged, folder.files.contains(where: { $0.path.hasPrefix("data/") }) { return true }
        return top.contains { file in
            guard BagManifest.algorithm(fileName: file.path) != nil else { return false }
            // As much as tells what it is; a last line may be cut off.
            let start = folder.session.head(of: folder.place(of: file))
            let found = BagManifest(parsing: Array(start), algorithm: "")
            return !found.files.isEmpty && found.files.count >= found.problems.count
                && found.files.dropLast().allSatisfy { $0.checksum.count >= 8 && $0.checksum.allSatisfy(\.isHexDigit) }
        }
    }

    private static func hasManifest(_ folder: BundleFolder) -> Bool {
        folder.files.contains { BagManifest.algorithm(fileName: $0.path) != nil }
    }
}
