internal import CEncoderKernels

/// `@unchecked Sendable`: a table of functions, which never changes.
struct EncoderKernels: @unchecked Sendable {
    let functions: UnsafePointer<cencoder_kernels>

    /// Fastest first. The portable one runs on any processor.
    static let all: [EncoderKernels] = {
        var found: [EncoderKernels] = []
        while let functions = cencoder_kernels_at(found.count) { found.append(EncoderKernels(functions: functions)) }
        return found
    }()

    static let fastest = all[0]

    /// `avx512`, `avx2` or `portable`.
    var name: String { String(cString: functions.pointee.name) }
}
