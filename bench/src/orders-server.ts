// The server of the bench of orders: the real call for an order of coin futures, with the price watch and everything else
// that follows its events, and the rival's behind one web server, and an empty answer. Clock and price are fixed.

import type { ReplyOf } from '@maru/contract/call';
import { defineCall } from '@maru/contract/define-call';
import { placeFuturesOrder } from '@maru/contract/futures/calls';
import { amount, price, rate } from '@maru/engine/amount';
import type { Tick } from '@maru/engine/market/tick';
import { playerId } from '@maru/engine/purse';
import { HOUR_MS, later, millis } from '@maru/engine/time';
import { instruments } from '@maru/server/feed/instruments';
import { openFutures } from '@maru/server/futures/open-futures';
import type { FuturesSite } from '@maru/server/futures/terms';
import { serve } from '@maru/server/http/serve';
import { silentLog } from '@maru/server/log/log';
import { createListed } from '@maru/server/market/listed';
import { fail, SITE, serveBench, submitAll } from './bench-site.ts';
import { openRival } from './orders-rival.ts';
import { openReleasedDesk } from './released-desk.ts';

/** 2026-01-05 12:00:10 UTC, between two times of funding. */
const NOW = millis(1_767_614_410_000);
const PRICE = '100000';
const [url = '', players = '64'] = process.argv.slice(2);

const clock = () => NOW;
const { desk, release, database } = await openReleasedDesk(url, {
  onHalt: fail,
  onTransientError: fail,
  startsAt: NOW,
  // A machine that is slow while the accounts are opened is no reason to end.
  limits: { patienceMs: 60_000 },
});
const site: FuturesSite = {
  id: SITE,
  features: { futures: true },
  wallets: [{ type: 'FUTURES', currency: 'USDT', places: 8 }],
};
const bitcoin = instruments.find(({ code }) => code === 'BTCUSDT');
if (bitcoin === undefined) throw new Error('bitcoin is not traded');
const at = price(PRICE);
const tick: Tick = {
  stock: bitcoin.code,
  last: at,
  bid: at,
  ask: at,
  mark: at,
  ts: NOW,
  recvTs: NOW,
  seq: 1,
};
const tickOf = (stock: string) => (stock === tick.stock ? tick : undefined);
const fundingRate = { rate: rate('0.0001'), lastRate: rate('0.0001') };

await submitAll(desk, Number(players), (index) => ({
  kind: 'OPEN_ACCOUNT',
  site: SITE,
  player: playerId(index + 1),
  role: 'PLAYER',
  wallets: [{ type: 'FUTURES', currency: 'USDT', places: 8, credit: amount('10000000') }],
}));
const futures = await openFutures({
  database,
  desk,
  instruments,
  listed: createListed({ latest: tickOf, condition: () => 'OPEN' }, { change: () => 0 }),
  recorder: { open: () => [] },
  lastTicks: [],
  sites: { all: () => [site], byId: (id) => (id === SITE ? site : undefined) },
  prices: { latest: tickOf, usable: tickOf, index: () => undefined },
  funding: {
    of: () => ({ ...fundingRate, nextFundingAt: later(NOW, HOUR_MS), intervalMs: 8 * HOUR_MS }),
    rateAt: async () => fundingRate.rate,
    markAt: async () => at,
  },
  onLiveTick: () => () => undefined,
  publish: () => undefined,
  pushCross: () => undefined,
  pushLiquidPrices: () => undefined,
  connected: () => [],
  isConnected: () => false,
  onPresence: () => () => undefined,
  requests: { ask: fail, perform: () => undefined },
  time: { clock, wait: () => new Promise<void>(() => undefined) },
  log: silentLog,
});
release.join({ onEvent: futures.onEvent });
await futures.load();
const ours = futures.routes.find(
  ({ call }) => call.path === placeFuturesOrder.path && call.method === 'POST',
);
if (ours === undefined) throw new Error('there is no call for an order');

const rival = await openRival(url, Number(players));
type Reply = ReplyOf<typeof placeFuturesOrder>;
/** One real reply, so that the others are as long as ours. */
async function sampleOf(tradeType: 'LONG' | 'SHORT'): Promise<Reply> {
  const answer = await ours!.handle({
    query: {},
    body: { futuresOptionId: bitcoin!.id, tradeType, marketType: 'MARKET', qty: '0.01' },
    principal: { player: playerId(1), site: SITE, role: 'PLAYER', session: 1 },
    site: SITE,
    key: undefined,
    now: NOW,
    ip: '127.0.0.1',
    device: 'MOBILE',
    userAgent: '',
    host: '',
    language: 'ko',
  });
  if (!answer.ok) throw new Error(answer.refusal);
  return answer.reply as Reply;
}
const samples = { LONG: await sampleOf('LONG'), SHORT: await sampleOf('SHORT') };

const rivals = serve(
  defineCall('player', 'POST', '/api/rival', placeFuturesOrder),
  async ({ principal, body, key }) => {
    const { player } = principal;
    const { futuresOptionId: instrument, tradeType: side, qty = '0', leverage = 20 } = body;
    const { id, free } = await rival.place({
      ...{ player, instrument, side, qty, leverage },
      price: PRICE,
      key: key?.key ?? '',
    });
    const sample = samples[side];
    return { ok: true, reply: { ...sample, id, wallet: { ...sample.wallet, point: free } } };
  },
);
const empty = serve(
  defineCall('player', 'POST', '/api/empty', placeFuturesOrder),
  async ({ body: { tradeType } }) => ({ ok: true, reply: samples[tradeType] }),
);

process.send?.({ port: await serveBench([ours, rivals, empty], clock), instrument: bitcoin.id });
// The rival gets the database to itself: the bench waits until our tables have caught up.
process.on('message', async () => {
  while (!(await desk.drained()));
  process.send?.('drained');
});
