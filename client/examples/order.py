"""Reads the balance and the price, places a limit order of 0.001 BTC below it and cancels it again.

    MARU_URL=https://… MARU_KEY=mk_… MARU_SECRET=sk_… python3 order.py

Python 3, nothing to install.
"""
import hashlib
import hmac
import json
import os
import time
import urllib.error
import urllib.request
import uuid

URL, KEY, SECRET = os.environ["MARU_URL"], os.environ["MARU_KEY"], os.environ["MARU_SECRET"]


def call(method, path, body=None, idempotency_key=None):
    data = b"" if body is None else json.dumps(body).encode()
    now = str(int(time.time() * 1000))
    text = now + method + path + hashlib.sha256(data).hexdigest()
    headers = {
        "Maru-Key": KEY,
        "Maru-Time": now,
        "Maru-Sign": hmac.new(SECRET.encode(), text.encode(), hashlib.sha256).hexdigest(),
    }
    if body is not None:
        headers["Content-Type"] = "application/json"
        # The same key gets the first answer again: after a timeout, send it once more with a new signature.
        headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
    request = urllib.request.Request(URL + path, data if body is not None else None, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        raise SystemExit(refusal.read().decode())


print("balance", call("GET", "/api/wallet/my")["FUTURES"]["point"], "USDT")
price = call("GET", "/api/stock/last_price?stock=BTCUSDT")["price"]
print("price", price)

order = call("POST", "/api/futures/order", {
    "futuresOptionId": 1,
    "tradeType": "LONG",
    "marketType": "LIMIT",
    "qty": "0.001",
    "price": str(int(float(price) * 0.9)),
})
print("order", order["id"])
print("cancelled", *call("POST", "/api/futures/order/cancel", {"id": order["id"]})["cancelled"])
