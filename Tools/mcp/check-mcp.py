#!/usr/bin/env python3
"""Asks "docsearch mcp" and the server's /mcp with PyPI's client, and holds every answer against the schemas of the protocol.

    check-mcp.py PROGRAM SCHEMAS

SCHEMAS is a folder with the schemas of modelcontextprotocol.io, each named after its revision: 2026-07-28.schema.json.
Needs mcp 2.3 and jsonschema of PyPI. Indexes the samples into a temporary folder. Exits with 1 when something is wrong.
"""

import asyncio
import base64
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
import warnings

import httpx2
import jsonschema
import mcp
import mcp.client.session
from mcp.client.streamable_http import streamable_http_client

STATELESS = "2026-07-28"
META = "io.modelcontextprotocol/"
failures = []


def check(is_right, what):
    if not is_right:
        failures.append(what)
        print("wrong:", what)


class Schemas:
    def __init__(self, folder):
        self.documents = {}
        for name in sorted(os.listdir(folder)):
            if name.endswith(".schema.json"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    self.documents[name.removesuffix(".schema.json")] = json.load(file)

    def check(self, revision, definition, value, what):
        document = self.documents[revision]
        key = "$defs" if "$defs" in document else "definitions"
        if definition not in document[key]:
            return check(False, f"{revision}: the schema has no {definition}")
        schema = {key: document[key], "$ref": f"#/{key}/{definition}"}
        for error in jsonschema.Draft202012Validator(schema).iter_errors(value):
            check(False, f"{revision} {what}: {definition}: {error.message[:300]}")


class Pipe:
    """The protocol without a library: one message a line."""

    def __init__(self, program, schemas, revision):
        self.schemas, self.revision, self.numbers = schemas, revision, itertools.count(1)
        self.process = subprocess.Popen([program, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, message):
        text = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(text + b"\n")
        self.process.stdin.flush()

    def read(self):
        return json.loads(self.process.stdout.readline())

    def ask(self, method, params=None, gives=None):
        """The result, or the error. `gives` is the definition of the result."""
        params = dict(params or {})
        if self.revision == STATELESS:
            info = {"name": "check", "version": "1"}
            params["_meta"] = {
                META + "protocolVersion": STATELESS, META + "clientCapabilities": {}, META + "clientInfo": info}
        number = next(self.numbers)
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        answer = self.read()
        check(answer.get("id") == number, f"{self.revision} {method}: answers {answer.get('id')}, not {number}")
        if "error" in answer:
            check(gives is None, f"{self.revision} {method}: {answer['error']}")
            self.check_error(answer, method)
            return answer["error"]
        check(gives is not None, f"{self.revision} {method}: is answered, and should not be")
        response = "JSONRPCResponse" if self.revision == "2025-06-18" else "JSONRPCResultResponse"
        self.schemas.check(self.revision, response, answer, method)
        if gives:
            self.schemas.check(self.revision, gives, answer["result"], method)
        return answer["result"]

    def check_error(self, answer, what):
        response = "JSONRPCError" if self.revision == "2025-06-18" else "JSONRPCErrorResponse"
        # The oldest schema demands an id of an error, and has no form for one of a message without.
        if "id" in answer or self.revision != "2025-06-18":
            self.schemas.check(self.revision, response, answer, what)

    def end(self):
        rest = self.process.communicate()[0]
        check(rest == b"", f"{self.revision}: something came after the last answer")
        check(self.process.returncode == 0, f"{self.revision}: the exit code is {self.process.returncode}")


def check_pipe(program, schemas, revision):
    pipe = Pipe(program, schemas, revision)
    if revision == STATELESS:
        found = pipe.ask("server/discover", gives="DiscoverResult")
        check(STATELESS in found["supportedVersions"], "server/discover")
        check(pipe.ask("ping")["code"] == -32601, "ping of a revision without it")
        pipe.send({"jsonrpc": "2.0", "id": "v", "method": "tools/list",
                   "params": {"_meta": {META + "protocolVersion": "1900-01-01", META + "clientCapabilities": {}}}})
        schemas.check(revision, "UnsupportedProtocolVersionError", pipe.read(), "a version of long ago")
    else:
        info = {"protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "check", "version": "1"}}
        found = pipe.ask("initialize", info, gives="InitializeResult")
        check(found["protocolVersion"] == revision, f"{revision}: agreed on {found['protocolVersion']}")
        pipe.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        pipe.ask("ping", gives="EmptyResult")
        check(pipe.ask("server/discover")["code"] == -32601, "server/discover of an older revision")
    tools = {tool["name"]: tool for tool in pipe.ask("tools/list", gives="ListToolsResult")["tools"]}
    for tool in tools.values():
        for schema in (tool["inputSchema"], tool["outputSchema"]):
            jsonschema.Draft202012Validator.check_schema(schema)
    pipe.ask("resources/list", gives="ListResourcesResult")
    pipe.ask("resources/templates/list", gives="ListResourceTemplatesResult")

    def call(name, **arguments):
        result = pipe.ask("tools/call", {"name": name, "arguments": arguments}, gives="CallToolResult")
        if result.get("isError"):
            return result
        for error in jsonschema.Draft202012Validator(tools[name]["outputSchema"]).iter_errors(
                result["structuredContent"]):
            check(False, f"{revision} {name} {arguments}: {error.message[:300]}")
        check(json.loads(result["content"][0]["text"]) == result["structuredContent"], f"{name}: text and structure")
        return result["structuredContent"]

    hits = call("search", query="council OR water OR letter", limit=50)["hits"]
    check(len(hits) > 3, "hits")
    for hit in hits:
        part = call("fetch", id=hit["id"], max_characters=1000)
        while part["next"]:
            part = call("fetch", id=hit["id"], max_characters=100_000, **part["next"])
        uri = f"docsearch://documents/{hit['id']}"
        for read in (uri, uri + "/pages/1"):
            pipe.ask("resources/read", {"uri": read}, gives="ReadResourceResult")
        pipe.ask("tools/call", {"name": "page_image", "arguments": {"id": hit["id"], "page": 1, "width": 200}},
                 gives="CallToolResult")
    for query in ("", "  ", "\"", "(((", "~" * 500, "@none", "1931..", "\u202e\u0000x", "a " * 900):
        call("search", query=query)
    for name in tools:
        for bad in ({}, {"id": -1}, {"query": 7}, {"nothing": 1}, {"id": "x" * 5000}, {"id": [], "page": {}}):
            check(call(name, **bad).get("isError"), f"{name} {bad} is no error")
    for method, params in (
            ("tools/call", {"name": "none"}), ("tools/call", {"name": 3}), ("tools/call", {}),
            ("tools/call", {"name": "search", "arguments": []}), ("tools/list", {"cursor": "x"}),
            ("resources/read", {}), ("resources/read", {"uri": "docsearch://documents/999999"}),
            ("resources/read", {"uri": "file:///etc/passwd"}), ("none", {}), ("prompts/list", {})):
        pipe.ask(method, params)
    rubbish = [b"{", b"[]", b"7", b"null", b"\xff\xfe", b"{}", b'{"jsonrpc":"2.0"}', b'{"jsonrpc":"1.0","id":1,"method":"ping"}',
               b'{"jsonrpc":"2.0","id":null,"method":"ping"}', b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
               b'{"jsonrpc":"2.0","id":1,"method":7}', b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}',
               b"[" * 100_000, b'{"a":1,"a":2}', b"x" * 3_000_000, b'{"jsonrpc":"2.0","id":1e999,"method":"ping"}']
    for text in rubbish:
        pipe.send(text)
        answer = pipe.read()
        check("error" in answer, f"{text[:60]}: {answer}")
        pipe.check_error(answer, str(text[:60]))
    check(call("search", query="council")["total"] > 0, "a search after rubbish")
    pipe.end()


async def use(client, expected, what):
    async with client:
        check(client.protocol_version == expected, f"{what}: {client.protocol_version}, not {expected}")
        tools = [tool.name for tool in (await client.list_tools()).tools]
        check(tools[:3] == ["search", "fetch", "page_image"], f"{what}: {tools}")
        found = await client.call_tool("search", {"query": "council"})
        check(not found.is_error and found.structured_content["hits"], f"{what}: search")
        number = found.structured_content["hits"][0]["id"]
        text = await client.call_tool("fetch", {"id": number})
        check(not text.is_error and text.structured_content["pages"], f"{what}: fetch")
        image = await client.call_tool("page_image", {"id": number, "page": 1})
        check(base64.b64decode(image.content[1].data)[:2] == b"\xff\xd8", f"{what}: page_image")
        check(len((await client.list_resource_templates()).resource_templates) == 2, f"{what}: templates")
        await client.list_resources()
        read = await client.read_resource(f"docsearch://documents/{number}/pages/1")
        check(json.loads(read.contents[0].text)["pages"], f"{what}: read")
        bad = await client.call_tool("fetch", {"id": 0})
        check(bad.is_error, f"{what}: a document that is not there")
        try:
            await client.call_tool("none", {})
            check(False, f"{what}: an unknown tool")
        except mcp.MCPError as error:
            check(error.error.code == -32602, f"{what}: an unknown tool")


async def check_clients(program, address, token):
    pipe = mcp.StdioServerParameters(command=program, args=["mcp"], env=dict(os.environ))
    for revision in ("2025-06-18", "2025-11-25", STATELESS):
        modes = ["auto", STATELESS] if revision == STATELESS else ["legacy"]
        # The client asks for the newest revision with a handshake that it knows.
        mcp.client.session.LATEST_HANDSHAKE_VERSION = revision if revision != STATELESS else "2025-11-25"
        for mode in modes:
            await use(mcp.Client(pipe, mode=mode), revision, f"pipe, {mode}, {revision}")
            headers = {"authorization": f"Bearer {token}"}
            async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
                transport = streamable_http_client(address, http_client=http)
                await use(mcp.Client(transport, mode=mode), revision, f"server, {mode}, {revision}")


def check_server(address, token):
    def status(method="POST", body=None, **headers):
        names = {"content-type": "application/json", "authorization": f"Bearer {token}"}
        names.update({name.replace("_", "-"): value for name, value in headers.items()})
        data = json.dumps(body or {"jsonrpc": "2.0", "id": 1, "method": "ping"}).encode()
        request = urllib.request.Request(address, data if method == "POST" else None, names, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code

    meta = {META + "protocolVersion": STATELESS, META + "clientCapabilities": {}}
    listing = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}}
    unknown = {**listing, "method": "none"}
    version = {"mcp_protocol_version": STATELESS}
    wanted = [
        (200, {}), (403, {"origin": "https://elsewhere.example"}), (403, {"origin": "null"}),
        (401, {"authorization": "Bearer wrong"}), (405, {"method": "GET"}), (405, {"method": "DELETE"}),
        (202, {"body": {"jsonrpc": "2.0", "method": "notifications/initialized"}}),
        (400, {"body": {"jsonrpc": "2.0"}}), (400, {"mcp_protocol_version": "1900-01-01"}),
        (200, {"body": listing, "mcp_method": "tools/list", **version}), (400, {"body": listing}),
        (400, {"body": listing, **version}), (400, {"body": listing, "mcp_method": "ping", **version}),
        (404, {"body": unknown, "mcp_method": "none", **version}),
    ]
    for code, request in wanted:
        found = status(**request)
        check(found == code, f"{request}: {found}, not {code}")


def main():
    program, schemas = os.path.abspath(sys.argv[1]), Schemas(sys.argv[2])
    warnings.simplefilter("ignore")
    folder = tempfile.mkdtemp()
    for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        os.environ[name] = folder
    os.environ["DOCSEARCH_INDEX"] = folder + "/index"
    try:
        # Two of the samples cannot be read, on purpose.
        subprocess.run([program, "index", "--quiet", "--ocr", "never", "Samples/archive"], stderr=subprocess.DEVNULL)
        for revision in schemas.documents:
            if revision >= "2025-06-18":
                check_pipe(program, schemas, revision)
        made = subprocess.run([program, "serve", "--make-token", "check"], stdout=subprocess.PIPE, text=True).stdout
        token, line = made.splitlines()[1], made.splitlines()[-1]
        with open(folder + "/tokens.json", "w", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write('{"tokens": [%s]}' % line)
        server = subprocess.Popen(
            [program, "serve", "--port", "0", "--token-file", folder + "/tokens.json"], stdout=subprocess.PIPE, text=True)
        try:
            address = re.search(r"http://[^ ]*\d", server.stdout.readline()).group() + "/mcp"
            check_server(address, token)
            asyncio.run(check_clients(program, address, token))
        finally:
            server.terminate()
            server.wait()
    finally:
        shutil.rmtree(folder)
    print(f"check-mcp: {len(failures)} wrong" if failures else "check-mcp: all is right")
    sys.exit(bool(failures))


main()
