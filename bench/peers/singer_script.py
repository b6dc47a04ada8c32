"""A Singer tap piped into target-duckdb: two processes, as a shell runs them. SERVICE WALLET DAYS FILE"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb

from service import source_config

service, wallet, days, file = sys.argv[1:]

tap = source_config(service, wallet, int(days))
# Without a key nothing is overwritten, which the target wants to be told.
target = {"path": file, "default_target_schema": "statement", "primary_key_required": False}

with tempfile.TemporaryDirectory() as folder:

    def written(name, config):
        path = Path(folder) / name
        path.write_text(json.dumps(config))
        return str(path)

    target["temp_dir"] = folder
    extract = subprocess.Popen(
        [sys.executable, "tap_statement.py", "--config", written("tap.json", tap)],
        stdout=subprocess.PIPE,
    )
    load = subprocess.Popen(
        [Path(sys.executable).with_name("target-duckdb"), "--config", written("target.json", target)],
        stdin=extract.stdout,
        stdout=subprocess.DEVNULL,
    )
    extract.stdout.close()
    ended = [load.wait(), extract.wait()]
    if any(ended):
        sys.exit(f"target-duckdb and the tap ended with {ended}")

with duckdb.connect(file, read_only=True) as connection:
    rows = connection.execute("SELECT count(*) FROM statement.transactions").fetchone()[0]
print(json.dumps({"rows": rows}))
