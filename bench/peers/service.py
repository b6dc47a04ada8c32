"""Asking the service as a script does: one login, then a request a day."""

import datetime

import requests

FIRST_DAY = datetime.date(2000, 1, 1)


def source_config(service, wallet, days):
    """What a source of those days is told, where it asks for itself."""
    return {
        "service": service,
        "wallet": wallet,
        "consumer_key": "key",
        "consumer_secret": "secret",
        "start_date": FIRST_DAY.isoformat(),
        "end_date": (FIRST_DAY + datetime.timedelta(days=days - 1)).isoformat(),
    }


def pages(service, wallet, days):
    """The records of each day, one answer after the other."""
    session = requests.Session()
    login = session.post(
        f"{service}/api/v2/auth/login",
        json={"consumer_key": "key", "consumer_secret": "secret"},
    )
    login.raise_for_status()
    session.headers["Authorization"] = "Bearer " + login.json()["data"]["access_token"]
    for number in range(days):
        day = (FIRST_DAY + datetime.timedelta(days=number)).isoformat()
        answer = session.post(
            f"{service}/api/v2/wallet/statement",
            json={"wallet_no": wallet, "from_date": day, "to_date": day, "limit": 5000},
        )
        answer.raise_for_status()
        yield answer.json()["data"]
