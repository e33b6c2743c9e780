import Foundation

/// The programs that were built with the tests.
public enum BuiltProgram {
    public struct Missing: Error, CustomStringConvertible {
        public let description: String
    }

    /// They lie beside the test executable, or a few folders above it inside a bundle.
    public static func path(_ name: String) throws -> String {
        let own = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        for start in [own, Bundle.main.bundleURL] {
            var folder = start
            for _ in 0..<5 {
                let candidate = folder.appendingPathComponent(name).path
                var isFolder: ObjCBool = false
                if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder), !isFolder.boolValue {
                    return candidate
                }
                folder = folder.deletingLastPathComponent()
            }
        }
        throw Missing(description: "The program \(name) was not built beside \(own.path).")
    }
}
