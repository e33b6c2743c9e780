"""Made up HTTP connections, the same for the same number."""
import json

METHODS = ["GET"] * 12 + ["HEAD"] * 3 + ["POST"] * 4 + ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "BREW", "get"]
ODD_METHODS = ["", "G ET", "GET\0", "G@T", "\u00e9", "GET" * 500, "CONNECT", "PRI"]
VERSIONS = ["HTTP/1.1"] * 20
ODD_VERSIONS = ["HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/9.9", "http/1.1", "HTTP/1.", "", "HTTP/1.1 x", "SIP/2.0"]
WORDS = ["water board", "sluice", "tramway", "\"water board\"", "wat*", "tag:open", "-tag:open", "date:1931", "NEAR/3",
         "(", ")", "a OR b", "title:\"", "@saved", "~bord", "id:1", "path:x", "water NOT board", "\u0000", "\ufffe", "\U0001f600",
         "' OR 1=1 --", "<script>", "..", "%", "&", "=", "é", "e\u0301", "ﬀ", "日本", "pages:1..", "author:smith", "*", "\"\"", "has:notes",
         "a" * 1900, " ".join(["or"] * 300), "((((((((((", "NEAR(a b, 3)", "date:..", "date:9999999999..1", "-", "+", "AND", "lang:"]


