"""A Singer tap of the service, written with the SDK: a stream whose pages are days. --config FILE"""

import datetime
import functools

import requests
from singer_sdk import RESTStream, Tap
from singer_sdk import typing as th
from singer_sdk.authenticators import BearerTokenAuthenticator
from singer_sdk.pagination import BaseAPIPaginator


class DayPaginator(BaseAPIPaginator):
    """One page a day, up to the last one."""

    def __init__(self, first, last):
        super().__init__(first)
        self.last = last

    def has_more(self, response):
        return self.current_value < self.last

    def get_next(self, response):
        return self.current_value + datetime.timedelta(days=1)


class TransactionsStream(RESTStream):
    name = "transactions"
    path = "/api/v2/wallet/statement"
    http_method = "POST"
    records_jsonpath = "$.data[*]"
    # An id that comes again would overwrite the row that had it.
    primary_keys = ()
    schema = th.PropertiesList(
        th.Property("txnId", th.StringType),
        th.Property("type", th.StringType),
        th.Property("amount", th.StringType),
        th.Property("balance", th.StringType),
        th.Property("description", th.StringType),
        th.Property("confirmed", th.BooleanType),
        th.Property("date", th.StringType),
        th.Property("channel", th.StringType),
    ).to_dict()

    @property
    def url_base(self):
        return self.config["service"]

    @functools.cached_property
    def authenticator(self):
        login = requests.post(
            f"{self.url_base}/api/v2/auth/login",
            json={
                "consumer_key": self.config["consumer_key"],
                "consumer_secret": self.config["consumer_secret"],
            },
        )
        login.raise_for_status()
        return BearerTokenAuthenticator(token=login.json()["data"]["access_token"])

    def get_new_paginator(self):
        return DayPaginator(
            datetime.date.fromisoformat(self.config["start_date"]),
            datetime.date.fromisoformat(self.config["end_date"]),
        )

    def prepare_request_payload(self, context, next_page_token):
        day = next_page_token.isoformat()
        return {"wallet_no": self.config["wallet"], "from_date": day, "to_date": day, "limit": 5000}

    def post_process(self, row, context=None):
        row["amount"] = str(row["amount"])
        return row


class TapStatement(Tap):
    name = "tap-statement"
    config_jsonschema = th.PropertiesList(
        th.Property("service", th.StringType, required=True),
        th.Property("wallet", th.StringType, required=True),
        th.Property("consumer_key", th.StringType, required=True),
        th.Property("consumer_secret", th.StringType, required=True, secret=True),
        th.Property("start_date", th.DateType, required=True),
        th.Property("end_date", th.DateType, required=True),
    ).to_dict()

    def discover_streams(self):
        return [TransactionsStream(self)]


if __name__ == "__main__":
    TapStatement.cli()
