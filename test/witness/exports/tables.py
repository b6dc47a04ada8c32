"""Reads an export as a table, by DuckDB and by Polars, and prints what each ledger comes to, and all its rows' texts."""
import json
import sys

import duckdb
import polars

path, kind = sys.argv[1:]
names = (
    "wallet currency date id leg type amount balance description counterparty category confirmed in_balance time_flag"
).split()


def by_duckdb():
    columns = "{" + ", ".join(f"'{name}': 'VARCHAR'" for name in names) + "}"
    source = {
        "csv": f"read_csv($path, header = true, delim = ',', quote = '\"', escape = '\"', columns = {columns})",
        "ndjson": f"read_json($path, format = 'newline_delimited', columns = {columns})",
        "parquet": "read_parquet($path)",
    }[kind]
    duckdb.execute(
        f"""CREATE TABLE exported AS SELECT row_number() OVER () AS place, * REPLACE (
            amount::DECIMAL(18,4) AS amount, nullif(balance::VARCHAR, '')::DECIMAL(18,4) AS balance, in_balance::BOOLEAN AS in_balance)
        FROM {source}""",
        {"path": path},
    )
    ledgers = duckdb.sql(
        """SELECT wallet, currency, count(*), sum(amount) FILTER (amount > 0), -sum(amount) FILTER (amount < 0),
            arg_min(balance - amount, place), arg_max(balance, place)
        FROM exported WHERE in_balance GROUP BY ALL ORDER BY ALL"""
    ).fetchall()
    return ledgers, duckdb.sql("SELECT id, description FROM exported ORDER BY place").fetchall()


def by_polars():
    text = {name: polars.String for name in names}
    frame = {
        "csv": lambda: polars.read_csv(path, schema=text),
        "ndjson": lambda: polars.read_ndjson(path, schema=text),
        "parquet": lambda: polars.read_parquet(path),
    }[kind]()
    if kind == "parquet":
        assert frame.schema["amount"] == polars.Decimal(18, 4) and frame.schema["date"] == polars.Datetime("us")
        assert frame.schema["in_balance"] == polars.Boolean
    else:
        frame = frame.with_columns(
            polars.col("amount", "balance").cast(polars.Decimal(18, 4)), polars.col("in_balance") == "true"
        )
    amount = polars.col("amount")
    ledgers = (
        frame.filter(polars.col("in_balance"))
        .group_by("wallet", "currency", maintain_order=True)
        .agg(
            polars.len().alias("rows"),
            amount.filter(amount > 0).sum().alias("credits"),
            (-amount.filter(amount < 0).sum()).alias("debits"),
            (polars.col("balance").first() - amount.first()).alias("opening"),
            polars.col("balance").last().alias("closing"),
        )
        .sort("wallet", "currency")
    )
    return ledgers.rows(), frame.select("id", "description").rows()


print(
    json.dumps(
        {
            name: {
                "ledgers": [[str(value) for value in row] for row in ledgers],
                "texts": [[value or "" for value in row] for row in texts],
            }
            for name, (ledgers, texts) in {"DuckDB": by_duckdb(), "Polars": by_polars()}.items()
        }
    )
)
