"""The programs that search-peers.py measures: how each is given the texts, and how it is asked."""
import importlib.util
import itertools
import json
import re
import shutil
import sqlite3
import subprocess
import time

PART = re.compile(r'(-?)(?:(\w+):)?(?:"([^"]*)"|(\S+))')
FIELDS = {"title", "author", "tag", "date", "on", "before", "after", "path", "lang", "format", "pages", "origin"}


class Parsed:
    """A query of docsearch, as far as its peers have the like: words, phrases, beginnings of words."""

    def __init__(self, text):
        self.text, self.parts, self.left_out = text, [], []
        for match in PART.finditer(text):
            minus, field, phrase, word = match.groups()
            if minus or (field or "").lower() in FIELDS or re.fullmatch(r"[\d-]*\d\.\.[\d-]*|\.\.\d[\d-]*", word or ""):
                self.left_out.append(match[0])
            elif phrase is not None:
                self.add("phrase", phrase)
            elif match[0].endswith("*"):
                self.add("prefix", match[0])
            else:
                self.add("word", match[0])

    def add(self, kind, text):
        # Punctuation parts words for all of them, and means something else to each of them.
        words = re.findall(r"[^\W_]+", text)
        if words and (kind == "phrase" or len(words) == 1):
            self.parts.append((kind, " ".join(words)))
        elif words:
            self.parts.append(("phrase", " ".join(words)))


def documents(pages):
    """Name, title and text of each document."""
    with open(pages, encoding="utf-8") as lines:
        for name, rows in itertools.groupby(map(json.loads, lines), lambda row: row["document"]):
            rows = list(rows)
            yield name, rows[0].get("title") or "", "\n\n".join(row["text"] for row in rows)


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True).stdout


class Peer:
    """`series` are the ways of asking: from a ``Parsed`` to the number of hits and, where the program tells it, the
    seconds it took."""

    programs, modules = [], []

    def __init__(self, folder):
        self.folder, self.name, self.built = folder, folder.name, None

    def missing(self):
        """What is not installed, in words."""
        absent = [name for name in self.programs if not shutil.which(name)]
        absent += [name for name in self.modules if not importlib.util.find_spec(name)]
        return f"{', '.join(absent)} not found" if absent else None

    def prepare(self, pages):
        """The record is written last, so that what was interrupted is not taken for an index."""
        record = self.folder / "built.json"
        if not record.exists():
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir(parents=True)
            start = time.perf_counter()
            self.build(pages)
            seconds = time.perf_counter() - start
            size = sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())
            record.write_text(json.dumps({"seconds": round(seconds, 1), "bytes": size}))
        self.built = json.loads(record.read_text())
        self.open()
        self.description += f"; built in {self.built['seconds']} s, {self.built['bytes'] / 1e6:.1f} MB"


class Seed(Peer):
    description = "FTS5, porter unicode61, a row a document, bm25 with weights 0, 100, 1, 1, snippets of 50 words"
    version = f"SQLite {sqlite3.sqlite_version}"
    SQL = """SELECT document_id, title, snippet(documents_fts, 2, '<mark>', '</mark>', '...', 50),
                    bm25(documents_fts, 0, 100, 1, 1) AS rank
             FROM documents_fts WHERE documents_fts MATCH ? ORDER BY rank LIMIT 10"""

    def build(self, pages):
        database = sqlite3.connect(self.folder / "seed.sqlite")
        database.execute("CREATE VIRTUAL TABLE documents_fts USING fts5("
                         "document_id UNINDEXED, title, full_text, tags, tokenize='porter unicode61')")
        database.executemany("INSERT INTO documents_fts VALUES(?, ?, ?, '')", documents(pages))
        database.commit()
        database.close()

    def open(self):
        self.database = sqlite3.connect(f"{(self.folder / 'seed.sqlite').resolve().as_uri()}?mode=ro", uri=True)
        self.series = {self.name: self.ask}

    def ask(self, query):
        match = " ".join(f'"{text}"' + ("*" if kind == "prefix" else "") for kind, text in query.parts)
        return len(self.database.execute(self.SQL, (match,)).fetchall()), None


