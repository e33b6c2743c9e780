"""The rows of an index as SQL for the sqlite3 program, and whether two indexes hold the same rows.

    rows-as-sql.py write INDEX PEER bundle|whole    SQL on standard output that makes PEER/index.sqlite, in which it
                                                    is run, and PEER/pages.sqlite
    rows-as-sql.py compare INDEX PEER               exit code 1 and a sentence when they differ
"""
import json
import shutil
import sqlite3
import sys
import tempfile
import zlib

# IndexedHead.separator
SEPARATOR = "\n\uf8ff\n"


def opened(folder):
    database = sqlite3.connect(f"file:{folder}/index.sqlite?mode=ro", uri=True)
    database.execute("ATTACH ? AS pages", (f"file:{folder}/pages.sqlite?mode=ro",))
    return database


def tables(database, schema):
    """Names and statements, without what the full-text tables make for themselves, and without the triggers that keep
    checksums: they call a function of docsearch's."""
    rows = database.execute(
        f"SELECT type, name, tbl_name, sql FROM {schema}.sqlite_master "
        "WHERE sql IS NOT NULL AND type <> 'trigger' ORDER BY rowid").fetchall()
    virtual = [name for _, name, _, sql in rows if sql.startswith("CREATE VIRTUAL") and "fts5vocab" not in sql]
    return [row for row in rows if row[1] in virtual or not row[2].startswith(tuple(f"{v}_" for v in virtual))
            if not row[2].startswith("sqlite_") and "fts5vocab" not in row[3]], virtual


def foreign(sql):
    """docsearch's tokenizer is unknown elsewhere; of the prepared texts, which are ASCII, unicode61 makes the same."""
    return sql.replace("archive remove_diacritics", "unicode61 remove_diacritics")


def plain_text(stored):
    """The form of TextCompression: the length in groups of seven bits, then a zlib stream."""
    start = next(number for number, byte in enumerate(stored) if byte < 0x80) + 1
    return zlib.decompress(stored[start:]).decode() if len(stored) > start else ""


def literal(value):
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return f"X'{value.hex()}'"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return repr(value)


def insert(table, rows):
    for row in rows:
        print(f"INSERT INTO {table} VALUES({','.join(map(literal, row))});")


def write(index, peer, way):
    database = opened(index)
    page_size = database.execute("PRAGMA page_size").fetchone()[0]
    # The log's form answers on standard output, which is thrown away. The settings are docsearch's.
    print(f"PRAGMA page_size={page_size};\nPRAGMA journal_mode=WAL;\nPRAGMA foreign_keys=ON;")
    print(f"ATTACH {literal(peer + '/pages.sqlite')} AS pages;")
    print(f"PRAGMA pages.page_size={page_size};\nPRAGMA pages.journal_mode=WAL;")
    print("PRAGMA synchronous=NORMAL;\nPRAGMA pages.synchronous=NORMAL;\nPRAGMA wal_autocheckpoint=4000;")
    by_bundle = {"bundle", "document", "document_tag", "page", "failure", "content", "page_text", "page_preference"}
    for schema in ["main", "pages"]:
        entries, virtual = tables(database, schema)
        for kind, name, _, sql in entries:
            words = sql.split(maxsplit=3 if kind == "table" and name in virtual else 2)
            if name in virtual:
                print(f"{foreign(sql)};")
            elif sql.upper().startswith("CREATE UNIQUE INDEX"):
                print(f"CREATE UNIQUE INDEX {schema}.{sql.split(maxsplit=3)[3]};")
            else:
                print(f"{words[0]} {words[1]} {schema}.{words[2]};")
        for name in [entry[1] for entry in entries if entry[0] == "table"]:
            if name not in by_bundle and name not in virtual:
                insert(f"{schema}.{name}", database.execute(f"SELECT * FROM {schema}.{name}"))
        for name in virtual:
            for key, value in database.execute(f"SELECT k, v FROM {name}_config WHERE k <> 'version'"):
                print(f"INSERT INTO {name}({name}, rank) VALUES({literal(key)}, {literal(value)});")
    if way == "whole":
        print("BEGIN IMMEDIATE;")
    for (bundle,) in database.execute("SELECT id FROM bundle ORDER BY id").fetchall():
        if way == "bundle":
            print("BEGIN IMMEDIATE;")
        write_bundle(database, bundle)
        if way == "bundle":
            print("COMMIT;")
    if way == "whole":
        print("COMMIT;")
    # docsearch too brings its logs into the files before it ends.
    print("PRAGMA main.wal_checkpoint(FULL);\nPRAGMA pages.wal_checkpoint(FULL);")


