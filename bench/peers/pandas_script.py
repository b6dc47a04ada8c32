"""The script that an analyst writes: requests, pandas, DuckDB. SERVICE WALLET DAYS FILE"""

import json
import sys

import duckdb
import pandas

from service import pages

service, wallet, days, file = sys.argv[1:]

connection = duckdb.connect(file)
connection.execute(
    """CREATE TABLE transactions (txn_id VARCHAR, type VARCHAR, amount DECIMAL(18, 4), balance DECIMAL(18, 4),
       description VARCHAR, confirmed BOOLEAN, local_time TIMESTAMP)"""
)
for records in pages(service, wallet, int(days)):
    frame = pandas.DataFrame.from_records(records)
    frame["amount"] = frame["amount"].astype(str)
    frame["local_time"] = pandas.to_datetime(frame["date"].str.slice(0, 19))
    connection.execute(
        """INSERT INTO transactions
           SELECT txnId, type, amount::DECIMAL(18, 4), balance::DECIMAL(18, 4), description, confirmed, local_time
           FROM frame"""
    )
rows = connection.execute("SELECT count(*) FROM transactions").fetchone()[0]
connection.close()
print(json.dumps({"rows": rows}))
