import ExtractionProtocol
import GRDB

/// Which files of bundles nothing came of, and which files on disk were looked into in vain.
extension IndexStore {
    /// Keeps what a bundle's reader said; nil where all files have become something.
    func setPassedOver(_ files: BundleFrame.PassedOver?, bundle: Int64) throws {
        try write { db in
            // REPLACE would not tell the triggers of the checksums.
            try db.execute("DELETE FROM passed_over WHERE bundle_id = ?", [bundle])
            guard let files else { return }
            try db.execute(
                "INSERT INTO passed_over (bundle_id, file_count, names) VALUES (?, ?, ?)",
                [bundle, files.count, try JSONText.encode(files.names)])
        }
    }

    /// How many files in the bundles of the roots nothing came of.
    func passedOverInBundles(roots: [Int64]) throws -> Int {
        let known = roots.map { "\($0)" }.joined(separator: ", ")
        return try fetchOne(
            """
            SELECT coalesce(sum(file_count), 0) FROM passed_over JOIN bundle ON bundle.id = bundle_id
            WHERE root_id IN (\(known))
            """) ?? 0
    }

    /// Hands over the bundles of a root with such files, in the order of their paths, with how many more there are.
    func passedOverFiles(
        root: Int64, _ body: (_ directory: String, _ name: String, _ files: [String], _ more: Int) throws -> Void
    ) throws {
        let ids: [Int64] = try fetchAll(
            """
            SELECT bundle_id FROM passed_over JOIN bundle ON bundle.id = bundle_id WHERE root_id = ?
            ORDER BY directory, name
            """, [root])
        for id in ids {
            guard let bundle = try bundle(id),
                let names: String = try fetchOne("SELECT names FROM passed_over WHERE bundle_id = ?", [id]),
                let count: Int = try fetchOne("SELECT file_count FROM passed_over WHERE bundle_id = ?", [id])
            else { continue }
            let files: [String] = try JSONText.decode(names)
            try body(bundle.directory, bundle.name, files, max(0, count - files.count))
        }
    }

    /// How many pages a PDF on disk has; nil when it is not in the index, or not as a PDF that could be read.
    func pageCount(root: Int64, directory: String, name: String) throws -> Int? {
        let count: Int? = try fetchOne(
            """
            SELECT page_count FROM document JOIN bundle ON bundle.id = bundle_id
            WHERE root_id = ? AND directory = ? AND name = ? AND bundle.format = 'pdf' AND has_content
            """, [root, directory, name])
        return count.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Whether an image is one of the pages of PDFs in its folder.
    func isPagePicture(of documents: [(name: String, pages: Int)], root: Int64, directory: String) throws -> Bool {
        try documents.contains { document in
            try pageCount(root: root, directory: directory, name: document.name).map { document.pages <= $0 } ?? false
        }
    }

    /// Those kept for the folders of a root that were looked into.
    func folderLooks(root: Int64) throws -> [ExactText: Int64] {
        try read { db in
            let rows = try db.fetchAll("SELECT directory, fingerprint FROM folder_look WHERE root_id = ?", [root]) {
                (ExactText(try $0.value("directory")), try $0.value("fingerprint") as Int64)
            }
            return Dictionary(rows) { first, _ in first }
        }
    }

    /// Keeps what was found out; nil takes a folder out.
    func setFolderLooks(_ looks: [(directory: String, fingerprint: Int64?)], root: Int64) throws {
        guard !looks.isEmpty else { return }
        try write { db in
            for (directory, fingerprint) in looks {
                try db.execute("DELETE FROM folder_look WHERE root_id = ? AND directory = ?", [root, directory])
                guard let fingerprint else { continue }
                try db.execute(
                    "INSERT INTO folder_look (root_id, directory, fingerprint) VALUES (?, ?, ?)",
                    [root, directory, fingerprint])
            }
        }
    }
}
