import Foundation

/// The image library below tesseract.
enum Leptonica {
    private typealias SetSeverity = @convention(c) (Int32) -> Int32

    /// `L_SEVERITY_NONE` of its `environ.h`.
    private static let none: Int32 = 6

    /// Found by name: of its thousands of functions no other is needed.
    private static let isSilenced: Bool = {
        // A null handle, RTLD_DEFAULT: every library that is loaded.
        guard let symbol = dlsym(nil, "setMsgSeverity") else { return false }
        return unsafeBitCast(symbol, to: SetSeverity.self)(none) != none
    }()

    /// Keeps it from printing warnings to standard error. Done once.
    static func silence() { _ = isSilenced }
}
