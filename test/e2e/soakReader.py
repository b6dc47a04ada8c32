"""A reader of published copies: `soakReader.py KIND PLACE UNTIL`. It opens the copy, reads its totals twice with a pause between, and
closes it, again and again; for each time it writes a line of JSON: the head of the audit chain, and the totals that belong to it."""
import json
import random
import sys
import time
from pathlib import Path

kind, place, until = sys.argv[1], sys.argv[2], float(sys.argv[3])


def by_duckdb():
    import duckdb

    with duckdb.connect(place, read_only=True) as statement:
        head = statement.sql("SELECT concat(max(sequence), ':', arg_max(audit_hash, sequence)) FROM statement_windows").fetchall()[0][0]
        ask = "SELECT count(*), coalesce(sum(signed_amount), 0)::VARCHAR FROM current_transactions"
        first = statement.sql(ask).fetchall()[0]
        time.sleep(random.random() / 5)
        if statement.sql(ask).fetchall()[0] != first:
            raise ValueError("the open copy changed")
    return head, first[0], first[1]


def by_polars():
    import polars

    manifest = json.loads((Path(place) / "manifest.json").read_text())
    paths = [Path(place) / file["path"] for file in manifest["files"] if file["table"] == "transactions"]
    time.sleep(random.random() / 5)
    if not paths:
        return manifest["head"], 0, "0.0000"
    rows = polars.scan_parquet(paths, hive_partitioning=False).filter(polars.col("withdrawn_at").is_null())
    count, net = rows.select(polars.len(), polars.col("signed_amount").sum()).collect().row(0)
    return manifest["head"], count, str(net)


read = by_duckdb if kind == "duckdb" else by_polars
while time.time() < until:
    try:
        head, rows, net = read()
        print(json.dumps({"kind": kind, "head": head, "rows": rows, "net": net}), flush=True)
    except Exception as error:
        print(json.dumps({"kind": kind, "error": f"{type(error).__name__}: {error}"}), flush=True)
    time.sleep(random.random() / 5)
