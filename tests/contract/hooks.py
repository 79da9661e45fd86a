"""Who makes the calls: nobody, or a customer with money, a position and an order (CONTRACT_CALLER)."""

import itertools
import os
import struct
import time
import uuid
import zlib
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import requests
import schemathesis

BASE = os.environ["CONTRACT_URL"]
OUTBOX = Path(os.environ["CONTRACT_OUTBOX"])
PASSWORD = "contract-login-1"
PAY_PASSWORD = "contract-pay-1"
TRON_ADDRESS = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"

# These end the session that makes them, or lock the password that they guess at. A second customer makes them, who
# logs in for each, so that the calls of the first keep their session.
RESTLESS = {
    "POST /logout",
    "POST /api/user/sessions/end",
    "POST /updatePassword",
    "POST /updatePayPassword",
}




def picture():
    """A grey PNG of 8 by 8 points."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    points = zlib.compress((b"\0" + b"\x80" * 8) * 8)
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", points) + chunk(b"IEND", b"")


class Customer:
    """One who has signed up."""

    def __init__(self, email):
        self.email = email
        self.post("/getEmailCode", {"email": email, "scene": "register"})
        signed_up = {"email": email, "code": self.code(), "password": PASSWORD}
        self.token = self.post("/register/email", signed_up)["token"]
        self.post("/settingPayPassword", {"payPassword": PAY_PASSWORD, "password": PASSWORD})

    def post(self, path, body):
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        if token := getattr(self, "token", None):
            headers["Authorization"] = f"Bearer {token}"
        reply = requests.post(BASE + path, json=body, headers=headers, timeout=30)
        if reply.status_code != 200:
            raise RuntimeError(f"{path} answered {reply.status_code} {reply.text}")
        return reply.json()["data"]

    def upload(self):
        """The id and the address of a new picture."""
        headers = {"Authorization": f"Bearer {self.token}"}
        reply = requests.post(BASE + "/file/upload", files={"file": picture()}, headers=headers, timeout=30)
        reply.raise_for_status()
        return reply.json()["data"]

    def id_card(self):
        """One that nobody else has, with pictures of this customer's."""
        body = {"documentType": 1, "firstName": "Ann", "lastName": "Lee", "documentNumber": uuid.uuid4().hex[:16] + "1"}
        images = {"frontUrl": self.upload()["url"], "backUrl": self.upload()["url"]}
        return body | {"country": "DE", "birthDate": "1990-02-28"} | images

    def code(self):
        """The code of the newest message, on a line of its own."""
        newest = max(OUTBOX.glob(f"{self.email}-*"), key=lambda file: file.stat().st_mtime)
        lines = (line.strip() for line in newest.read_text().splitlines())
        return next(line for line in lines if len(line) == 6 and line.isdigit())

    def log_in(self):
        self.token = None
        self.token = self.post("/loginByUsername", {"username": self.email, "password": PASSWORD})["token"]
        return self.token

    def trade(self):
        """Gets a deposit, transfers, positions, a closed one, an order that rests, a saved wallet and a withdrawal."""
        self.post("/recharge/create", {"channel": "fiat", "currency": "USD", "amount": "5000000"})
        self.wait_for_money()
        transfer = {"from": "BALANCE", "to": "STOCK", "amount": "4000000", "payPassword": PAY_PASSWORD}
        self.post("/wallet/transfer", transfer)
        order = {"stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "20"}
        self.post("/stock/create", order)
        self.post("/stock/create", order | {"direction": 1, "quantity": "5"})
        bid = float(self.post("/stock/preview", order)["bid"])
        self.post("/stock/create", order | {"orderType": 1, "price": f"{bid * 0.9:.2f}", "timeInForce": "gtc"})
        self.post("/wallet/transfer", transfer | {"to": "FOREX", "amount": "100000"})
        pair = {"stockCode": "EURUSD", "direction": 1, "orderType": 0, "quantity": "10000", "leverage": "10"}
        self.post("/crude/create", pair)
        self.post("/userSelfSecurity/save", {"secuCode": "AAPL"})
        wallet = {"type": "wallet", "currency": "USDT", "chain": "tron", "address": TRON_ADDRESS}
        saved = self.post("/UserAccount/addCardNo", wallet | {"payPassword": PAY_PASSWORD})
        withdrawal = {"method": "wallet", "accountId": saved["id"], "currency": "USDT", "amount": "100"}
        self.post("/withdrawal/withdrawal-apply", withdrawal | {"payPassword": PAY_PASSWORD})
        return self

    def wait_for_money(self):
        """The autopilot reviews the deposit in its own time."""
        for _ in range(600):
            if self.post("/wallet/getWalletBalance", {"walletType": "BALANCE"})["balance"] != "0.00":
                return
            time.sleep(0.1)
        raise RuntimeError("the deposit was not credited within a minute")


if os.environ["CONTRACT_CALLER"] == "customer":
    trader = Customer("trader@contract.example").trade()
    restless = Customer("restless@contract.example")

    @schemathesis.auth(refresh_interval=None)
    class Session:
        def get(self, _case, context):
            if context.operation.label not in RESTLESS:
                return trader.token
            return restless.log_in()

        def set(self, case, token, _context):
            case.headers["Authorization"] = f"Bearer {token}"

    # Calls about files and papers need data that have to be made first. Every second of these calls is a valid one.
    turns, newcomers = itertools.count(), itertools.count()
    right = set()

    def upload(case):
        case.body = {"file": picture()}

    def link(case):
        case.body = {"id": trader.upload()["id"]}

    def show(case):
        address = urlsplit(trader.upload()["url"])
        case.path_parameters = {"id": address.path.rsplit("/", 1)[1]}
        case.query = dict(parse_qsl(address.query))

    def send_id_card(case):
        """As somebody whose identity is not verified yet."""
        newcomer = Customer(f"newcomer{next(newcomers)}@contract.example")
        case.headers["Authorization"] = f"Bearer {newcomer.token}"
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
        case.body = newcomer.id_card()

    MADE_RIGHT = {
        "POST /file/upload": upload,
        "POST /file/link": link,
        "GET /file/{id}": show,
        "POST /updateReal": send_id_card,
    }

    @schemathesis.hook
    def before_call(_context, case, _kwargs):
        make_right = MADE_RIGHT.get(case.operation.label)
        if make_right and case.method.upper() == case.operation.method.upper() and next(turns) % 2:
            make_right(case)
            right.add(case.id)

    @schemathesis.hook
    def after_call(_context, case, response):
        if case.id in right and response.status_code == 200:
            with open(os.environ["CONTRACT_WALKED"], "a", encoding="utf-8") as walked:
                walked.write(f"{case.operation.label}\n")
