internal import CEncoderKernels

/// The arithmetic for one kind of processor. `@unchecked Sendable`: a table of functions, which never changes.
struct EncoderKernels: @unchecked Sendable {
    let functions: UnsafePointer<cencoder_kernels>

    /// The kernels that this processor can run, fastest first. The portable one runs on any.
    static let all: [EncoderKernels] = {
        var found: [EncoderKernels] = []
        while let functions = cencoder_kernels_at(found.count) { found.append(EncoderKernels(functions: functions)) }
        return found
    }()

    static let fastest = all[0]

    /// `avx512`, `avx2` or `portable`.
    var name: String { String(cString: functions.pointee.name) }
}
