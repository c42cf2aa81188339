// The server of the bench of bets: the real call to bet and the rival's behind one web server, and an empty answer. The
// clock is fixed, so that the rounds stay open.

import { placeBet } from '@maru/contract/binary/calls';
import type { ReplyOf } from '@maru/contract/call';
import { defineCall } from '@maru/contract/define-call';
import { ZERO } from '@maru/engine/amount';
import { playerId } from '@maru/engine/purse';
import { later, millis } from '@maru/engine/time';
import { roundAt } from '@maru/server/binary/offers';
import { openBinary } from '@maru/server/binary/open-binary';
import { instruments } from '@maru/server/feed/instruments';
import { serve } from '@maru/server/http/serve';
import { silentLog } from '@maru/server/log/log';
import { createListed } from '@maru/server/market/listed';
import { fail, openAccount, SITE, serveBench, site, submitAll } from './bench-site.ts';
import { openRival } from './bets-rival.ts';
import { openReleasedDesk } from './released-desk.ts';

/** 2026-01-05 12:00:10 UTC: ten seconds into the windows of rounds of every length. */
const NOW = millis(1_767_614_410_000);
const [url = '', players = '64'] = process.argv.slice(2);

const clock = () => NOW;
const { desk, database } = await openReleasedDesk(url, {
  onHalt: fail,
  onTransientError: fail,
  startsAt: NOW,
});
await submitAll(desk, Number(players), (index) => openAccount(index + 1));
const binary = await openBinary({
  shard: 0,
  database,
  desk,
  instruments,
  listed: createListed({ latest: () => undefined, condition: () => 'OPEN' }, { change: () => 0 }),
  sites: { all: () => [site], byId: (id) => (id === SITE ? site : undefined) },
  prices: { latest: () => undefined, condition: () => 'OPEN', stampsTicks: () => true },
  record: { open: () => [] },
  onTick: () => () => undefined,
  recordedUntil: undefined,
  ball: { oddsOf: () => new Map() },
  reservedFor: () => ZERO,
  publish: () => undefined,
  time: { clock, wait: () => new Promise<void>(() => undefined) },
  log: silentLog,
});
const ours = binary.routes.find(({ call }) => call.path === placeBet.path && call.method === 'POST');
if (ours === undefined) throw new Error('there is no call to bet');

const rival = await openRival(url, Number(players));
type Reply = ReplyOf<typeof placeBet>;
const rounds = binary.offers.all
  .filter(({ instrument, type }) => instrument.kind === 'CRYPTO' && (type === 'R1' || type === 'R2'))
  .map((offer) => roundAt(offer, later(NOW, offer.lengthMs - (NOW % offer.lengthMs))).id);
/** One real reply, so that the others are as long as ours. */
const sample = await ours.handle({
  query: {},
  body: { point: '5000', tradeRoundId: rounds.at(-1), type: 'LONG' },
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
if (!sample.ok) throw new Error(sample.refusal);
const replyOf = (id: number, point: string, gameWaitPoint: string): Reply => ({
  ...(sample.reply as Reply),
  id,
  wallet: { type: 'BINARY', currency: 'KRW', point, gameWaitPoint },
});

const rivals = serve(
  defineCall('player', 'POST', '/api/rival', placeBet),
  async ({ principal, body, key }) => {
    const { player } = principal;
    const { tradeRoundId: round, type: side, point: stake } = body;
    const placed = await rival.place({ player, round, side, stake, key: key?.key ?? '' });
    return { ok: true, reply: replyOf(placed.id, placed.free, placed.waiting) };
  },
);
const empty = serve(defineCall('player', 'POST', '/api/empty', placeBet), async () => ({
  ok: true,
  reply: replyOf(1, '0', '0'),
}));

process.send?.({ port: await serveBench([ours, rivals, empty], clock), rounds });
// The rival gets the database to itself: the bench waits until our tables have caught up.
process.on('message', async () => {
  while (!(await desk.drained()));
  process.send?.('drained');
});
