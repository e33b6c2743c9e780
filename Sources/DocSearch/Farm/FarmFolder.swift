import Foundation

/// The folder that all machines of a farm share. Files in it are made whole under another name and renamed; none is
/// written to afterwards, and there are no locks, so that it may be on any network file system.
package struct FarmFolder: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    var planFile: String { path + "/plan.json" }
    package var results: String { path + "/results" }
    package var logs: String { path + "/logs" }

    private func packageFile(_ number: Int) -> String { "\(path)/packages/\(Self.text(number)).json" }

    func file(_ attempt: FarmAttempt, _ kind: FarmAttempt.Kind) -> String {
        "\(results)/\(attempt.name).\(kind.rawValue)"
    }

    /// Sorted by name as by number.
    static func text(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 7 - digits.count)) + digits
    }

    // MARK: - Reading

    package var hasPlan: Bool { FileStatus(path: planFile) != nil }

    /// Throws ``DocSearchError``: `notFound` where there is no plan.
    package func plan() throws -> FarmPlan {
        guard hasPlan else {
            throw DocSearchError(
                .notFound, "There is no plan in \"\(path)\". \"docsearch farm plan\" makes one.", item: path)
        }
        let plan: FarmPlan = try read(planFile)
        guard plan.format == FarmPlan.currentFormat else {
            throw DocSearchError(
                .failed, "\"\(planFile)\" was written by another release of docsearch (format \(plan.format)).",
                item: planFile)
        }
        return plan
    }

    func package(_ number: Int, of plan: FarmPlan) throws -> FarmPackage {
        guard (1...max(1, plan.packages)).contains(number), plan.packages > 0 else {
            throw DocSearchError(
                .notFound, "There is no package \(number) in \"\(path)\"; its packages are 1 to \(plan.packages).",
                item: path)
        }
        let package: FarmPackage = try read(packageFile(number))
        guard package.plan == plan.name, package.number == number,
            package.items.allSatisfy({ plan.roots.indices.contains($0.root) })
        else {
            throw DocSearchError(
                .failed, "\"\(packageFile(number))\" belongs to another plan. Plan again in an empty folder.",
                item: packageFile(number))
        }
        return package
    }

    /// Nil for one that is missing or cannot be read, which then counts as not begun.
    func report(of attempt: FarmAttempt, in plan: FarmPlan) -> FarmReport? {
        guard let report: FarmReport = try? read(file(attempt, .report)), report.plan == plan.name,
            report.package == attempt.package
        else { return nil }
        return report
    }

    /// The tries of all tasks by package, sorted by name.
    func attempts() throws -> [Int: [FarmAttempt]] {
        guard FileStatus(path: results) != nil else { return [:] }
        let names = Set(try IndexFolder.names(in: results).compactMap { FarmAttempt(file: $0) })
        return Dictionary(grouping: names.sorted { $0.name < $1.name }, by: \.package)
    }

    /// Nil where nothing was refused. A refusal that cannot be read counts as none: the texts are looked at again.
    func refusal(of attempt: FarmAttempt) -> String? {
        try? String(decoding: Self.bytes(file(attempt, .refusal)).prefix(2000), as: UTF8.self)
    }

    private static let mostBytes = 256 << 20

    private static func bytes(_ file: String) throws -> Data {
        let descriptor = Glibc.open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw DocSearchError.system("Opening", file) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let status = FileStatus(descriptor: descriptor), status.kind == .file, status.byteCount <= mostBytes
        else { throw DocSearchError(.failed, "\"\(file)\" is no file of a farm.", item: file) }
        do {
            return try handle.readToEnd() ?? Data()
        } catch {
            throw DocSearchError(.failed, "\"\(file)\" cannot be read: \(error.localizedDescription)", item: file)
        }
    }

    func read<Value: Decodable>(_ file: String) throws -> Value {
        let bytes = try Self.bytes(file)
        do {
            return try JSONDecoder().decode(Value.self, from: bytes)
        } catch {
            throw DocSearchError(.failed, "\"\(file)\" is damaged, or no file of a farm.", item: file)
        }
    }

    // MARK: - Writing

    func create() throws {
        for folder in [path, path + "/packages", results, logs] { try SafeFile.makeFolder(folder) }
    }

    func write(_ plan: FarmPlan) throws { try write(plan, to: planFile) }
    func write(_ package: FarmPackage) throws { try write(package, to: packageFile(package.number)) }
    func write(_ report: FarmReport, of attempt: FarmAttempt) throws {
        try write(report, to: file(attempt, .report))
    }

    func refuse(_ attempt: FarmAttempt, _ reason: String) throws {
        try SafeFile.write(Data(reason.utf8), to: file(attempt, .refusal), mode: 0o600)
    }

    func write(_ value: some Encodable, to file: String) throws {
        try SafeFile.write(Data(try JSONText.encode(value).utf8), to: file, mode: 0o600)
    }

    /// Puts a copy of a file into the folder, whole or not at all.
    func publish(_ source: String, as attempt: FarmAttempt) throws {
        try SafeFile.replace(file(attempt, .texts), mode: 0o600) { new in
            let from = Glibc.open(source, O_RDONLY | O_CLOEXEC)
            guard from >= 0 else { throw DocSearchError.system("Opening", source) }
            defer { close(from) }
            let to = Glibc.open(new, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
            guard to >= 0 else { throw DocSearchError.system("Writing", file(attempt, .texts)) }
            defer { close(to) }
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            while true {
                let count = Glibc.read(from, &buffer, buffer.count)
                guard count >= 0 else { throw DocSearchError.system("Reading", source) }
                if count == 0 { return }
                let failure = buffer.withUnsafeBytes { bytes in
                    WholeWrite.failure(of: UnsafeRawBufferPointer(rebasing: bytes[..<count]), to: to)
                }
                if let failure { throw DocSearchError.system("Writing", file(attempt, .texts), errno: failure) }
            }
        }
    }
}

/// One task's try at a package. Each has files of its own, so that tasks that run twice do not disturb each other.
struct FarmAttempt: Hashable, Sendable {
    /// The ends of their names.
    enum Kind: String, CaseIterable {
        case texts = "sqlite"
        case report = "json"
        /// Why collecting refused the texts.
        case refusal = "refused"
    }

    var package: Int
    /// The name of its files without their ends: the package's number and a random word.
    var name: String

    init(package: Int) {
        self.package = package
        name = FarmFolder.text(package) + "-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    }

    /// Nil for files that are none of a task.
    init?(file: String) {
        guard let point = file.lastIndex(of: "."), Kind(rawValue: String(file[file.index(after: point)...])) != nil
        else { return nil }
        name = String(file[..<point])
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), number > 0, String(parts[0]) == FarmFolder.text(number),
            (1...13).contains(parts[1].count), parts[1].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return nil }
        package = number
    }
}
