"""PyAirbyte with a low-code source of the service and its DuckDB cache. SERVICE WALLET DAYS FILE"""

import json
import os
import sys
import tempfile
from pathlib import Path

from service import source_config

service, wallet, days, file = sys.argv[1:]

folder = tempfile.TemporaryDirectory()
# Nothing is reported, and no registry of connectors is asked: the source is the manifest beside this file.
os.environ.update(
    DO_NOT_TRACK="1",
    AIRBYTE_OFFLINE_MODE="1",
    AIRBYTE_PROJECT_DIR=folder.name,
    AIRBYTE_LOGGING_ROOT=folder.name,
    AIRBYTE_TEMP_DIR=folder.name,
)

import airbyte
import duckdb
from airbyte.caches import DuckDBCache

with folder:
    source = airbyte.get_source(
        "source-statement",
        config=source_config(service, wallet, int(days)),
        source_manifest=Path(__file__).with_name("airbyte_source.yaml"),
        streams="*",
    )
    cache = DuckDBCache(db_path=file, schema_name="statement", cache_dir=folder.name)
    # Without a key nothing is overwritten: ids come again.
    source.read(cache, write_strategy="append")
    cache.close()

with duckdb.connect(file, read_only=True) as connection:
    rows = connection.execute("SELECT count(*) FROM statement.transactions").fetchone()[0]
print(json.dumps({"rows": rows}))
