import BundleReading
internal import CLibFuzzer
import ExtractionProtocol
import FuzzSupport

/// Reads a tar or a 7z. The lowest two bits of the first byte say what is mended of it before, so that inputs come further
/// than to the first checksum: 0 nothing, 1 the checksums of a tar, 2 those of a 7z.
@_cdecl("LLVMFuzzerTestOneInput")
func readOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = UnsafeBufferPointer(start: start, count: count)
    guard let mode = input.first else { return 0 }
    var bytes = Array(input.dropFirst())
    switch mode & 3 {
    case 1: Mending.mendTar(&bytes)
    case 2: Mending.mendSevenZip(&bytes)
    default: break
    }
    ArchiveInput.read(bytes)
    return 0
}

/// The package manager has every program begin at a function of this name, libFuzzer's own `main` is not linked.
@_cdecl("ArchiveFuzzer_main")
func start(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Int32 {
    var (count, arguments) = (count, arguments)
    return LLVMFuzzerRunDriver(&count, &arguments, readOneInput)
}

/// An archive, read as far as a worker would read it, its documents from the last to the first.
enum ArchiveInput {
    static func read(_ bytes: [UInt8]) {
        let file = MemoryFile.descriptor(bytes)
        do {
            let bundle = try BundleReader(limits: .small, wantsFixity: true)
                .open(descriptor: file.rawValue, path: "folder/bundle.tar")
            if bundle.documents.isEmpty, bundle.problems.isEmpty, bundle.skipReason == nil {
                report("a bundle of nothing, and no reason")
            }
            for document in bundle.documents.reversed() where document.hasContent {
                attempt {
                    switch try bundle.content(of: document) {
                    case .pdf(let content): _ = try ContentHash.sha256(content)
                    case .images(let images):
                        for index in 0..<images.count { attempt { _ = try ContentHash.sha256(images.content(index)) } }
                    }
                }
            }
            for document in bundle.documents { _ = bundle.text(of: document) }
            for file in bundle.statedFixity { attempt { try bundle.compare(file) } }
        } catch is BundleError {
        } catch {
            report("\(error) in place of a BundleError")
        }
    }

    /// Errors of the one kind that is promised are fine.
    private static func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch is BundleError {
        } catch {
            report("\(error) in place of a BundleError")
        }
    }
}
