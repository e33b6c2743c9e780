import Foundation

/// Patterns for one folder, from its file of exclusions or from people.
final class IgnoreList: Sendable {
    /// Absolute, split into names.
    private let base: [PatternName]
    private let patterns: [IgnorePattern]
    private let above: IgnoreList?
    let origin: ExclusionOrigin
    private let count: Int

    init(_ patterns: [IgnorePattern], of folder: String, origin: ExclusionOrigin, above: IgnoreList? = nil) {
        (self.patterns, self.origin, self.above) = (patterns, origin, above)
        base = PatternName.parts(folder)
        count = patterns.count + (above?.count ?? 0)
    }

    /// The last matching pattern of the deepest folder with one counts.
    func verdict(_ path: [PatternName], isFolder: Bool) -> (isLeftOut: Bool, origin: ExclusionOrigin)? {
        own(path, isFolder: isFolder) ?? above?.verdict(path, isFolder: isFolder)
    }

    private func own(_ path: [PatternName], isFolder: Bool) -> (isLeftOut: Bool, origin: ExclusionOrigin)? {
        guard path.count > base.count, path.starts(with: base) else { return nil }
        let inside = path[base.count...]
        return patterns.last { $0.matches(inside, isFolder: isFolder) }.map { (!$0.isNegated, origin) }
    }

    static let name = ".docsearchignore"
    /// Bytes of a file, patterns in it, and patterns that apply in one folder.
    private static let (mostBytes, mostPatterns, mostInForce) = (64 << 10, 1000, 5000)

    /// Throws when the file is not a plain file, too large or unreadable, or one of its lines is invalid. Its
    /// exclusions are unknown then, so nothing in its folder may be read.
    static func file(in folder: String, of root: IndexRoot, above: IgnoreList?) throws(DocSearchError) -> IgnoreList? {
        let inside = PathText.joined(folder, name)
        let path = root.absolutePath(inside)
        do {
            let archive = try FolderHandle(path: root.folder, isRoot: true)
            guard archive.status(inside) != nil else { return above }
            let file = try OpenFile(inside, below: archive, shownPath: path)
            guard file.status.byteCount <= mostBytes else {
                throw PatternRefusal("it has \(file.status.byteCount) bytes, more than \(mostBytes)")
            }
            let patterns = try patterns(of: read(file.descriptor))
            let list = IgnoreList(patterns, of: root.absolutePath(folder), origin: .file(path), above: above)
            guard list.count <= mostInForce else {
                let reason = "with the folders above there are \(list.count) patterns, more than \(mostInForce)"
                throw PatternRefusal(reason)
            }
            return list
        } catch let refusal as PatternRefusal {
            throw unknown(path, "\(refusal.reason).")
        } catch {
            throw unknown(path, DocSearchError(wrapping: error).message)
        }
    }

    static func isProblem(_ error: DocSearchError) -> Bool { error.item.map(PathText.name) == name }

    private static func unknown(_ path: String, _ reason: String) -> DocSearchError {
        DocSearchError(
            .failed, "\"\(path)\" cannot be used, so its folder was not searched: \(reason)", item: path, cause: reason)
    }

    private static func read(_ file: Int32) throws -> [UInt8] {
        let bytes: [UInt8]
        do {
            bytes = try WholeRead.bytes(of: file, count: mostBytes + 1)
        } catch {
            throw PatternRefusal("it cannot be read (\(error.reason))")
        }
        guard bytes.count <= mostBytes else { throw PatternRefusal("it has more than \(mostBytes) bytes") }
        return bytes
    }

    static func patterns(of bytes: [UInt8]) throws(PatternRefusal) -> [IgnorePattern] {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        var patterns: [IgnorePattern] = []
        let lines = start.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            // Some systems end lines with two characters.
            let bare = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard let text = String(validating: bare, as: UTF8.self) else {
                throw PatternRefusal("line \(number + 1) is not UTF-8")
            }
            do {
                if let pattern = try IgnorePattern(text) { patterns.append(pattern) }
            } catch {
                throw PatternRefusal("line \(number + 1) is not a valid pattern: \(error.reason)")
            }
            if patterns.count > mostPatterns { throw PatternRefusal("it has more than \(mostPatterns) patterns") }
        }
        return patterns
    }
}

enum ExclusionOrigin: Sendable, Hashable {
    case said
    case file(String)
    /// ``SystemFolders``, without any pattern.
    case system
}
