internal import CLibFuzzer
import ExtractionProtocol
import Foundation

/// Reads the input as what one program says to the other. The lowest bit of the first byte tells how: as a stream of
/// frames, or as a frame of the kind in the second byte with the rest for its payload.
@_cdecl("LLVMFuzzerTestOneInput")
func readOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = UnsafeBufferPointer(start: start, count: count)
    guard let mode = input.first else { return 0 }
    let rest = Array(input.dropFirst())
    if mode & 1 == 0 {
        FrameStream.read(rest)
    } else if let kind = rest.first {
        let header = FrameHeader(kind: kind, request: 1, payloadLength: rest.count - 1)
        Payload.read(header, Data(rest.dropFirst()))
    }
    return 0
}

/// The package manager has every program begin at a function of this name, libFuzzer's own `main` is not linked.
@_cdecl("ProtocolFuzzer_main")
func start(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Int32 {
    var (count, arguments) = (count, arguments)
    return LLVMFuzzerRunDriver(&count, &arguments, readOneInput)
}

/// Ends the process, which libFuzzer takes for a finding.
func report(_ finding: String) -> Never {
    FileHandle.standardError.write(Data("FINDING: \(finding)\n".utf8))
    abort()
}
