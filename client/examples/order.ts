// Reads the balance, waits for a live price, places a limit order of 0.001 BTC below it and cancels it again.
//
//   MARU_URL=https://… MARU_KEY=mk_… MARU_SECRET=sk_… node order.ts
import { createApiClient } from '@maru/client/api-client';
import { myWallets } from '@maru/contract/account/calls';
import { cancelFuturesOrder, placeFuturesOrder } from '@maru/contract/futures/calls';

const { MARU_URL: url = '', MARU_KEY: key = '', MARU_SECRET: secret = '' } = process.env;
const { call, live } = createApiClient({ url, key, secret });

const wallets = await call(myWallets);
if (!wallets.ok) throw new Error(`${wallets.code} ${wallets.message}`);
console.log('balance', wallets.reply['FUTURES']?.point, 'USDT');

live.open();
const price = await new Promise<string>((resolve) => {
  live.followTick('BTCUSDT', ({ lastPrice }) => resolve(lastPrice));
});
live.close();
console.log('price', price);

const placed = await call(placeFuturesOrder, {
  body: {
    futuresOptionId: 1,
    tradeType: 'LONG',
    marketType: 'LIMIT',
    qty: '0.001',
    price: String(Math.floor(Number(price) * 0.9)),
  },
});
if (!placed.ok) throw new Error(`${placed.code} ${placed.message}`);
console.log('order', placed.reply.id);

const cancelled = await call(cancelFuturesOrder, { body: { id: placed.reply.id } });
if (!cancelled.ok) throw new Error(`${cancelled.code} ${cancelled.message}`);
console.log('cancelled', cancelled.reply.cancelled.join());
