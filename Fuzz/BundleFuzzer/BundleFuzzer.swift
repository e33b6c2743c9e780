import BundleReading
internal import CLibFuzzer
import ExtractionProtocol
import Foundation

/// Reads the input as the first byte says, of which the lowest two bits count: the digits 0 to 3 will do.
@_cdecl("LLVMFuzzerTestOneInput")
func readOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = UnsafeBufferPointer(start: start, count: count)
    guard let mode = input.first else { return 0 }
    let rest = Array(input.dropFirst())
    switch mode & 3 {
    case 0: BundleInput(file: rest).read()
    case 1: BundleInput(folder: Record.records(in: rest)).read()
    case 2:
        let records = Record.records(in: rest)
        guard let file = records.first else { return 0 }
        BundleInput(file: file.content, name: file.name, companions: Array(records.dropFirst())).read()
    default: PictureInput.read(rest)
    }
    return 0
}

/// The package manager has every program begin at a function of this name, libFuzzer's own `main` is not linked.
@_cdecl("BundleFuzzer_main")
func start(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Int32 {
    var (count, arguments) = (count, arguments)
    return LLVMFuzzerRunDriver(&count, &arguments, readOneInput)
}

/// Ends the process, which libFuzzer takes for a finding.
func report(_ finding: String) -> Never {
    FileHandle.standardError.write(Data("FINDING: \(finding)\n".utf8))
    abort()
}

extension ExtractionLimits {
    /// So small that an input cannot take long, and that the limits themselves are met.
    static let small: ExtractionLimits = {
        var limits = ExtractionLimits()
        limits.entries = 1000
        limits.entryBytes = 4 << 20
        limits.bundleBytes = 16 << 20
        limits.metadataBytes = 1 << 20
        limits.markupBytes = 4 << 20
        limits.memoryBytes = 1 << 20
        limits.pages = 1000
        limits.imageBytes = 16 << 20
        return limits
    }()
}
