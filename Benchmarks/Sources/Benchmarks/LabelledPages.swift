import Foundation

/// Pages with the verdict that people gave their text layers; see Tests/VerdictSet.
struct LabelledPages {
    struct Page {
        var file: String
        var number: Int
        var verdict: String
    }

    var name: String
    /// Folder that the files are in.
    var folder: String
    var pages: [Page]

    init(_ name: String, list: String, folder: String) throws {
        self.name = name
        self.folder = folder
        pages = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count >= 3, let number = Int(fields[1]) else { return nil }
            return Page(file: String(fields[0]), number: number, verdict: String(fields[2]))
        }
    }

    var files: [String] { Set(pages.map(\.file)).sorted() }

    /// Copies the labelled files, and no others, below a folder.
    func copyFiles(to target: String) throws {
        for file in files {
            let place = URL(fileURLWithPath: target + "/" + file)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: folder + "/" + file, toPath: place.path)
        }
    }
}

/// How often each verdict was given to pages of each label.
struct Confusion {
    static let verdicts = ["good", "blank", "missing", "garbled", "partial"]
    private var counts: [String: Int] = [:]

    static func asksForRecognition(_ verdict: String) -> Bool { !["good", "blank"].contains(verdict) }

    mutating func add(label: String, verdict: String) { counts[label + " " + verdict, default: 0] += 1 }

    func count(_ label: String, _ verdict: String) -> Int { counts[label + " " + verdict] ?? 0 }

    private func sum(_ condition: (String, String) -> Bool) -> Int {
        counts.reduce(0) { sum, item in
            let words = item.key.split(separator: " ").map(String.init)
            return condition(words[0], words[1]) ? sum + item.value : sum
        }
    }

    var total: Int { sum { _, _ in true } }
    var accuracy: Double { share(sum { $0 == $1 }, total) }
    /// Of the pages that need recognition, those that are sent to it.
    var recallOfNeed: Double {
        share(
            sum { Self.asksForRecognition($0) && Self.asksForRecognition($1) },
            sum { label, _ in Self.asksForRecognition(label) })
    }
    /// Of the pages that need none, those that are left alone.
    var recallOfRest: Double {
        share(
            sum { !Self.asksForRecognition($0) && !Self.asksForRecognition($1) },
            sum { label, _ in !Self.asksForRecognition(label) })
    }

    private func share(_ part: Int, _ whole: Int) -> Double { Double(part) / Double(max(1, whole)) }

    var table: String {
        let head = "| label, verdict | " + Self.verdicts.joined(separator: " | ") + " |\n|---|---|---|---|---|---|"
        let rows = Self.verdicts.map { label in
            "| \(label) | " + Self.verdicts.map { String(count(label, $0)) }.joined(separator: " | ") + " |"
        }
        return ([head] + rows).joined(separator: "\n")
    }
}
