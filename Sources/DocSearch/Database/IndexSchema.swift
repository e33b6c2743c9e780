import GRDB

/// The tables of `index.sqlite`. Everything in them can be derived again from the bundles and `pages.sqlite`.
enum IndexSchema {
    /// A page's id: document id << 20 | page number. So a page's row is found, and told from others, without an index.
    static let pageBits: Int64 = 20
    static let maximumPage = 1 << 20 - 1

    /// In SQL, of a row of `page` and one of `document`.
    static let pageIsOfDocument =
        "page.id BETWEEN document.id << \(pageBits) AND document.id << \(pageBits) | \(maximumPage)"

    static func pageRow(document: Int64, page: Int) -> Int64 { document << pageBits | Int64(page) }
    /// The first and the last that there may be.
    static func pageRows(document: Int64) -> StatementArguments {
        [pageRow(document: document, page: 0), pageRow(document: document, page: maximumPage)]
    }

    static func migrator() -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1") { db in
            try db.execute(sql: tables)
            try createFullTextTables(db, .current, tokenizer: Stemmer.porter.tokenizer)
            try db.setMeta(IndexStore.tokenizerKey, to: Stemmer.porter.tokenizer)
            try TableChecksums.create(db)
            try TableChecksums.watch(db, watchedTables.filter { $0 != "word_form" })
        }
        migrator.registerMigration("v2") { db in
            try db.execute(sql: languages)
            try TableChecksums.watch(db, ["document", "page"])
        }
        migrator.registerMigration("v3") { db in
            try db.execute(
                sql: """
                    -- Words of the archive by their stem in a language (FormKeys). Derived from the texts.
                    CREATE TABLE word_form (
                        language TEXT NOT NULL, stem TEXT NOT NULL, word TEXT NOT NULL,
                        PRIMARY KEY (language, stem, word)) WITHOUT ROWID;
                    """)
            try TableChecksums.watch(db, ["word_form"])
            // Those of documents that are there already are entered by a rebuild.
            if try Int.fetchOne(db, sql: "SELECT id FROM document LIMIT 1") == nil {
                try db.setMeta(IndexStore.formsKey, to: WordStemmer.version)
            }
        }
        migrator.registerMigration("v4") { db in
            // Each run looks for them, and most archives have few.
            try db.execute(
                sql: "CREATE INDEX page_other_language ON page(id) WHERE \(IndexStore.looksLikeOtherLanguage)")
            try TableChecksums.noteSchema(db)
        }
        migrator.registerMigration("v5") { db in
            try db.execute(
                sql: """
                    -- The text as it was read, where text_id is one that people have corrected.
                    ALTER TABLE page ADD COLUMN read_text_id INTEGER;
                    -- Each run looks for them.
                    CREATE INDEX page_corrected ON page(id) WHERE read_text_id IS NOT NULL;
                    """)
            try TableChecksums.watch(db, ["page"])
        }
        return migrator
    }

    static let watchedTables = [
        "meta", "bundle", "document", "document_place", "document_tag", "page", "failure", "run", "placement",
        "passed_over", "folder_look", "word_form",
    ]

    static func createFullTextTables(_ db: Database, _ names: FullTextTables, tokenizer: String) throws {
        // `text` is the first column because positions in the first one take no mark of their column.
        try db.execute(
            sql: """
                CREATE VIRTUAL TABLE \(names.page) USING fts5(
                    text, title, author, tag, content='', columnsize=0, tokenize='\(tokenizer)');
                -- Which words are on which page, as they are written: places would double its size.
                CREATE VIRTUAL TABLE \(names.word) USING fts5(
                    text, content='', detail=none, columnsize=0, prefix='2 3',
                    tokenize='\(Stemmer.none.tokenizer)');
                CREATE VIRTUAL TABLE \(names.vocabulary) USING fts5vocab('\(names.word)', 'row');
                -- Few words of each page, so that no other search goes through them.
                CREATE VIRTUAL TABLE \(names.seam) USING fts5(
                    text, content='', columnsize=0, tokenize='\(tokenizer)');
                """)
    }

    private static let languages = """
        -- The language of most of the chosen text, a code of IdentifiedLanguage; null where it is not certain.
        ALTER TABLE page ADD COLUMN language TEXT;
        -- Whether its language is that of its pages, as neither its metadata nor a person names one.
        ALTER TABLE document ADD COLUMN language_is_identified INTEGER NOT NULL DEFAULT 0;
        """

    /// On a connection that reads an index before the next run migrates it, views show what it lacks as unknown.
    static func completeOlder(_ db: Database) throws {
        let version = try Int.fetchOne(db, sql: "PRAGMA main.user_version") ?? 0
        guard (1..<5).contains(version) else { return }
        let language = version == 1 ? "NULL AS language, " : ""
        try db.execute(
            sql: "CREATE TEMP VIEW IF NOT EXISTS page AS SELECT *, \(language)NULL AS read_text_id FROM main.page")
        guard version == 1 else { return }
        try db.execute(
            sql: """
                CREATE TEMP VIEW IF NOT EXISTS document AS
                    SELECT *, 0 AS language_is_identified FROM main.document;
                """)
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
            -- Of the file or folder by itself; 0 until it was read.
            own_inode INTEGER NOT NULL DEFAULT 0,
            content_hash TEXT,
            format TEXT,
            extractor TEXT NOT NULL,
            UNIQUE (root_id, directory, name)
        );
        -- A file that was moved is found again by these.
        CREATE INDEX bundle_file ON bundle(inode, byte_count, modified_ns);
        CREATE INDEX bundle_inode ON bundle(own_inode);
        CREATE INDEX bundle_content ON bundle(content_hash) WHERE content_hash IS NOT NULL;

        CREATE TABLE document (
            id INTEGER PRIMARY KEY,
            bundle_id INTEGER NOT NULL REFERENCES bundle(id) ON DELETE CASCADE,
            entry TEXT NOT NULL,
            path TEXT NOT NULL,
            -- That of the bundle when the document was read; one that is kept stays what it was.
            format TEXT,
            content_id INTEGER NOT NULL,
            content_hash TEXT NOT NULL,
            -- Of the document's own bytes; 0 without any.
            content_bytes INTEGER NOT NULL,
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
            -- What page_fts holds of the metadata; a contentless table must be told exactly what it forgets.
            indexed_head TEXT NOT NULL DEFAULT '',
            -- Pages whose text is only in the image and has not been recognised.
            pages_to_recognize INTEGER NOT NULL DEFAULT 0,
            -- Where its rows are in the full-text tables.
            first_row INTEGER,
            row_count INTEGER,
            -- When the index first had these bytes of the document, in seconds.
            indexed INTEGER,
            UNIQUE (bundle_id, entry)
        );
        CREATE INDEX document_path ON document(path);
        CREATE INDEX document_content ON document(content_hash);
        CREATE INDEX document_identifier ON document(identifier);
        CREATE INDEX document_date ON document(date);
        CREATE INDEX document_to_recognize ON document(pages_to_recognize) WHERE pages_to_recognize > 0;

        -- Where the rows of documents are for 1,024 of them a row, with their lengths (DocumentPlaces).
        CREATE TABLE document_place (block INTEGER PRIMARY KEY, lengths BLOB NOT NULL, rows BLOB NOT NULL);

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

        -- Which document each subject of user.sqlite is, and how it was known when a run last looked.
        CREATE TABLE placement (
            subject_id INTEGER PRIMARY KEY,
            -- Null for a subject that is none.
            document_id INTEGER,
            content_hash TEXT NOT NULL,
            root_path TEXT NOT NULL,
            path TEXT NOT NULL,
            identifier TEXT,
            -- The bytes that something was said of.
            first_hash TEXT NOT NULL,
            -- The numbers of other documents that had them, too, with blanks in between.
            copies TEXT NOT NULL DEFAULT ''
        );
        CREATE INDEX placement_document ON placement(document_id);
        CREATE TRIGGER placement_end AFTER DELETE ON document BEGIN
            UPDATE placement SET document_id = NULL WHERE document_id = OLD.id; END;

        -- Files of a bundle that nothing came of, and the names of the first in the bundle, as JSON.
        CREATE TABLE passed_over (
            bundle_id INTEGER PRIMARY KEY REFERENCES bundle(id) ON DELETE CASCADE,
            file_count INTEGER NOT NULL, names TEXT NOT NULL);
        -- The files of a folder that were looked into and are none of docsearch's, as one number (FolderLook).
        CREATE TABLE folder_look (
            root_id INTEGER NOT NULL, directory TEXT NOT NULL, fingerprint INTEGER NOT NULL,
            PRIMARY KEY (root_id, directory)) WITHOUT ROWID;
        """
}

/// The names of the full-text tables. Each has a row for every document's metadata and for every page.
struct FullTextTables: Sendable, Hashable {
    /// Stems and their positions.
    let page: String
    /// Words as they are written.
    let word: String
    let vocabulary: String
    /// The ends of pages with what follows overleaf (``PageSeam``), in the rows of the pages that end.
    let seam: String

    /// Those that hold words.
    var tables: [String] { [page, word, seam] }

    /// The tables that FTS5 keeps these in (SQLite, "FTS5 Data Structures").
    var shadows: [String] { tables.flatMap { name in ["data", "idx", "config"].map { "\(name)_\($0)" } } }

    /// Those that are searched.
    static let current = FullTextTables(
        page: "page_fts", word: "word_fts", vocabulary: "word_vocabulary", seam: "seam_fts")
    /// Those that take their place when they are complete.
    static let next = FullTextTables(
        page: "page_fts_next", word: "word_fts_next", vocabulary: "word_vocabulary_next", seam: "seam_fts_next")
}
