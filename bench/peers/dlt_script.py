"""A dlt pipeline into DuckDB, of Arrow tables or of rows. SERVICE WALLET DAYS FILE (arrow | rows)"""

import json
import os
import sys
import tempfile

os.environ["RUNTIME__DLTHUB_TELEMETRY"] = "false"

import dlt
import duckdb
import pyarrow

from service import pages

service, wallet, days, file, form = sys.argv[1:]


@dlt.resource(name="transactions", write_disposition="append")
def transactions():
    for records in pages(service, wallet, int(days)):
        for record in records:
            record["amount"] = str(record["amount"])
        yield records if form == "rows" else pyarrow.Table.from_pylist(records)


with tempfile.TemporaryDirectory() as folder:
    pipeline = dlt.pipeline(
        pipeline_name="statement",
        pipelines_dir=folder,
        destination=dlt.destinations.duckdb(file),
        dataset_name="statement",
    )
    pipeline.run(transactions())

with duckdb.connect(file, read_only=True) as connection:
    rows = connection.execute("SELECT count(*) FROM statement.transactions").fetchone()[0]
print(json.dumps({"rows": rows}))
