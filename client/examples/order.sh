#!/bin/sh
# Reads the balance and the price, places a limit order of 0.001 BTC below it and cancels it again.
#
#   MARU_URL=https://… MARU_KEY=mk_… MARU_SECRET=sk_… sh order.sh
#
# Needs curl and openssl.
set -eu

sha256() { printf %s "$1" | openssl dgst -sha256 -r | cut -d' ' -f1; }

# call METHOD PATH [BODY]
call() {
  now="$(date +%s)000"
  hash=$(sha256 "${3-}")
  sign=$(printf %s "$now$1$2$hash" | openssl dgst -sha256 -hmac "$MARU_SECRET" -r | cut -d' ' -f1)
  curl --silent --show-error --fail-with-body --request "$1" "$MARU_URL$2" \
    --header "Maru-Key: $MARU_KEY" --header "Maru-Time: $now" --header "Maru-Sign: $sign" \
    ${3:+--header 'Content-Type: application/json' --data-binary "$3"}
}

# field NAME: the first number of that name in the answer
field() { sed -n "s/.*\"$1\":\"\{0,1\}\([0-9.]*\).*/\1/p"; }

call GET /api/wallet/my
echo
price=$(call GET '/api/stock/last_price?stock=BTCUSDT' | field price)
echo "price $price"

limit=$(awk "BEGIN { printf \"%d\", $price * 0.9 }")
order=$(call POST /api/futures/order \
  "{\"futuresOptionId\":1,\"tradeType\":\"LONG\",\"marketType\":\"LIMIT\",\"qty\":\"0.001\",\"price\":\"$limit\"}")
id=$(printf %s "$order" | sed 's/^{"id":\([0-9]*\).*/\1/')
echo "order $id"
call POST /api/futures/order/cancel "{\"id\":$id}"
echo
echo "cancelled $id"
