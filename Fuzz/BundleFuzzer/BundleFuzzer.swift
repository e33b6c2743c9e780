import BundleReading
internal import CLibFuzzer
import ExtractionProtocol
import FuzzSupport

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
