#!/usr/bin/python3
"""Measures how long other search programs take for the same queries on the same texts.

    search-peers.py PAGES.jsonl QUERIES.tsv FOLDER --peers seed,tantivy,recollq,quest [--docsearch PROGRAM --index DIR]

PAGES.jsonl has a page a line and the pages of a document together (dump-pages.py); QUERIES.tsv an id, TAB and a query a
line, as docsearch understands it (query-log.py). FOLDER keeps what the peers build; what is there is used again.

    seed       an FTS5 table with a row a document and bm25, by Python's sqlite3, in this process
    tantivy    English stems, AND, in this process; needs the Python package tantivy, in an environment made
               with --system-site-packages when the one for xapian is Debian's
    recollq    a process a query, with snippets, over a folder of text files; needs recollcmd
    quest      a process a query, English stems, AND; needs xapian-tools, and python3-xapian to build

Each gives 10 documents. tantivy is measured with and without snippets; quest has none. docsearch, when it is named, is
measured as a process a query, and by the time it says it took. Each peer gets every query once uncounted, then so often
as --rounds says, all peers in turn; of each query counts the median. Percentiles are over queries. Filters, and
exclusions, are left out for all peers but docsearch; OR is not understood. Queries without a word are left out.
"""
import argparse
import json
import pathlib
import platform
import random
import statistics
import time

from peers import PEERS, Docsearch, Parsed


def percentile(sorted_values, share):
    """The smallest value that this share of the values does not exceed."""
    return sorted_values[max(0, -int(-len(sorted_values) * share // 1) - 1)]


def summary(times):
    """Milliseconds, of seconds by query."""
    values = sorted(1000 * value for value in times)
    return {"queries": len(values), "mean": statistics.fmean(values), "p50": percentile(values, 0.5),
            "p95": percentile(values, 0.95), "p99": percentile(values, 0.99), "max": values[-1]}


def measured(peers, queries, rounds):
    """For each series of each peer the seconds and the number of hits by query."""
    samples, hits = {}, {}
    for turn in range(rounds + 1):
        for number, query in queries:
            for peer in peers:
                for series, ask in peer.series.items():
                    start = time.perf_counter()
                    count, inside = ask(query)
                    seconds = time.perf_counter() - start
                    results = [(series, seconds)]
                    if inside is not None:
                        results.append((f"{series}, its own time", inside))
                    for name, value in results:
                        hits.setdefault(name, {})[number] = count
                        if turn > 0:
                            samples.setdefault(name, {}).setdefault(number, []).append(value)
    return {name: {number: statistics.median(values) for number, values in by_query.items()}
            for name, by_query in samples.items()}, hits


def markdown(rows):
    yield "| peer | queries | found something | p50 | p95 | p99 | mean | longest |"
    yield "|---|---|---|---|---|---|---|---|"
    for name, row in rows.items():
        figures = " | ".join(f"{row[key]:.3g} ms" for key in ["p50", "p95", "p99", "mean", "max"])
        yield f"| {name} | {row['queries']} | {row['found']:.0%} | {figures} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pages", type=pathlib.Path, help="JSON Lines, a page a line")
    parser.add_argument("queries", type=pathlib.Path, help="id, TAB, query")
    parser.add_argument("folder", type=pathlib.Path, help="where the peers' indexes are or are made")
    parser.add_argument("--peers", default="seed,tantivy,recollq,quest", help="names joined with commas")
    parser.add_argument("--docsearch", type=pathlib.Path, metavar="PROGRAM", help="measure it, too")
    parser.add_argument("--index", type=pathlib.Path, metavar="DIR", help="docsearch's index of the same texts")
    parser.add_argument("--rounds", type=int, default=3, help="counted runs of each query; 3")
    parser.add_argument("--sample", type=int, metavar="N", help="N of the queries, drawn with seed 1")
    parser.add_argument("--build-only", action="store_true", help="build what is missing and measure nothing")
    parser.add_argument("--json", type=pathlib.Path, help="file for all figures; else FOLDER/search-peers.json")
    options = parser.parse_args()
    names = [name for name in options.peers.split(",") if name]
    if unknown := [name for name in names if name not in PEERS]:
        parser.error(f"unknown peers: {', '.join(unknown)}; there are {', '.join(PEERS)}")
    if options.docsearch and not options.index:
        parser.error("--docsearch needs --index")
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")

    queries = [line.split("\t", 1) for line in options.queries.read_text(encoding="utf-8").splitlines() if "\t" in line]
    queries = [(number, Parsed(text)) for number, text in queries]
    queries = [(number, query) for number, query in queries if query.parts]
    if options.sample:
        queries = random.Random(1).sample(queries, min(options.sample, len(queries)))
    peers, skipped = [], []
    for name in names:
        peer = PEERS[name](options.folder / name)
        if missing := peer.missing():
            skipped.append(f"{name} is left out: {missing}.")
            continue
        peer.prepare(options.pages)
        peers.append(peer)
    if options.docsearch:
        peers.append(Docsearch(options.docsearch, options.index))
    for peer in peers:
        print(f"{peer.name}: {peer.version}; {peer.description}")
    for sentence in skipped:
        print(sentence)
    if options.build_only or not peers or not queries:
        return

    times, hits = measured(peers, queries, options.rounds)
    rows, kinds = {}, {}
    for name, by_query in times.items():
        rows[name] = summary(by_query.values()) | {"found": statistics.fmean(
            hits[name][number] > 0 for number in by_query)}
        groups = {}
        for number, value in by_query.items():
            groups.setdefault(number.rpartition("-")[0], []).append(value)
        kinds[name] = {kind: summary(values) for kind, values in sorted(groups.items())}
    print(f"\n{len(queries)} queries, each the median of {options.rounds}; filters left out for all but docsearch in "
          f"{sum(bool(query.left_out) for _, query in queries)}\n")
    print("\n".join(markdown(rows)))
    if len(next(iter(kinds.values()))) > 1:
        print("\np50 and p95 by kind of query, in ms\n")
        columns = list(next(iter(kinds.values())))
        print(f"| peer | {' | '.join(columns)} |\n|{'---|' * (len(columns) + 1)}")
        for name, by_kind in kinds.items():
            cells = [f"{by_kind[kind]['p50']:.3g}, {by_kind[kind]['p95']:.3g}" for kind in columns]
            print(f"| {name} | {' | '.join(cells)} |")
    report = {"machine": platform.platform(), "python": platform.python_version(), "rounds": options.rounds,
              "peers": {peer.name: {"version": peer.version, "description": peer.description, "built": peer.built}
                        for peer in peers},
              "skipped": skipped, "summary": rows, "by_kind": kinds,
              "queries": {number: {"query": query.text, "left_out": query.left_out,
                                   "ms": {name: 1000 * times[name][number] for name in times},
                                   "hits": {name: hits[name][number] for name in times}}
                          for number, query in queries}}
    target = options.json or options.folder / "search-peers.json"
    target.write_text(json.dumps(report, ensure_ascii=False, indent=1))


main()
