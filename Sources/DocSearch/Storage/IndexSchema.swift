import GRDB

/// The tables of `index.sqlite`. Everything in them can be derived again from the bundles and `pages.sqlite`.
enum IndexSchema {
    /// Column weights of `document_fts` in the order of its columns: title, author, tag, text (design decision D4).
    static let defaultWeights: [Double] = [100, 1, 1, 1]

    /// A page's rowid in `page` and `page_fts`: document id << 20 | page number (design decision D3).
    /// Row 0 of a document holds its title, so that titles compete with pages for the words of a query.
    static let pageBits: Int64 = 20
    static let maximumPage = 1 << 20 - 1

    /// How the full-text tables take words apart. An index whose tables do it otherwise is searched as it is until the
    /// next run makes them again.
    static let tokenizer = "porter unicode61 remove_diacritics 2"
    private static let firstTokenizer = "porter unicode61 remove_diacritics 2"

    static func pageRow(document: Int64, page: Int) -> Int64 { document << pageBits | Int64(page) }
    static func pageRows(document: Int64) -> ClosedRange<Int64> {
        pageRow(document: document, page: 0)...pageRow(document: document, page: maximumPage)
    }

    static func migrator() -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1") { db in
            try db.execute(sql: tables)
            try createFullTextTables(db, .current, tokenizer: firstTokenizer)
        }
        migrator.registerMigration("v2") { db in
            try db.execute(
                sql: """
                    -- A file that was moved is found again by these.
                    CREATE INDEX bundle_file ON bundle(inode, byte_count, modified_ns);
                    CREATE INDEX bundle_content ON bundle(content_hash) WHERE content_hash IS NOT NULL;
                    INSERT INTO meta (key, value) VALUES ('tokenizer', '\(firstTokenizer)');
                    """)
        }
        return migrator
    }

    static func createFullTextTables(_ db: Database, _ names: FullTextTables, tokenizer: String) throws {
        try db.execute(
            sql: """
                CREATE VIRTUAL TABLE \(names.document) USING fts5(
                    title, author, tag, text, content='', tokenize='\(tokenizer)');
                CREATE VIRTUAL TABLE \(names.page) USING fts5(text, content='', tokenize='\(tokenizer)');
                """)
        let weights = defaultWeights.map { String($0) }.joined(separator: ", ")
        try db.execute(
            sql: "INSERT INTO \(names.document)(\(names.document), rank) VALUES('rank', ?)",
            arguments: ["bm25(\(weights))"])
    }

    private static let tables = """
        CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

        CREATE TABLE bundle (
            id INTEGER PRIMARY KEY,
            root_id INTEGER NOT NULL,
            directory TEXT NOT NULL,
            name TEXT NOT NULL,
            byte_count INTEGER NOT NULL,
            modified_ns INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            content_hash TEXT,
            format TEXT,
            extractor TEXT NOT NULL,
            UNIQUE (root_id, directory, name)
        );

        CREATE TABLE document (
            id INTEGER PRIMARY KEY,
            bundle_id INTEGER NOT NULL REFERENCES bundle(id) ON DELETE CASCADE,
            entry TEXT NOT NULL,
            path TEXT NOT NULL,
            content_id INTEGER NOT NULL,
            content_hash TEXT NOT NULL,
            has_content INTEGER NOT NULL,
            identifier TEXT,
            title TEXT NOT NULL,
            authors TEXT NOT NULL,
            tags TEXT NOT NULL,
            date INTEGER,
            date_precision TEXT,
            language TEXT,
            summary TEXT,
            page_count INTEGER NOT NULL,
            claimed_page_count INTEGER,
            raw_metadata TEXT,
            sidecar_source TEXT,
            -- What document_fts and row 0 of page_fts hold for this document; a contentless table must be told
            -- exactly what it forgets.
            indexed_head TEXT NOT NULL DEFAULT '',
            -- Pages whose text is only in the image and has not been recognised.
            pages_to_recognize INTEGER NOT NULL DEFAULT 0,
            UNIQUE (bundle_id, entry)
        );
        CREATE INDEX document_path ON document(path);
        CREATE INDEX document_content ON document(content_hash);
        CREATE INDEX document_identifier ON document(identifier);
        CREATE INDEX document_date ON document(date);
        CREATE INDEX document_to_recognize ON document(pages_to_recognize) WHERE pages_to_recognize > 0;

        CREATE TABLE document_tag (
            document_id INTEGER NOT NULL REFERENCES document(id) ON DELETE CASCADE,
            tag TEXT NOT NULL,
            PRIMARY KEY (document_id, tag)
        ) WITHOUT ROWID;
        CREATE INDEX document_tag_tag ON document_tag(tag);

        CREATE TABLE page (
            id INTEGER PRIMARY KEY,
            label TEXT,
            verdict TEXT NOT NULL,
            layer TEXT,
            reasons TEXT NOT NULL DEFAULT '',
            origin TEXT,
            confidence REAL,
            -- Row of page_text in pages.sqlite whose text page_fts holds; null for a page without text.
            text_id INTEGER,
            needs_recognition INTEGER NOT NULL DEFAULT 0
        );

        CREATE TABLE failure (
            id INTEGER PRIMARY KEY,
            bundle_id INTEGER NOT NULL REFERENCES bundle(id) ON DELETE CASCADE,
            entry TEXT NOT NULL,
            page INTEGER NOT NULL,
            stage TEXT NOT NULL,
            code TEXT NOT NULL,
            reason TEXT NOT NULL,
            -- The source of the text that recognition would have given; empty for other stages.
            settings TEXT NOT NULL DEFAULT '',
            attempts INTEGER NOT NULL,
            first_seen INTEGER NOT NULL,
            last_seen INTEGER NOT NULL,
            UNIQUE (bundle_id, entry, page, stage)
        );

        CREATE TABLE run (
            id INTEGER PRIMARY KEY,
            started INTEGER NOT NULL,
            finished INTEGER,
            report TEXT
        );
        """
}

/// The names of a pair of full-text tables.
struct FullTextTables: Sendable, Hashable {
    let document: String
    let page: String

    /// Those that are searched.
    static let current = FullTextTables(document: "document_fts", page: "page_fts")
    /// Those that take their place when they are complete.
    static let next = FullTextTables(document: "document_fts_next", page: "page_fts_next")
}