class Case:
    """What one connection sends, in pieces."""

    def __init__(self, chance, served):
        self.chance = chance
        self.documents = documents(served)
        self.is_clean = chance.random() < 0.5
        self.breaks_off = not self.is_clean and chance.random() < 0.1
        self.pause = 0.005 if chance.random() < 0.05 else 0
        self.finishes = True
        self.methods, self.pieces = [], []
        count = chance.choice([1, 1, 1, 1, 2, 3, 6])
        data = b""
        for number in range(count):
            data += self.request(is_last=number == count - 1)
        if not self.is_clean:
            data = self.spoilt(data)
        self.divide(data)

    def divide(self, data):
        if self.chance.random() < 0.7:
            self.pieces = [data]
            return
        ends = sorted(self.chance.randrange(len(data) + 1) for _ in range(self.chance.randrange(1, 8)))
        self.pieces = [data[start:end] for start, end in zip([0] + ends, ends + [len(data)]) if end > start]

    def spoilt(self, data):
        """A few bytes otherwise, twice, or away."""
        for _ in range(self.chance.choice([0, 0, 1, 1, 3, 10])):
            place = self.chance.randrange(len(data) + 1)
            how = self.chance.randrange(5)
            if how == 0:
                data = data[:place] + bytes([self.chance.randrange(256)]) + data[place + 1:]
            elif how == 1:
                data = data[:place] + data[place + self.chance.randrange(1, 30):]
            elif how == 2:
                data = data[:place] + self.chance.choice([b"\r\n", b"\n", b"\0", b"\r", b" ", b"\r\n\r\n", b"%", b"\xff" * 9]) + data[place:]
            elif how == 3:
                data = data[:place] + data[max(0, place - 20):place] + data[place:]
            else:
                data = data[:place]
        return data or b"\r\n"

    # A request

    def request(self, is_last):
        chance = self.chance
        method = chance.choice(METHODS)
        target = self.target()
        headers = [("Host", f"127.0.0.1:{chance.choice([80, 8080])}")] + self.headers()
        body, framing = self.body(method)
        version = chance.choice(VERSIONS)
        if not self.is_clean:
            if chance.random() < 0.1:
                method = chance.choice(ODD_METHODS)
            if chance.random() < 0.1:
                version = chance.choice(ODD_VERSIONS)
            if chance.random() < 0.2:
                headers = self.odd_headers(headers)
            if chance.random() < 0.05:
                headers = headers[1:]
            if chance.random() < 0.1:
                framing = [(chance.choice(["Content-Length", "Transfer-Encoding"]), chance.choice(
                    ["-1", "0", "x", "99999999999999999999", "1, 2", "chunked, chunked", "gzip, chunked", "chunked", "identity", "5"]))]
            if chance.random() < 0.03:
                target = chance.choice(["*", "", "//", "http://", "http://evil/", "ftp://x/", "\\", "/\\evil", "/%", "/%zz", "#", "?", "/" + "a" * 20_000])
        headers += framing
        if is_last:
            headers.append(("Connection", "close"))
        else:
            headers.append(("Connection", "keep-alive"))
        self.methods.append(method)
        if not self.is_clean:
            chance.shuffle(headers)
        lines = [f"{method} {target} {version}"] + [f"{name}: {value}" for name, value in headers]
        return "\r\n".join(lines).encode("utf-8", "surrogateescape") + b"\r\n\r\n" + body

    def coded(self, text):
        """Percent-coding in its many ways."""
        chance, how = self.chance, self.chance.randrange(4)
        if how == 0:
            return "".join(f"%{byte:02x}" for byte in text.encode())
        plain = "".join(chr(byte) if byte < 128 and (chr(byte).isalnum() or chr(byte) in "-._~") else f"%{byte:02X}" for byte in text.encode())
        if how == 1:
            plain = plain.replace("%20", "+")
        if how == 2 and plain:
            plain = plain[:chance.randrange(len(plain))] + chance.choice(["%FF", "%C0%AF", "%00", "%ED%A0%80", "%", "%4", "%GG", "%25"])
        return plain

    def number(self):
        chance = self.chance
        return chance.choice(["0", "1", "2", "-1", "+1", "1e9", "0x1", "٣", "9" * 30, "", " 1", "1.5", "NaN",
                              str(chance.randrange(1000)), str(2**63), str(2**53), "true"])

    def target(self):
        chance = self.chance
        document = chance.choice(self.documents + ["0", "x", "-1", str(2**63), "1%2F2", "%31"])
        page = chance.choice(["1", "1", "1", "2", "3", "0", "-1", "99999", str(2**53), "x", "1%00", "%EF%BC%91"])
        paths = [
            "/", "/", "/api/v1/search", "/api/v1/search", "/api/v1/search.csv", "/api/v1/search.jsonl", "/api/v1/suggest",
            "/api/v1/tags", "/api/v1/batch", "/batch", "/night", "/metrics", "/healthz", "/opensearch.xml", "/openapi.json",
            "/robots.txt", "/favicon.ico", "/sign-in", "/sign-out", "/assets/site.css", "/assets/" + self.coded("../x"),
            f"/documents/{document}", f"/documents/{document}/go", f"/documents/{document}/tags", f"/documents/{document}/notes",
            f"/documents/{document}/pages/{page}", f"/documents/{document}/pages/{page}.txt", f"/documents/{document}/pages/{page}.hocr",
            f"/documents/{document}/pages/{page}.alto.xml", f"/documents/{document}/pages/{page}.jpg",
            f"/documents/{document}/pages/{page}/crop.jpg", f"/documents/{document}/pages/{page}/highlights",
            f"/files/{document}.pdf", f"/files/{document}.pdf", f"/id/{self.coded(chance.choice(WORDS))}",
            f"/api/v1/documents/{document}", f"/api/v1/documents/{document}/pages/{page}",
            "/iiif/presentation/3/collection", f"/iiif/presentation/3/collection/{page}",
            f"/iiif/presentation/3/{document}/manifest", f"/iiif/presentation/3/{document}/lines/{page}",
            f"/iiif/presentation/3/{document}/said/{page}", f"/iiif/search/{chance.choice('0123')}/{document}",
            f"/iiif/autocomplete/{chance.choice('12')}/{document}", f"/iiif/image/3/{document}-{page}/info.json",
            *[f"/iiif/image/3/{document}-{page}/{self.image()}"] * 5, f"/iiif/image/3/{document}-{page}",
            "/" + self.coded(chance.choice(WORDS)), "//", "/./../", "/api//v1/search",
        ]
        path = chance.choice(paths)
        names = ["q", "q", "q", "f", "filter", "limit", "offset", "pages", "context", "sort", "match", "facets", "all",
                 "hidden", "literal", "boxes", "prefix", "width", "zoom", "doubts", "from", "copies", "page", "to", "v",
                 "add", "motivation", self.coded("é")]
        items = [f"{chance.choice(names)}={self.value()}" for _ in range(chance.choice([0, 1, 1, 2, 4]))]
        query = ("?" + chance.choice(["&", "&", "&&", ";"]).join(items)) if items else ""
        return (path + query)[:12_000]

    def value(self):
        chance = self.chance
        how = chance.randrange(10)
        if how < 6:
            return self.coded(" ".join(chance.choice(WORDS) for _ in range(chance.choice([1, 1, 2, 5]))))
        if how < 9:
            return chance.choice([self.coded(self.number()), "relevance", "date", "any", "all", "1", "0", "true", "maybe"])
        return self.coded("".join(chr(chance.choice([chance.randrange(32, 127), chance.randrange(0xA0, 0x3000)])) for _ in range(30)))

    def image(self):
        chance = self.chance

        def some(most):
            return chance.choice([str(chance.randrange(most)), "0", "1", "-1", "1.5", "99999999", "", "x", "1e3"])
        region = chance.choice(["full", "square", f"{some(3000)},{some(3000)},{some(800)},{some(800)}",
                                f"pct:{some(100)},{some(100)},{some(100)},{some(100)}", "pct:", ",,,", "full,", self.coded("ﬀ")])
        size = chance.choice(["max", "^max", f"{some(600)},", f",{some(600)}", f"{some(600)},{some(600)}", f"!{some(600)},{some(600)}",
                              f"^{some(3000)},", f"pct:{some(60)}", "^pct:200", "full", "!max", ","])
        rotation = chance.choice(["0", "0", "90", "180", "270", "360", "!0", "!90", "22.5", "-90", "x", "", "1e2", "361"])
        quality = chance.choice(["default.jpg", "default.png", "gray.jpg", "bitonal.png", "color.jpg", "default.webp", "default", ".jpg", "x.y.z"])
        return f"{region}/{size}/{rotation}/{quality}"

    def headers(self):
        chance, found = self.chance, []
        choices = {
            "Accept": ["text/html", "*/*", "application/json", "", "text/html;q=0", "a" * 5000],
            "Range": ["bytes=0-9", "bytes=-1", "bytes=-0", "bytes=5-1", "bytes=0-", "bytes=99999999999-", "bytes=0-1,3-4",
                      "lines=1-2", "bytes=x", "bytes=" + "9" * 40 + "-", "bytes=0-" + "9" * 40, "bytes = 0 - 1", ""],
            "If-None-Match": ["*", "\"x\"", "W/\"x\"", "\"" + "a" * 1000, ",,,"],
            "If-Range": ["\"x\"", "Wed, 21 Oct 2015 07:28:00 GMT", ""],
            "If-Modified-Since": ["Wed, 21 Oct 2015 07:28:00 GMT", "yesterday"],
            "Cookie": ["docsearch=x", "docsearch=" + "a" * 4000, "a=b; docsearch=; =;;", "docsearch=\xff", ","],
            "Authorization": ["Bearer x", "Basic eDp5", "Bearer", "bearer  ", "x" * 3000],
            "Origin": ["null", "http://127.0.0.1:8080", "http://evil.example", "x"],
            "Sec-Fetch-Site": ["cross-site", "same-origin", "none", "x"],
            "X-Forwarded-For": ["1.2.3.4", "::1", "x, y", ""], "Accept-Encoding": ["gzip, br", "identity;q=0"],
            "Content-Type": ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x", "application/json", ""],
            "User-Agent": ["\xe9", "x" * 2000], "Upgrade": ["h2c", "websocket"], "Via": ["1.1 x"], "TE": ["trailers"],
        }
        for name in chance.sample(sorted(choices), chance.choice([0, 1, 2, 4, 8])):
            found.append((name, chance.choice(choices[name])))
        return found

    def odd_headers(self, headers):
        chance = self.chance
        odd = [("X" * 40_000, "a"), ("X", "a" * 70_000), ("X Y", "a"), ("", "a"), ("Host", "evil.example"), ("Host", ""), ("X", "a\r\n b"),
               ("X\0", "a"), ("Expect", "100-continue"), ("Expect", "x"), ("Connection", "upgrade"), ("Content-Length", "3"), ("é", "é")]
        return headers + [chance.choice(odd)] * chance.choice([1, 1, 2, 300])

    def body(self, method):
        chance = self.chance
        if method in ("GET", "HEAD", "TRACE") and (self.is_clean or chance.random() < 0.9):
            return b"", []
        fields = ["terms", "as", "add", "remove", "text", "page", "quote", "start", "comment", "label", "token", "to"]
        content = chance.choice([
            "&".join(f"{chance.choice(fields)}={self.value()}" for _ in range(chance.randrange(8))).encode(),
            "\n".join(chance.choice(WORDS) for _ in range(chance.randrange(30))).encode("utf-8", "replace"),
            bytes(chance.randrange(256) for _ in range(chance.randrange(200))), b"", b"a" * chance.choice([10, 100_000, 1_100_000]),
            json.dumps({"a": [1] * 10}).encode()])
        if chance.random() < 0.6:
            return content, [("Content-Length", str(len(content)))]
        data, place = b"", 0
        while place < len(content):
            size = chance.choice([1, 7, 4096, 200_000])
            part = content[place:place + size]
            data += f"{len(part):x}".encode() + chance.choice([b"", b"", b";x=y"]) + b"\r\n" + part + b"\r\n"
            place += size
        return data + b"0\r\n" + chance.choice([b"", b"", b"X-Trailer: a\r\n"]) + b"\r\n", [("Transfer-Encoding", "chunked")]


_documents = {}


def documents(served):
    """Numbers of documents of a server; asked once."""
    if served.port not in _documents:
        _, _, body = served.get("/api/v1/search?q=pages%3A1..&limit=200&all=true")
        _documents[served.port] = [str(hit["id"]) for hit in json.loads(body)["hits"]]
    return _documents[served.port]