class Tantivy(Peer):
    modules = ["tantivy"]
    description = "title and body stored, en_stem, AND"

    def build(self, pages):
        import tantivy
        schema = tantivy.SchemaBuilder().add_text_field("title", stored=True, tokenizer_name="en_stem") \
            .add_text_field("body", stored=True, tokenizer_name="en_stem").build()
        (self.folder / "index").mkdir()
        index = tantivy.Index(schema, path=str(self.folder / "index"))
        writer = index.writer(256_000_000, 1)
        for _, title, text in documents(pages):
            writer.add_document(tantivy.Document(title=title, body=text))
        writer.commit()
        writer.wait_merging_threads()

    def open(self):
        import tantivy
        self.tantivy, self.version = tantivy, tantivy.__version__
        self.index = tantivy.Index.open(str(self.folder / "index"))
        self.searcher = self.index.searcher()
        self.series = {self.name: lambda query: self.ask(query, False),
                       f"{self.name} with snippets": lambda query: self.ask(query, True)}

    def ask(self, query, with_snippets):
        tantivy, schema = self.tantivy, self.index.schema
        parts = []
        if plain := " ".join(f'"{text}"' for kind, text in query.parts if kind != "prefix"):
            parts.append(self.index.parse_query(plain, ["title", "body"], conjunction_by_default=True))
        # Its own prefix queries want a word before the beginning. The pattern is matched with stems.
        parts += [tantivy.Query.boolean_query([
            (tantivy.Occur.Should, tantivy.Query.regex_query(schema, field, f"{text.lower()}.*"))
            for field in ["title", "body"]]) for kind, text in query.parts if kind == "prefix"]
        asked = tantivy.Query.boolean_query([(tantivy.Occur.Must, part) for part in parts])
        hits = self.searcher.search(asked, 10, count=False).hits
        snippets = tantivy.SnippetGenerator.create(self.searcher, asked, schema, "body") if with_snippets else None
        for _, address in hits:
            document = self.searcher.doc(address)
            if with_snippets:
                snippets.snippet_from_doc(document).to_html()
        return len(hits), None


class Recoll(Peer):
    programs = ["recollindex", "recollq"]
    description = "a process a query, text files, English stems, three snippets a document"

    def build(self, pages):
        configuration, texts = self.folder / "configuration", self.folder / "texts"
        configuration.mkdir()
        # Else texts of more than 1 MB become several documents, and those of more than 20 MB none.
        (configuration / "recoll.conf").write_text(
            f"topdirs = {texts.resolve()}\nindexstemminglanguages = english\nloglevel = 1\n"
            "textfilepagekbs = -1\ntextfilemaxmbs = -1\n")
        for number, (_, title, text) in enumerate(documents(pages)):
            path = texts / f"{number // 1000:04}" / f"{number:07}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{title}\n\n{text}\n", encoding="utf-8")
        output("recollindex", "-c", str(configuration))

    def open(self):
        self.version = output("recollq", "-v").strip()
        self.series = {self.name: self.ask}

    def ask(self, query):
        asked = " ".join({"word": text.lower(), "phrase": f'"{text}"', "prefix": f"{text.lower()}*"}[kind]
                         for kind, text in query.parts)
        lines = output("recollq", "-c", str(self.folder / "configuration"), "-n", "10", "-A", "-p", "3",
                       asked).splitlines()
        return sum("[file://" in line for line in lines), None


class Quest(Peer):
    programs, modules = ["quest"], ["xapian"]
    description = "a process a query, English stems, AND, no snippets"

    def build(self, pages):
        import xapian
        database = xapian.WritableDatabase(str(self.folder / "database"), xapian.DB_CREATE)
        generator = xapian.TermGenerator()
        generator.set_stemmer(xapian.Stem("en"))
        for number, (_, title, text) in enumerate(documents(pages)):
            document = xapian.Document()
            document.set_data(title)
            generator.set_document(document)
            generator.index_text(title)
            generator.increase_termpos()
            generator.index_text(text)
            database.add_document(document)
            if number % 1000 == 999:
                database.commit()  # else thousands of long texts are kept in memory
        database.commit()
        database.close()

    def open(self):
        self.version = output("quest", "--version").splitlines()[0]
        self.series = {self.name: self.ask}

    def ask(self, query):
        asked = " ".join({"word": text.lower(), "phrase": f'"{text}"', "prefix": f"{text.lower()}*"}[kind]
                         for kind, text in query.parts)
        lines = output("quest", "-d", str(self.folder / "database"), "-m", "10", "-s", "en", "-o", "and",
                       "-f", "default,wildcard", asked).splitlines()
        return sum(bool(re.match(r"\d+: \[", line)) for line in lines), None


class Docsearch:
    """The whole query with its filters, as it stands."""

    name, built = "docsearch", None
    description = "a process a query, with snippets of three pages"

    def __init__(self, program, index):
        self.command = [str(program), "--index", str(index), "find", "--json", "--limit", "10", "--"]
        self.version = output(str(program), "--version").strip()
        self.series = {self.name: self.ask}

    def ask(self, query):
        # Exit code 1: nothing was found.
        done = subprocess.run([*self.command, query.text], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        if done.returncode > 1:
            raise SystemExit(f"docsearch find ended with {done.returncode}: {query.text}")
        answer = json.loads(done.stdout)
        return len(answer["hits"]), answer["elapsed_ms"] / 1000


PEERS = {"seed": Seed, "tantivy": Tantivy, "recollq": Recoll, "quest": Quest}
