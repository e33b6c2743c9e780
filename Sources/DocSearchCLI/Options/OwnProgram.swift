import Foundation

enum OwnProgram {
    /// The file of this program.
    static func path() -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : CommandLine.arguments[0]
    }
}