def write_bundle(database, bundle):
    insert("bundle", database.execute("SELECT * FROM bundle WHERE id = ?", (bundle,)))
    for document, content, head in database.execute(
            "SELECT id, content_id, indexed_head FROM document WHERE bundle_id = ? ORDER BY id", (bundle,)).fetchall():
        first, last = document << 20, (document + 1 << 20) - 1
        insert("pages.content", database.execute("SELECT * FROM pages.content WHERE id = ?", (content,)))
        insert("pages.page_text", database.execute(
            "SELECT * FROM pages.page_text WHERE content_id = ? ORDER BY id", (content,)))
        insert("document", database.execute("SELECT * FROM document WHERE id = ?", (document,)))
        insert("document_tag", database.execute("SELECT * FROM document_tag WHERE document_id = ?", (document,)))
        insert("page", database.execute("SELECT * FROM page WHERE id BETWEEN ? AND ?", (first, last)))
        texts = [(page, plain_text(text)) for page, text in database.execute(
            "SELECT page.id, text FROM page JOIN pages.page_text ON page_text.id = text_id "
            "WHERE page.id BETWEEN ? AND ? ORDER BY page.id", (first, last))]
        head = json.loads(head)
        fields = [head["title"], head["authors"], head["tags"]]
        place = database.execute("SELECT first_row FROM document WHERE id = ?", (document,)).fetchone()[0]
        # The form of FullTextWriter.Head.
        name = SEPARATOR + head["name"] if head.get("name") else ""
        summary = head["summary"] + "\n" + name
        insert("page_fts(rowid, text, title, author, tag)", [(place, summary, *fields)])
        insert("word_fts(rowid, text)", [(place, "\n".join([summary] + fields))])
        for table in ["page_fts", "word_fts"]:
            insert(f"{table}(rowid, text)", [(place + page - first, text) for page, text in texts if page > first])
    insert("failure", database.execute("SELECT * FROM failure WHERE bundle_id = ?", (bundle,)))


def rows(folder):
    """What must agree: the numbers of rows, the size of the texts, and of the lists of words and places."""
    copy = tempfile.mkdtemp()
    for name in ["index.sqlite", "pages.sqlite"]:
        shutil.copy(f"{folder}/{name}", copy)
    schema = sqlite3.connect(f"{copy}/index.sqlite")
    schema.execute("PRAGMA writable_schema = ON")
    schema.execute("UPDATE sqlite_master SET sql = replace(sql, 'archive remove_', 'unicode61 remove_')")
    schema.commit()
    schema.close()
    database = opened(copy)
    result = {}
    for schema in ["main", "pages"]:
        entries, virtual = tables(database, schema)
        for name in [entry[1] for entry in entries if entry[0] == "table"]:
            if name in virtual:
                database.execute(f"CREATE VIRTUAL TABLE temp.words_{name} USING fts5vocab(main, {name}, 'row')")
                result[name] = database.execute(
                    f"SELECT count(*), sum(doc), sum(cnt) FROM temp.words_{name}").fetchone()
            else:
                result[name] = database.execute(f"SELECT count(*) FROM {schema}.{name}").fetchone()
    # Numbers of contents and documents follow the order in which workers finish, and differ from run to run.
    result["texts"] = database.execute("SELECT sum(length(text)), sum(page) FROM pages.page_text").fetchone()
    database.close()
    shutil.rmtree(copy)
    return result


def compare(index, peer):
    ours, theirs = rows(index), rows(peer)
    differences = [f"{name}: {ours.get(name)}, {theirs.get(name)}" for name in sorted(ours.keys() | theirs.keys())
                   if ours.get(name) != theirs.get(name)]
    if differences:
        sys.exit("\n".join(differences))


{"write": write, "compare": compare}[sys.argv[1]](*sys.argv[2:])
