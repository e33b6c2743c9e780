import BundleReading
import ExtractionProtocol
import FuzzSupport

/// A bundle, read as far as a worker would read it.
struct BundleInput {
    private let file: [UInt8]
    private let path: String
    private let access: BundleAccess
    private let contents: [[UInt8]]

    init(file: [UInt8], name: String = "bundle.pdf", companions: [Record] = []) {
        self.init(file: file, path: "folder/\(name)", isFolder: false, files: companions)
    }

    init(folder files: [Record]) {
        self.init(file: [], path: "folder", isFolder: true, files: files)
    }

    private init(file: [UInt8], path: String, isFolder: Bool, files: [Record]) {
        self.file = file
        self.path = path
        contents = files.map(\.content)
        access = BundleAccess(
            isFolder: isFolder,
            files: files.map { ListedFile(path: $0.name, byteCount: Int64($0.content.count)) })
    }

    func read() {
        let descriptor = MemoryFile.descriptor(file)
        let reader = BundleReader(limits: .small, wantsFixity: true)
        attempt {
            let bundle = try reader.open(
                descriptor: descriptor.rawValue, path: path, access: access,
                // The second is that of the samples.
                passwords: { ["wrong", "aldermere1931"] }, openFile: openFile)
            check(bundle)
            for document in bundle.documents { read(document, of: bundle) }
            for file in bundle.statedFixity { attempt { try bundle.compare(file) } }
        }
    }

    private func openFile(_ index: Int) throws -> OwnedDescriptor {
        guard contents.indices.contains(index) else { report("file \(index) of \(contents.count) was asked for") }
        return MemoryFile.descriptor(contents[index])
    }

    private func check(_ bundle: OpenedBundle) {
        if bundle.documents.isEmpty, bundle.problems.isEmpty, bundle.skipReason == nil {
            report("a bundle of nothing, and no reason")
        }
        // What is said of a bundle as a whole is how many are meant, or that what follows was not read.
        let nameless = bundle.problems.first { $0.entry == nil && $0.reason.isEmpty }
        if let nameless { report("\"\(nameless)\" says nothing") }
        if Set(bundle.documents.map(\.entry)).count < bundle.documents.count {
            report("two documents of one name: \(bundle.documents.map(\.entry))")
        }
    }

    private func read(_ document: BundledDocument, of bundle: OpenedBundle) {
        PageTexts.check(bundle.text(of: document))
        guard document.hasContent else { return }
        attempt {
            switch try bundle.content(of: document) {
            case .pdf(let content): _ = try ContentHash.sha256(content)
            case .images(let images):
                for index in 0..<images.count {
                    attempt { _ = try ContentHash.sha256(images.content(index)) }
                }
            }
        }
    }

    /// Errors of the one kind that is promised are fine.
    private func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch is BundleError {
        } catch {
            report("\(error) in place of a BundleError")
        }
    }
}

/// What the worker relies on in the texts that bundles bring.
enum PageTexts {
    static func check(_ text: SidecarDocumentText) {
        for case let page? in text.pages {
            var numbers: [Double?] = [page.size?.width, page.size?.height, page.pointsPerUnit, page.confidence]
            for word in page.words { numbers += [word.left, word.top, word.width, word.height, word.confidence] }
            // JSON has no others.
            if numbers.contains(where: { $0?.isFinite == false }) { report("a number that is not finite: \(page)") }
        }
    }
}
